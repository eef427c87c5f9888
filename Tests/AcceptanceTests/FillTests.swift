import Foundation
import Testing

/// Filling in a form on a terminal, with the programs as they are installed.
struct FillTests {
    private static let menu = "Enter for all: "

    private static func home() throws -> Home {
        let home = try Home()
        try home("form", "template", "student")
        return home
    }

    /// Answers the questions of the form, each behind its name.
    private static func answer(_ terminal: Terminal, _ answers: (question: String, answer: String)...) throws {
        for (question, answer) in answers {
            try terminal.expect(question)
            try terminal.expect(": ")
            try terminal.type("\(answer)\r")
        }
    }

    private static func choose(_ terminal: Terminal, _ line: String) throws {
        try terminal.expect(menu)
        try terminal.type("\(line)\r")
    }

    private static func fill(_ terminal: Terminal, _ key: String) throws {
        try answer(
            terminal,
            ("Student ID", key),
            ("Date of Birth", "2010/05/17"),
            ("Consent Date", "2026/11/01"),
            ("Ethnicity (", "2"),
            ("Primary Language (", "french"),
            ("Disability (", "1"),
            ("Has IEP", "yes"),
            ("IEP Number", "4711")
        )
    }

    private static func end(_ terminal: Terminal) throws {
        try choose(terminal, "close")
        #expect(try terminal.wait() == 0)
    }

    private static func row(_ home: Home, _ key: String) throws -> String {
        try home("--plain", "record", "find", "student", key).output
    }

    private static let filled = "S17\tvalid\t2010/05/17\t2026/11/01\tAsian\tFrench\tNone\ton\t4711\n"

    @Test func `S2.12 S2.13 a form is filled in field by field, with what is wrong marked, and then saved`() throws {
        let home = try Self.home()
        let terminal = try home.terminal("record", "fill", "student")
        try Self.answer(terminal, ("Student ID", "S17"), ("Date of Birth", "2010/02/30"))
        try terminal.expect("! no calendar has the day 2010/02/30")
        try Self.answer(terminal, ("Date of Birth (YYYY/MM/DD) [2010/02/30]", ""))
        try Self.answer(terminal, ("Consent Date", "2026/11/01"), ("Ethnicity (", "2"))
        try Self.answer(terminal, ("Primary Language (", "french"), ("Disability (", ""), ("Has IEP", "on"))
        try Self.answer(terminal, ("IEP Number", "4711"))
        try Self.choose(terminal, "save")
        try terminal.expect("nothing was saved: 2 fields of student to correct")
        try terminal.expect("Disability")
        try terminal.expect("! is required")
        #expect(try home("-q", "record", "ls", "student").output == "")
        try Self.choose(terminal, "2")
        try Self.answer(terminal, ("Date of Birth", "2010/05/17"))
        try Self.choose(terminal, "6")
        try Self.answer(terminal, ("Disability (", "1"))
        try Self.choose(terminal, "save")
        try terminal.expect("added S17 to student")
        try Self.choose(terminal, "4")
        try Self.answer(terminal, ("Ethnicity (number or text) [Asian]", ""))
        try Self.choose(terminal, "Save")
        try terminal.expect("nothing to change: S17 in student")
        try Self.end(terminal)
        #expect(try Self.row(home, "S17") == Self.filled)
    }

    @Test func `S2.14 S2.15 Clear empties all fields and takes away all errors`() throws {
        let home = try Self.home()
        let terminal = try home.terminal("record", "fill", "student")
        try Self.answer(terminal, ("Student ID", "S-17"), ("Student ID [S-17]", ""), ("Date of Birth", "2010/05/17"))
        try Self.answer(terminal, ("Consent Date", ""), ("Ethnicity (", ""), ("Primary Language (", ""))
        try Self.answer(terminal, ("Disability (", ""), ("Has IEP", "on"), ("IEP Number", "4711"))
        try Self.choose(terminal, "save")
        try terminal.expect("nothing was saved: 5 fields of student to correct")
        try Self.choose(terminal, "clear")
        try terminal.expect("all fields are empty")
        try terminal.expect(Self.menu)
        let before = terminal.transcript
        try terminal.type("2\r")
        try terminal.expect("Date of Birth (YYYY/MM/DD): ")
        try terminal.type("2010/05/17\r")
        try terminal.expect("  1  Student ID\r\n  2  Date of Birth     2010/05/17\r\n  3  Consent Date\r\n")
        try terminal.expect(Self.menu)
        #expect(!terminal.transcript.dropFirst(before.count).contains("!"))
        try terminal.interrupt()
        #expect(try terminal.wait() == 130)
        #expect(try home("-q", "record", "ls", "student").output == "")
    }

