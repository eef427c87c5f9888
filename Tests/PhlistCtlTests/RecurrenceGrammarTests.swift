import PhlistControl
import PhlistVocabulary
import Testing

@testable import phlistctl

/// Rules as people type them, as they are stored, and in words.
struct RecurrenceGrammarTests {
    private static let grammar = RecurrenceGrammar(
        dates: DateGrammar(today: CivilDate("2026-11-21") ?? .first, minuteOfDay: 18 * 60)
    )

    @Test(arguments: [
        ("day", "FREQ=DAILY", "every day"), ("daily", "FREQ=DAILY", "every day"),
        ("every other day", "FREQ=DAILY;INTERVAL=2", "every 2 days"),
        ("2 weeks", "FREQ=WEEKLY;INTERVAL=2", "every 2 weeks"),
        ("fortnight", "FREQ=WEEKLY;INTERVAL=2", "every 2 weeks"), ("2w", "FREQ=WEEKLY;INTERVAL=2", "every 2 weeks"),
        ("Weekly", "FREQ=WEEKLY", "every week"), ("tue", "FREQ=WEEKLY;BYDAY=TU", "every week on Tue"),
        ("mon,thu", "FREQ=WEEKLY;BYDAY=MO,TH", "every week on Mon and Thu"),
        ("thursday and mondays", "FREQ=WEEKLY;BYDAY=MO,TH", "every week on Mon and Thu"),
        ("2 weeks on tue, thu and sat", "FREQ=WEEKLY;INTERVAL=2;BYDAY=TU,TH,SA", "every 2 weeks on Tue, Thu and Sat"),
        ("weekdays", "FREQ=WEEKLY;BYDAY=MO,TU,WE,TH,FR", "every week on Mon, Tue, Wed, Thu and Fri"),
        ("weekend", "FREQ=WEEKLY;BYDAY=SA,SU", "every week on Sat and Sun"),
        ("month 1", "FREQ=MONTHLY;BYMONTHDAY=1", "every month on day 1"),
        (
            "3 months on the 31st", "FREQ=MONTHLY;INTERVAL=3;BYMONTHDAY=28,29,30,31;BYSETPOS=-1",
            "every 3 months on day 31"
        ),
        ("month last", "FREQ=MONTHLY;BYMONTHDAY=-1", "every month on the last day"),
        ("month on the last day", "FREQ=MONTHLY;BYMONTHDAY=-1", "every month on the last day"),
        ("month last fri", "FREQ=MONTHLY;BYDAY=-1FR", "every month on the last Fri"),
        ("first monday of month", "FREQ=MONTHLY;BYDAY=1MO", "every month on the 1st Mon"),
        ("15 of the month", "FREQ=MONTHLY;BYMONTHDAY=15", "every month on day 15"),
        ("1st of every month", "FREQ=MONTHLY;BYMONTHDAY=1", "every month on day 1"),
        ("last day of the month", "FREQ=MONTHLY;BYMONTHDAY=-1", "every month on the last day"),
        ("year on 25 of december", "FREQ=YEARLY;BYMONTH=12;BYMONTHDAY=25", "every year on 25 Dec"),
        ("week until 30 of june 2027", "FREQ=WEEKLY;UNTIL=20270630", "every week until 30 Jun 2027"),
        ("2nd tue", "FREQ=MONTHLY;BYDAY=2TU", "every month on the 2nd Tue"),
        ("first monday", "FREQ=MONTHLY;BYDAY=1MO", "every month on the 1st Mon"),
        ("year", "FREQ=YEARLY", "every year"),
        ("year 25 dec", "FREQ=YEARLY;BYMONTH=12;BYMONTHDAY=25", "every year on 25 Dec"),
        ("after 3 days", "FREQ=DAILY;INTERVAL=3;FROM=COMPLETION", "3 days after it is done"),
        ("after a week", "FREQ=WEEKLY;FROM=COMPLETION", "1 week after it is done"),
        ("week until 30 june 2027", "FREQ=WEEKLY;UNTIL=20270630", "every week until 30 Jun 2027"),
        ("day 5 times", "FREQ=DAILY;COUNT=5", "every day, 5 times"),
        ("tue for 5 times", "FREQ=WEEKLY;BYDAY=TU;COUNT=5", "every week on Tue, 5 times"),
        ("RRULE:FREQ=WEEKLY;BYDAY=TU", "FREQ=WEEKLY;BYDAY=TU", "every week on Tue"),
    ])
    func `a rule is understood, and said in words`(typed: String, rule: String, words: String) throws {
        guard !rule.isEmpty else {
            #expect(throws: ControlError.self) { try Self.grammar.resolve(typed) }
            return
        }
        #expect(try Self.grammar.resolve(typed) == rule)
        #expect(RecurrenceText.words(rule) == words)
    }

