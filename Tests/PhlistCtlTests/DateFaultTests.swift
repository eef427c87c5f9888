import PhlistControl
import PhlistVocabulary
import Testing

@testable import phlistctl

/// What is said about a text that is not a valid date.
struct DateFaultTests {
    @Test(arguments: [
        ("31.2.", ": no calendar has that day"), ("30.2.", ": no calendar has that day"),
        ("2026-13-01", ": no calendar has that day"), ("29 feb 2026", ": no calendar has that day"),
        ("0.0.", ": no calendar has that day"), ("31 nov", ": no calendar has that day"),
        ("0000-01-01", ": no calendar has that day"), ("2026/02/30", ": no calendar has that day"),
        ("2026-02-30T10:00", ": no calendar has that day"),
        ("mon 31 feb", ": no calendar has that day"),
        ("Sun 28 Nov", ": 28 Nov 2026 is a Saturday"), ("Thu 1 May 2030 18:00", ": 1 May 2030 is a Wednesday"),
        ("Thu 19 Nov 2027", ": 19 Nov 2027 is a Friday"), ("sun 2026-11-28", ": 28 Nov 2026 is a Saturday"),
        ("25:00", ": no day has the time \"25:00\""), ("sat 24:00", ": no day has the time \"24:00\""),
        ("9:5", ": no day has the time \"9:5\""), ("18:60", ": no day has the time \"18:60\""),
        ("18:00:00", ": no day has the time \"18:00:00\""), (":30", ": no day has the time \":30\""),
        ("+9:30", ": no day has the time \"+9:30\""), ("2026-12-25T25:00", ": no day has the time \"25:00\""),
        ("in 99999 years", ": it is not in the years 1 to 9999"), ("+8000y", ": it is not in the years 1 to 9999"),
        ("+99999999999999999999d", ": it is not in the years 1 to 9999"),
        ("+9223372036854775807w", ": it is not in the years 1 to 9999"),
        ("in 9223372036854775807 days", ": it is not in the years 1 to 9999"),
        ("+9223372036854775807m", ": it is not in the years 1 to 9999"),
        ("25.12.26", ": the year \"26\" needs four digits"), ("25 dec 26", ": the year \"26\" needs four digits"),
        ("25.12.20266", ": the year \"20266\" needs four digits"),
        ("12/25/26", ": the year \"26\" needs four digits"), ("13/13", ": no calendar has that day"),
        ("13pm", ": no day has the time \"13pm\""), ("5:60 pm", ": no day has the time \"5:60pm\""),
        ("", ""), (" ", ""), ("25", ""), ("+d", ""), ("+3", ""), ("+3x", ""), ("-3x", ""), ("-d", ""), ("--3d", ""),
        ("+ 3d", ": \"+\" is not understood"),
        ("1.2.3.4", ""), ("2026-12", ""), ("12/", ""), ("..", ""), ("x.12.", ""), ("25.12.x", ""), ("mo", ""),
        ("i̇n", ""),
        ("in", ": something is missing after \"in\""), ("in 3", ": something is missing after \"3\""),
        ("next", ": something is missing after \"next\""), ("dec", ": something is missing after \"dec\""),
        ("next 18:00", ": something is missing after \"next\""),
        ("in 3 fortnights", ": \"fortnights\" is not understood"),
        ("in 3 hours 18:00", ": \"18:00\" is not understood"),
        ("in 9223372036854775807 hours", ": it is not in the years 1 to 9999"),
        ("in 9223372036854775807 minutes", ": it is not in the years 1 to 9999"),
        ("in 99999999 hours", ": it is not in the years 1 to 9999"), ("in 3 hours fri", ": \"fri\" is not understood"),
        ("in some days", ": \"some\" is not understood"),
        ("next day", ": \"day\" is not understood"), ("next fri sat", ": \"sat\" is not understood"),
        ("sat 10", ": \"10\" is not understood"), ("none 18:00", ": \"none\" is not understood"),
        ("sat 2 weeks", ": \"2\" is not understood"), ("sat 28.11. x", ": \"x\" is not understood"),
        ("this week", ": \"this\" is not understood"), ("end of", ": \"end\" is not understood"),
        ("18:00 sat 9:00", ": \"9:00\" is not understood"), ("2 weeks x", ": \"weeks\" is not understood"),
        ("in 2 weeks ago", ": \"ago\" is not understood"), ("25 dec 2026 x", ": \"x\" is not understood"),
        ("dec x", ": \"x\" is not understood"), ("25 dec x", ": \"x\" is not understood"),
        ("٣.٣.", ""), ("a\nb", ": \"a\" is not understood"),
    ])
    func `the fault is named with the text`(text: String, reason: String) throws {
        let error = try #require(throws: ControlError.self) { try DateGrammar(.fixed).resolve(text) }
        #expect(error.code == .invalid)
        #expect(error.message == "\"\(text == "a\nb" ? "a b" : text)\" is not a valid date\(reason)")
        #expect(try #require(error.hint).hasSuffix("in 2 weeks\", 25.12., 2026-12-25, none"))
        #expect(error.details.isEmpty)
    }

