import PhlistControl
import PhlistVocabulary
import Testing

@testable import phlistctl

/// What people type, and the date that they mean.
struct DateGrammarTests {
    /// Seen from Saturday, 21 November 2026, 18:04.
    @Test(arguments: [
        ("today", "2026-11-21"), ("tomorrow", "2026-11-22"), ("yesterday", "2026-11-20"),
        ("eow", "2026-11-22"), ("eom", "2026-11-30"),
        ("sun", "2026-11-22"), ("mon", "2026-11-23"), ("tue", "2026-11-24"), ("wed", "2026-11-25"),
        ("thu", "2026-11-26"), ("fri", "2026-11-27"), ("sat", "2026-11-28"),
        ("sunday", "2026-11-22"), ("monday", "2026-11-23"), ("tuesday", "2026-11-24"), ("wednesday", "2026-11-25"),
        ("thursday", "2026-11-26"), ("friday", "2026-11-27"), ("saturday", "2026-11-28"), ("thurs", "2026-11-26"),
        ("next mon", "2026-11-23"), ("next fri", "2026-11-27"), ("next sat", "2026-11-28"),
        ("next sunday", "2026-11-29"), ("next fri 9:00", "2026-11-27T09:00"),
        ("18:05", "2026-11-21T18:05"), ("18:04", "2026-11-22T18:04"), ("9:30", "2026-11-22T09:30"),
        ("23:59", "2026-11-21T23:59"), ("0:00", "2026-11-22T00:00"), ("00:00", "2026-11-22T00:00"),
        ("sat 10:00", "2026-11-28T10:00"), ("tomorrow 9:30", "2026-11-22T09:30"), ("today 10:00", "2026-11-21T10:00"),
        ("2026-12-25 18:00", "2026-12-25T18:00"), ("2026-12-25T18:00", "2026-12-25T18:00"),
        ("2026-12-25t18:00", "2026-12-25T18:00"), ("2026-12-25T9:05", "2026-12-25T09:05"),
        ("+3d", "2026-11-24"), ("+2w", "2026-12-05"), ("+1m", "2026-12-21"), ("+1y", "2027-11-21"),
        ("+0d", "2026-11-21"), ("+10d 8:00", "2026-12-01T08:00"), ("+003D", "2026-11-24"),
        ("in 2 weeks", "2026-12-05"), ("in 3 days", "2026-11-24"), ("in a month", "2026-12-21"),
        ("in 1 day", "2026-11-22"), ("in a week 10:00", "2026-11-28T10:00"), ("in 2 years", "2028-11-21"),
        ("in one year", "2027-11-21"), ("in 12 months", "2027-11-21"),
        ("25.12.", "2026-12-25"), ("25.12", "2026-12-25"), ("25.12.2026", "2026-12-25"), ("1.1.", "2027-01-01"),
        ("21.11.", "2026-11-21"), ("20.11.", "2027-11-20"), ("22.11.", "2026-11-22"), ("05.01.2020", "2020-01-05"),
        ("25.12. 18:00", "2026-12-25T18:00"), ("21.11. 10:00", "2026-11-21T10:00"),
        ("25 dec", "2026-12-25"), ("dec 25", "2026-12-25"), ("25 december 2027", "2027-12-25"),
        ("december 25, 2027", "2027-12-25"), ("1 january", "2027-01-01"), ("may 1", "2027-05-01"),
        ("30 sept 2026", "2026-09-30"), ("25 dec 18:00", "2026-12-25T18:00"), ("25 dec 2027 0:01", "2027-12-25T00:01"),
        ("2026-12-25", "2026-12-25"), ("2026/12/25", "2026-12-25"), ("2027/1/5 7:00", "2027-01-05T07:00"),
        ("1999-12-31", "1999-12-31"), ("0001-01-01", "0001-01-01"),
        ("29 feb", "2028-02-29"), ("29.2.", "2028-02-29"), ("feb 29 2028", "2028-02-29"),
        ("5pm", "2026-11-22T17:00"), ("7pm", "2026-11-21T19:00"), ("7 pm", "2026-11-21T19:00"),
        ("7:30PM", "2026-11-21T19:30"), ("12am", "2026-11-22T00:00"), ("12pm", "2026-11-22T12:00"),
        ("noon", "2026-11-22T12:00"), ("fri noon", "2026-11-27T12:00"), ("sat at 5pm", "2026-11-28T17:00"),
        ("tomorrow at 9:30 am", "2026-11-22T09:30"), ("tonight", "2026-11-21T20:00"),
        ("tonight 9pm", "2026-11-21T21:00"), ("next week", "2026-11-23"), ("next month", "2026-12-01"),
        ("next year", "2027-01-01"), ("next week 9:00", "2026-11-23T09:00"),
        ("5pm fri", "2026-11-27T17:00"), ("5 pm tomorrow", "2026-11-22T17:00"), ("noon tomorrow", "2026-11-22T12:00"),
        ("at 5pm on friday", "2026-11-27T17:00"), ("on friday", "2026-11-27"), ("by weds", "2026-11-25"),
        ("this fri", "2026-11-27"), ("weekend", "2026-11-21"), ("this weekend at noon", "2026-11-21T12:00"),
        ("3d", "2026-11-24"), ("2 days", "2026-11-23"), ("2 weeks 8:00", "2026-12-05T08:00"),
        ("25/12", "2026-12-25"), ("12/25", "2026-12-25"), ("12/25/2027", "2027-12-25"), ("5/6", "2027-06-05"),
        ("Sat 28 Nov", "2026-11-28"), ("Fri 4 Dec", "2026-12-04"), ("Sat 28 Nov 18:00", "2026-11-28T18:00"),
        ("18:00 sat 28 nov", "2026-11-28T18:00"), ("Wed 1 May 2030", "2030-05-01"), ("on sat 28 nov", "2026-11-28"),
        ("saturday, november 28", "2026-11-28"), ("sat 28.11.", "2026-11-28"), ("fri 1 jan", "2027-01-01"),
        // Overdue, and shown without a year.
        ("Thu 19 Nov", "2026-11-19"), ("Thu 19 Nov 9:00", "2026-11-19T09:00"),
        ("Thu 19 Nov 2026", "2026-11-19"), ("this sat", "2026-11-21"), ("this saturday at 7pm", "2026-11-21T19:00"),
        ("this sat 28 nov", "2026-11-28"),
        ("day after tomorrow", "2026-11-23"), ("the day after tomorrow 9:00", "2026-11-23T09:00"),
        ("end of week", "2026-11-22"), ("by the end of the week", "2026-11-22"), ("End of Month", "2026-11-30"),
        ("midnight", "2026-11-21T23:59"), ("fri midnight", "2026-11-27T23:59"),
        ("at midnight on friday", "2026-11-27T23:59"),
        ("in 2 hours", "2026-11-21T20:04"), ("in an hour", "2026-11-21T19:04"), ("in 6 hours", "2026-11-22T00:04"),
        ("+2h", "2026-11-21T20:04"), ("6h", "2026-11-22T00:04"), ("in 30 minutes", "2026-11-21T18:34"),
        ("In 1 Minute", "2026-11-21T18:05"), ("in 90 min", "2026-11-21T19:34"),
        ("in 48 hours", "2026-11-23T18:04"), ("-3d", "2026-11-18"), ("-1w", "2026-11-14"),
        ("  ToMoRRow\t 9:30 ", "2026-11-22T09:30"), ("IN  2\u{A0}WEEKS", "2026-12-05"), ("25 DEC", "2026-12-25"),
    ])
    func `a text is read as people mean it`(text: String, expected: String) throws {
        #expect(try DateGrammar(.fixed).resolve(text).date?.description == expected)
    }