    @Test func `S2.16 Close asks when something was typed; No changes nothing, Yes leaves`() throws {
        let home = try Self.home()
        let terminal = try home.terminal("record", "fill", "student")
        try Self.fill(terminal, "S17")
        try Self.choose(terminal, "close")
        try terminal.expect("Close without saving? [y/N] ")
        try terminal.type("n\r")
        try Self.choose(terminal, "save")
        try terminal.expect("added S17 to student")
        #expect(try Self.row(home, "S17") == Self.filled)
        try Self.choose(terminal, "2")
        try Self.answer(terminal, ("Date of Birth", "2010/05/18"))
        try Self.choose(terminal, "close")
        try terminal.expect("Close without saving? [y/N] ")
        try terminal.type("y\r")
        #expect(try terminal.wait() == 0)
        #expect(try Self.row(home, "S17") == Self.filled)
    }

    @Test func `S2.12 S2.16 Ctrl-C at any point changes nothing`() throws {
        let home = try Self.home()
        for stop in ["Student ID: ", "Date of Birth (YYYY/MM/DD): ", "Has IEP (on or off): ", Self.menu, "[y/N] "] {
            let terminal = try home.terminal("record", "fill", "student")
            if stop == Self.menu || stop.hasPrefix("[") {
                try Self.fill(terminal, "S17")
            } else if stop.hasPrefix("Has") {
                try Self.answer(terminal, ("Student ID", "S17"), ("Date of Birth", ""), ("Consent Date", ""))
                try Self.answer(terminal, ("Ethnicity (", ""), ("Primary Language (", ""), ("Disability (", ""))
            } else if stop.hasPrefix("Date") {
                try Self.answer(terminal, ("Student ID", "S17"))
            }
            if stop.hasPrefix("[") { try Self.choose(terminal, "close") }
            try terminal.expect(stop)
            try terminal.interrupt()
            #expect(try terminal.wait() == 130, "\(stop)")
        }
        #expect(try home("-q", "record", "ls", "student", "--all").output == "")
    }

    @Test func `S2.12 S2.19 S2.20 Find fills all fields, and what is not there leaves them as they are`() throws {
        let home = try Self.home()
        let first = try home.terminal("record", "fill", "student", "S17")
        try first.expect(#"no record "S17" in student yet; this will be a new one"#)
        try first.expect("Student ID [S17]: ")
        try first.type("\r")
        try Self.answer(first, ("Date of Birth", "2010/05/17"), ("Consent Date", "2026/11/01"), ("Ethnicity (", "2"))
        try Self.answer(first, ("Primary Language (", "french"), ("Disability (", "1"), ("Has IEP", "yes"))
        try Self.answer(first, ("IEP Number", "4711"))
        try Self.choose(first, "save")
        try first.expect("added S17 to student")
        try Self.end(first)
        let second = try home.terminal("record", "fill", "student", "s17")
        for text in ["1  Student ID", "S17", "2010/05/17", "2026/11/01", "Asian", "French", "None", "on", "4711"] {
            try second.expect(text)
        }
        try Self.choose(second, "find S18")
        try second.expect(#"no record "S18" in student"#)
        try Self.choose(second, "find")
        try second.expect("Student ID: ")
        try second.type("S17\r")
        for text in ["2010/05/17", "Asian", "4711"] { try second.expect(text) }
        try Self.end(second)
        #expect(try Self.row(home, "S17") == Self.filled)
    }

    @Test func `S2.12 S2.17 S2.18 Observation asks for Automatic or Manual, and both may be empty`() throws {
        let home = try Self.home()
        let terminal = try home.terminal("record", "fill", "student")
        try Self.fill(terminal, "S17")
        try Self.choose(terminal, "observation")
        try terminal.expect("Automatic or Manual? ")
        try terminal.type("automatic\r")
        try terminal.expect("Note (Enter for none): ")
        try terminal.type("\r")
        try terminal.expect(#"no record "S17" in student"#)
        try Self.choose(terminal, "save")
        for mode in ["Automatic", "Manual"] {
            try Self.choose(terminal, "Observation")
            try terminal.expect("Automatic or Manual? ")
            try terminal.type("\(mode)\r")
            try terminal.expect("Note (Enter for none): ")
            try terminal.type("\r")
            try terminal.expect("observed S17: \(mode.lowercased())")
        }
        try Self.end(terminal)
        let shown = try home("record", "show", "student", "S17").output.split(separator: "\n").suffix(3)
        #expect(shown == ["  observed", "    <now>  automatic  <me>", "    <now>  manual     <me>"])
    }

    @Test func `S2.12 without a terminal it says what to use instead`() throws {
        let home = try Self.home()
        try home("record", "fill", "student").expect(
            64,
            "! phlistctl: record fill asks on a terminal; without one: phlistctl record save student FIELD=VALUE…"
        )
    }
}
