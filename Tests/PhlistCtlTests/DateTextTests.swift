import PhlistControl
import PhlistVocabulary
import Testing

@testable import phlistctl

/// Due dates in the words of the output.
struct DateTextTests {
    /// Seen from Saturday, 21 November 2026.
    @Test(arguments: [
        ("2026-11-21", "today", "today"), ("2026-11-21T18:00", "today 18:00", "today 18:00"),
        ("2026-11-21T00:00", "today 00:00", "today 00:00"),
        ("2026-11-20", "yesterday", "yesterday"), ("2026-11-20T09:05", "yesterday 09:05", "yesterday 09:05"),
        ("2026-11-22", "Sun 22 Nov (tomorrow)", "tomorrow"),
        ("2026-11-22T18:00", "Sun 22 Nov 18:00 (tomorrow)", "tomorrow 18:00"),
        ("2026-11-23", "Mon 23 Nov (in 2 days)", "Mon 23 Nov"), ("2026-11-28", "Sat 28 Nov (in 7 days)", "Sat 28 Nov"),
        ("2026-11-29", "Sun 29 Nov", "Sun 29 Nov"), ("2026-12-03T07:00", "Thu 3 Dec 07:00", "Thu 3 Dec 07:00"),
        ("2026-11-19", "Thu 19 Nov (2 days ago)", "Thu 19 Nov"),
        ("2026-11-14", "Sat 14 Nov (7 days ago)", "Sat 14 Nov"),
        ("2026-11-13", "Fri 13 Nov", "Fri 13 Nov"), ("2026-01-01", "Thu 1 Jan", "Thu 1 Jan"),
        ("2026-12-31", "Thu 31 Dec", "Thu 31 Dec"), ("2027-01-01", "Fri 1 Jan 2027", "1 Jan 2027"),
        ("2025-12-31T23:59", "Wed 31 Dec 2025 23:59", "31 Dec 2025 23:59"),
        ("2027-11-22", "Mon 22 Nov 2027", "22 Nov 2027"),
        ("0001-01-01", "Mon 1 Jan 0001", "1 Jan 0001"), ("9999-12-31", "Fri 31 Dec 9999", "31 Dec 9999"),
    ])
    func `a date is shown as near as it is`(date: String, long: String, short: String) throws {
        let text = DateText(today: Clock.fixed.today)
        #expect(text.long(try #require(CivilDate(date))) == long)
        #expect(text.short(try #require(CivilDate(date))) == short)
    }

    @Test(arguments: [
        ("2027-01-02", "Sat 2 Jan 2027 (in 3 days)", "2 Jan 2027"), ("2026-12-30", "today", "today"),
        ("2026-12-31", "Thu 31 Dec (tomorrow)", "tomorrow"),
    ])
    func `near days of another year keep their year`(date: String, long: String, short: String) throws {
        let text = DateText(today: try #require(CivilDate("2026-12-30")))
        #expect(text.long(try #require(CivilDate(date))) == long)
        #expect(text.short(try #require(CivilDate(date))) == short)
    }

    @Test(arguments: [
        ("2026-11-20", true), ("2026-11-20T23:59", true), ("2026-11-21", false), ("2026-11-21T18:03", true),
        ("2026-11-21T18:04", false), ("2026-11-21T18:05", false), ("2026-11-21T00:00", true), ("2026-11-22", false),
        ("2026-11-22T00:00", false),
    ])
    func `a day is overdue when it is over and a time when its minute is`(date: String, expected: Bool) throws {
        let now = Clock.fixed.localNow
        #expect(now.description == "2026-11-21T18:04")
        #expect(DateText.isOverdue(try #require(CivilDate(date)), now: now) == expected)
    }
}