    @Test func `in the United States the month comes first, where both could be either`() throws {
        var grammar = DateGrammar(.fixed)
        grammar.isMonthFirst = true
        for (text, expected) in [("5/6", "2027-05-06"), ("25/12", "2026-12-25"), ("12/25", "2026-12-25")] {
            #expect(try grammar.resolve(text).date?.description == expected)
        }
        #expect(Clock.localized(["LANG": "en_US.UTF-8"]).isMonthFirst == true)
        #expect(Clock.localized(["LANG": "en_US.UTF-8", "LC_TIME": "en_GB.UTF-8"]).isMonthFirst == false)
    }

    @Test(arguments: [[:], ["LANG": "C.UTF-8"], ["LC_ALL": "POSIX"]])
    func `without a country two numbers that could both be the month are refused`(environment: [String: String]) throws
    {
        var grammar = DateGrammar(.fixed)
        grammar.isMonthFirst = Clock.localized(environment).isMonthFirst
        #expect(throws: ControlError.self) { try grammar.resolve("12/5") }
        for (text, expected) in [("5/5", "2027-05-05"), ("25/12", "2026-12-25"), ("12/25", "2026-12-25")] {
            #expect(try grammar.resolve(text).date?.description == expected)
        }
    }

    @Test func `tonight is eight o'clock, and later than that the end of the day`() throws {
        let today = try #require(CivilDate("2026-11-21"))
        for (minute, expected) in [(1199, "2026-11-21T20:00"), (1200, "2026-11-21T23:59")] {
            #expect(try DateGrammar(today: today, minuteOfDay: minute).resolve("tonight").date?.description == expected)
        }
    }

