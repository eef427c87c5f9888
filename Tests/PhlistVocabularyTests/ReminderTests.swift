import PhlistTestKit
import PhlistVocabulary
import Testing

/// Reminders, and the moments that they name.
struct ReminderTests {
    /// A reminder, a due date, and the moments.
    @Test(arguments: [
        ("-P1D", "2026-12-01T18:00", "2026-11-30T18:00"), ("PT0S", "2026-12-01T18:00", "2026-12-01T18:00"),
        // A day without a time begins at nine.
        ("-P1D", "2026-12-01", "2026-11-30T09:00"), ("PT0S", "2026-12-01", "2026-12-01T09:00"),
        ("-PT15H", "2026-12-01", "2026-11-30T18:00"),
        // Midnight, the ends of months and years, and leap days.
        ("-PT30M", "2026-12-01T00:00", "2026-11-30T23:30"), ("-PT1M", "2027-01-01T00:00", "2026-12-31T23:59"),
        ("-P1D", "2028-03-01T00:00", "2028-02-29T00:00"), ("-P1D", "2027-03-01T08:00", "2027-02-28T08:00"),
        ("-P366D", "2028-12-31", "2027-12-31T09:00"), ("-P7D", "2026-03-05T07:00", "2026-02-26T07:00"),
        // The days on which clocks are set are days like others.
        ("-PT24H", "2026-10-25T12:00", "2026-10-24T12:00"), ("-PT12H", "2027-03-28T12:00", "2027-03-28T00:00"),
        // Several, two of which are the same moment.
        (
            "-P1D,-PT30M,20261130T180000,20261128T090000", "2026-12-01T18:00",
            "2026-11-28T09:00 2026-11-30T18:00 2026-12-01T17:30"
        ),
        ("-P1D,20261128T090000", "", "2026-11-28T09:00"), ("-P1D", "", ""), ("-P1D", "0001-01-01", ""),
    ])
    func `moments are counted on a wall calendar`(text: String, due: String, moments: String) throws {
        let reminder = try #require(Reminder(text))
        #expect(reminder.moments(due: CivilDate(due)).map(\.description).joined(separator: " ") == moments)
    }

    @Test(arguments: [
        ("-p1d", "-P1D"), ("-PT24H", "-P1D"), ("-P1W", "-P7D"), ("-PT90M", "-PT1H30M"), ("-PT3600S", "-PT1H"),
        ("-P1DT2H3M", "-P1DT2H3M"), ("-P1DT0H0M0S", "-P1D"), ("PT0M", "PT0S"), ("-PT0S", "PT0S"), ("P0D", "PT0S"),
        ("20261128T090000, -PT1H ,-P1D,PT0S", "-P1D,-PT1H,PT0S,20261128T090000"),
        ("20261128T090059", "20261128T090000"), ("-P1D,-PT24H", "-P1D"), ("-P999D", "-P999D"),
    ])
    func `a reminder has one form, whatever way it is written`(text: String, form: String) throws {
        #expect(Reminder(text)?.description == form)
        #expect(Reminder(form)?.description == form)
    }

    @Test(arguments: [
        "", ",", "-P1D,", "P1D", "PT1M", "+PT1H", "-P", "-PT", "-P1DT", "-P1H", "-PT1D", "-PT1HT1M", "-P1D1W",
        "-PT1M1H",
        "-P1", "-PD", "-P1.5D", "-P1000D", "-P9999999999D", "-PT99999999999999999999H", "20261128", "20261128T090000Z",
        "20261328T090000", "20261128T250000", "2026-11-28T09:00", "1 day before", "-P1D;PT0S", "-P1M", "-P1Y",
        "PT0S,-PT1M,-PT2M,-PT3M,-PT4M,-PT5M",
    ])
    func `what is no reminder, or none that phlist knows, is nil`(text: String) {
        #expect(Reminder(text) == nil)
    }

    @Test func `the next occurrence keeps what is before the due date, and moves the rest`() throws {
        let reminder = try #require(Reminder("-P1D,20260227T090000"))
        #expect(reminder.moved(days: 2)?.description == "-P1D,20260301T090000")
        #expect(reminder.moved(days: -58)?.description == "-P1D,20251231T090000")
        #expect(Reminder("99991231T090000")?.moved(days: 1) == nil)
        #expect(Reminder("PT0S,99991231T090000")?.moved(days: 1)?.description == "PT0S")
    }

    /// Counts minute by minute, as a clock does.
    @Test(arguments: 0..<100 as Range<UInt64>)
    func `minutes before a date are those that a clock would show on its way there`(seed: UInt64) throws {
        var random = SeededRandom(seed: seed)
        let days = Int.random(in: 0..<20_000, using: &random)
        let due = try #require(CivilDate(dayNumber: days, minute: Int.random(in: 0..<1440, using: &random)))
        let minutes = Int.random(in: 0..<4000, using: &random)
        var (day, minute) = (try #require(due.adding(minutes: -minutes)), 0)
        #expect(due.minutes(since: day) == minutes)
        while day != due, minute <= minutes {
            minute += 1
            let next = (day.minute ?? 0) + 1
            let later = next == 1440 ? day.withoutTime.adding(days: 1)?.at(minute: 0) : day.at(minute: next)
            day = try #require(later)
        }
        #expect(minute == minutes)
    }
}
