import PhlistControl
import PhlistVocabulary
import Testing

@testable import phlistctl

/// Reminders as people type them, as they are stored, and in words.
struct ReminderGrammarTests {
    // A Saturday evening.
    private static let today = CivilDate("2026-11-21") ?? .first
    private static let grammar = ReminderGrammar(dates: DateGrammar(today: today, minuteOfDay: 18 * 60))
    private static let dates = DateText(today: today)

    @Test(arguments: [
        ("1 day before", "-P1D", "1 day before"), ("the day before", "-P1D", "1 day before"),
        ("A Week Before", "-P7D", "1 week before"), ("2w before", "-P14D", "2 weeks before"),
        ("2h before", "-PT2H", "2 hours before"), ("2 hours before", "-PT2H", "2 hours before"),
        ("90 minutes before", "-PT1H30M", "1 hour 30 minutes before"), ("30m before", "-PT30M", "30 minutes before"),
        ("1 day and 2 hours before", "-P1DT2H", "1 day 2 hours before"), ("hour before", "-PT1H", "1 hour before"),
        ("when due", "PT0S", "when due"), ("at the time", "PT0S", "when due"), ("0 min before", "PT0S", "when due"),
        ("sat 9:00", "20261128T090000", "Sat 28 Nov 09:00"), ("tomorrow 18:30", "20261122T183000", "tomorrow 18:30"),
        ("sun", "20261122T090000", "tomorrow 09:00"), ("in 2 hours", "20261121T200000", "today 20:00"),
        ("18:00", "20261122T180000", "tomorrow 18:00"), ("2027-02-28", "20270228T090000", "28 Feb 2027 09:00"),
        ("1d before, when due,sat 9:00", "-P1D,PT0S,20261128T090000", "1 day before, when due, Sat 28 Nov 09:00"),
        ("-PT15M", "-PT15M", "15 minutes before"), ("20261128T090000", "20261128T090000", "Sat 28 Nov 09:00"),
    ])
    func `a reminder is understood, and said in words that are understood again`(
        typed: String,
        form: String,
        words: String
    ) throws {
        #expect(try Self.grammar.resolve([typed]) == form)
        #expect(ReminderText.words(form, Self.dates) == words)
        #expect(try Self.grammar.resolve([words]) == form)
    }

    @Test func `an option that is given several times means all of them`() throws {
        #expect(try Self.grammar.resolve(["1 day before", "when due, 1h before"]) == "-P1D,-PT1H,PT0S")
        #expect(try Self.grammar.resolve(["none"]) == "" && Self.grammar.resolve(["", " "]) == "")
    }

    @Test(arguments: [
        "sometimes", "before", "blue before", "2 before", "2 blues before", "1 month before", "1 year before",
        "-1 day before", "1.5 days before", "1 day after", "25:00", "31 feb", "sat 9:00 before",
    ])
    func `what is not understood is named`(typed: String) throws {
        let error = try #require(throws: ControlError.self) { try Self.grammar.resolve([typed]) }
        #expect(error.message == "\"\(typed)\" does not say when to remind")
    }

    @Test(arguments: [
        ("sat 9:00, none", "\"none\" does not go together with other reminders"),
        ("1000 days before", "\"1000 days before\" is more than 999 days before"),
        ("30m", "\"30m\" may count from now, or back from the due date"),
        ("1 day", "\"1 day\" may count from now, or back from the due date"),
        ("today 17:59", "the reminder \"today 17:59\", today 17:59, is past"),
        ("2026-11-20", "the reminder \"2026-11-20\", yesterday 09:00, is past"),
        ("1m before,2m before,3m before,4m before,5m before,6m before", "6 reminders for one item; at most 5"),
    ])
    func `what cannot be is refused with the reason`(typed: String, message: String) throws {
        let error = try #require(throws: ControlError.self) { try Self.grammar.resolve([typed]) }
        #expect(error.message == message)
    }

    @Test func `a text of any length is refused in one line`() throws {
        let error = try #require(throws: ControlError.self) {
            try Self.grammar.resolve([String(repeating: "9", count: 5000) + " days before"])
        }
        #expect(error.message.utf8.count < 200)
    }
}