    @Test(arguments: [
        ("tue 18:00", "FREQ=WEEKLY;BYDAY=TU;BYHOUR=18;BYMINUTE=0"), ("day at 6pm", "FREQ=DAILY;BYHOUR=18;BYMINUTE=0"),
        ("sat noon", "FREQ=WEEKLY;BYDAY=SA;BYHOUR=12;BYMINUTE=0"), ("week 8:05 pm", "FREQ=WEEKLY;BYHOUR=20;BYMINUTE=5"),
        (
            "month 1 at 9:00 until 2027-06-30",
            "FREQ=MONTHLY;BYMONTHDAY=1;BYHOUR=9;BYMINUTE=0;UNTIL=20270630"
        ),
        ("tue until 2027-06-30 18:00", "FREQ=WEEKLY;BYDAY=TU;BYHOUR=18;BYMINUTE=0;UNTIL=20270630"),
        ("tue 5 times 18:00", "FREQ=WEEKLY;BYDAY=TU;BYHOUR=18;BYMINUTE=0;COUNT=5"),
        ("after 3 days 20:00", "FREQ=DAILY;INTERVAL=3;BYHOUR=20;BYMINUTE=0;FROM=COMPLETION"),
    ])
    func `a time is that of the first date`(typed: String, rule: String) throws {
        #expect(try Self.grammar.resolve(typed) == rule)
    }

    @Test(arguments: ["none", "", " "])
    func `none takes a rule away`(typed: String) throws {
        #expect(try Self.grammar.resolve(typed) == "")
    }

    @Test(arguments: [
        ("sometimes", nil), ("week blue", "blue"), ("2", nil), ("after", nil),
        ("month 32", "32"), ("month last blue", "blue"), ("day mon", "mon"), ("2 blues", "blues"),
        ("after 3 days mon", "mon"), ("5th mon", "5th"), ("tue 25:00", "25:00"), ("18:00", nil),
    ])
    func `what is not understood is named`(typed: String, word: String?) throws {
        let error = try #require(throws: ControlError.self) { try Self.grammar.resolve(typed) }
        let reason = word.map { ": \"\($0)\" is not understood" } ?? ""
        #expect(error.message == "\"\(typed)\" does not say when it comes back\(reason)")
    }

    @Test(arguments: [
        ("0 days", "0", 999), ("1000 days", "1000", 999), ("week 10000 times", "10000", 9999),
        ("day 0 times", "0", 9999),
    ])
    func `a number that is too large is refused with the limit`(typed: String, word: String, max: Int) throws {
        let error = try #require(throws: ControlError.self) { try Self.grammar.resolve(typed) }
        let reason = "\"\(word)\" is not a number from 1 to \(max)"
        #expect(error.message == "\"\(typed)\" does not say when it comes back: \(reason)")
    }

    @Test func `the day after until is a date`() throws {
        let error = try #require(throws: ControlError.self) { try Self.grammar.resolve("week until blue") }
        #expect(error.message == "\"blue\" is not a valid date")
    }

    @Test func `what has ended does not come back`() throws {
        let error = try #require(throws: ControlError.self) { try Self.grammar.resolve("week until 2026-11-20") }
        #expect(error.message == "the end, 2026-11-20, is past")
        #expect(try Self.grammar.resolve("week until today") == "FREQ=WEEKLY;UNTIL=20261121")
    }
}