    @Test(arguments: [
        // On a Friday, a Sunday and a Monday.
        ("2026-11-20", "fri", "2026-11-27"), ("2026-11-20", "sat", "2026-11-21"), ("2026-11-20", "thu", "2026-11-26"),
        ("2026-11-20", "next fri", "2026-11-27"), ("2026-11-20", "fri 9:00", "2026-11-27T09:00"),
        ("2026-11-22", "sun", "2026-11-29"), ("2026-11-22", "next sun", "2026-11-29"),
        ("2026-11-22", "mon", "2026-11-23"), ("2026-11-22", "next mon", "2026-11-23"),
        ("2026-11-22", "eow", "2026-11-22"),
        ("2026-11-23", "sun", "2026-11-29"), ("2026-11-23", "next sun", "2026-12-06"),
        ("2026-11-23", "next mon", "2026-11-30"), ("2026-11-23", "next fri", "2026-12-04"),
        ("2026-11-23", "eow", "2026-11-29"),
        // At the end of a year.
        ("2026-12-31", "tomorrow", "2027-01-01"), ("2027-01-01", "yesterday", "2026-12-31"),
        ("2026-12-31", "31 dec", "2026-12-31"), ("2026-12-31", "1 jan", "2027-01-01"),
        ("2026-12-31", "30 dec", "2027-12-30"),
        ("2026-12-31", "eow", "2027-01-03"), ("2026-12-31", "eom", "2026-12-31"),
        ("2026-12-31", "11:00", "2027-01-01T11:00"),
        ("2026-12-31", "next month", "2027-01-01"), ("2026-12-31", "next year", "2027-01-01"),
        // At the end of a month.
        ("2026-01-31", "+1m", "2026-02-28"), ("2024-01-31", "in a month", "2024-02-29"),
        ("2026-01-31", "eom", "2026-01-31"),
        ("2026-02-01", "eom", "2026-02-28"), ("2024-02-10", "eom", "2024-02-29"),
        ("2026-11-30", "tomorrow", "2026-12-01"),
        ("2026-11-30", "eow", "2026-12-06"),
        // On leap days and around them.
        ("2028-02-29", "29 feb", "2028-02-29"), ("2028-03-01", "29 feb", "2032-02-29"),
        ("2028-02-28", "29.2.", "2028-02-29"),
        ("2096-03-01", "29 feb", "2104-02-29"), ("2028-02-29", "+1y", "2029-02-28"),
        ("2028-02-28", "tomorrow", "2028-02-29"),
        ("2028-02-29", "28.2.", "2029-02-28"), ("1999-12-31", "feb 29", "2000-02-29"),
        // At the borders of time.
        ("9999-12-31", "today", "9999-12-31"), ("9999-12-31", "31.12.", "9999-12-31"),
        ("9999-12-31", "eom", "9999-12-31"),
        ("0001-01-01", "0:00", "0001-01-02T00:00"), ("0001-01-01", "+0y", "0001-01-01"),
    ])
    func `borders are where the calendar has them`(today: String, text: String, expected: String) throws {
        let grammar = DateGrammar(today: try #require(CivilDate(today)), minuteOfDay: 720)
        #expect(try grammar.resolve(text).date?.description == expected)
    }

    @Test func `a time is today's until its minute begins, from midnight on`() throws {
        let today = CivilDate.first
        #expect(try DateGrammar(today: today, minuteOfDay: 0).resolve("0:00").date?.description == "0001-01-02T00:00")
        #expect(try DateGrammar(today: today, minuteOfDay: 0).resolve("0:01").date?.description == "0001-01-01T00:01")
        #expect(
            try DateGrammar(today: today, minuteOfDay: 1438).resolve("23:59").date?.description == "0001-01-01T23:59"
        )
        #expect(
            try DateGrammar(today: today, minuteOfDay: 1439).resolve("23:59").date?.description == "0001-01-02T23:59"
        )
    }

    @Test(arguments: ["none", "NONE", "  none "])
    func `the word none is not a valid date`(text: String) throws {
        #expect(try DateGrammar(.fixed).resolve(text) == .none)
    }

    /// Seen from Saturday, 21 November 2026, and from the last week of a year.
    @Test(arguments: [
        ("2026-11-21", "next week", "2026-11-23", "2026-11-29"),
        ("2026-11-23", "Next  Week", "2026-11-30", "2026-12-06"),
        ("2026-11-21", "next month", "2026-12-01", "2026-12-31"),
        ("2026-12-31", "next month", "2027-01-01", "2027-01-31"),
        ("2026-11-21", "next year", "2027-01-01", "2027-12-31"),
        ("9999-12-20", "next week", "9999-12-27", "9999-12-31"),
    ])
    func `a filter takes a whole period`(today: String, text: String, first: String, last: String) throws {
        let grammar = DateGrammar(today: try #require(CivilDate(today)), minuteOfDay: 720)
        let period = try #require(grammar.period(text))
        #expect(period.lowerBound.description == first && period.upperBound.description == last)
    }

    @Test(arguments: ["next fri", "next week 9:00", "today", "25 dec", "none", "next", "someday", ""])
    func `a filter by anything else is by one day`(text: String) {
        #expect(DateGrammar(.fixed).period(text) == nil)
    }

    @Test func `an empty text takes away the date that a field has`() throws {
        for text in ["", " ", "none"] {
            #expect(try DateGrammar(.fixed).resolve(newValue: text) == .none)
        }
        #expect(try DateGrammar(.fixed).resolve(newValue: "today").date == Clock.fixed.today)
    }

    /// Seen from Saturday, 21 November 2026, 18:04.
    @Test(arguments: [
        ("mon", "2026-11-16"), ("this mon", "2026-11-16"), ("Thu 19 Nov", "2026-11-19"), ("this sat", "2026-11-21"),
        ("3d", "2026-11-18"), ("2 weeks", "2026-11-07"), ("1 year", "2025-11-21"), ("30 days", "2026-10-22"),
    ])
    func `a day in the past is the last one of its name`(text: String, expected: String) throws {
        let day = Clock.fixed.local(try PastDate(.fixed).instant(text)).withoutTime
        #expect(day.description == expected)
    }

    @Test func `a future day with its weekday is not in the past`() {
        let error = #expect(throws: ControlError.self) { try PastDate(.fixed).instant("Fri 27 Nov") }
        #expect(error?.message == "\"Fri 27 Nov\" lies in the future")
    }
}