    @Test(arguments: [
        ("tomorow", "tomorrow"), ("firday", "friday"), ("wendsday", "wednesday"), ("Tody", "today"), ("mno", "mon"),
        ("nxet fri", "next"), ("next firday", "friday"), ("25 dez", "dec"), ("25 decmber 2027", "december"),
        ("in 2 wekes", "weeks"), ("yesterdya 10:00", "yesterday"), ("non", "none"), ("feburary 3", "february"),
        ("now", "today"), ("friday 18.30", "18:30"), ("9.45", "9:45"),
        ("tomorrow 18.30", "18:30"), ("25 dec 18.30", "18:30"), ("7.15 tomorrow", "7:15"),
    ])
    func `a slip of the pen is understood`(text: String, meant: String) throws {
        let error = try #require(throws: ControlError.self) { try DateGrammar(.fixed).resolve(text) }
        #expect(try #require(error.hint).hasPrefix("did you mean \"\(meant)\"? dates look like: "))
    }

    @Test(arguments: ["foo", "xyz", "hello", "x", "15", "tmrrw-ish", "31.2.", "sat foo"])
    func `what resembles nothing is not guessed`(text: String) throws {
        let error = try #require(throws: ControlError.self) { try DateGrammar(.fixed).resolve(text) }
        #expect(try #require(error.hint).hasPrefix("dates look like: "))
    }

    @Test(arguments: [("overdeu", "overdue"), ("weke", "week"), ("tomorow", "tomorrow")])
    func `a slip in a word that only filters know is understood`(text: String, meant: String) throws {
        let error = try #require(throws: ControlError.self) { try DateGrammar(.fixed).dueFilter(text) }
        #expect(try #require(error.hint).hasPrefix("did you mean \"\(meant)\"? dates look like: "))
    }

    @Test func `a long text is refused at once and shown in part`() throws {
        let text = String(repeating: "tomorow\u{1B}", count: 200_000)
        let error = try #require(throws: ControlError.self) { try DateGrammar(.fixed).resolve(text) }
        let shown = String(repeating: "tomorow\u{FFFD}", count: 4)
        #expect(error.message == "\"\(shown)…\" is not a valid date: it is too long")
    }

    @Test func `what is left of the borders of time is not a valid date`() {
        let last = DateGrammar(today: .last, minuteOfDay: 720)
        for text in ["tomorrow", "fri", "next mon", "11:00", "1 jan", "29 feb", "+1d", "in a month", "eow"] {
            let error = #expect(throws: ControlError.self) { try last.resolve(text) }
            #expect(error?.message == "\"\(text)\" is not a valid date: it is not in the years 1 to 9999")
        }
        #expect(throws: ControlError.self) { try DateGrammar(today: .first, minuteOfDay: 0).resolve("yesterday") }
    }
}
