import PhlistControl
import PhlistVocabulary
import Testing

@testable import phlistctl

/// The dialog of `record fill`, without a terminal and without a daemon.
struct RecordDialogTests {
    private typealias Step = RecordDialog.Step

    /// Types lines; what a check would say is given by field, as the daemon does.
    private struct Session {
        var dialog: RecordDialog
        var turn: RecordDialog.Turn
        /// What the daemon finds wrong, for values of the request.
        var faults: ([String: String]) -> [String] = { _ in [] }
        /// The record that is there already.
        var known: RecordView?
        /// All that was said since it was last looked at.
        var said: [String] = []

        init(_ record: RecordView? = nil, key: String? = nil) {
            dialog = RecordDialog(.student)
            turn = dialog.begin(record, key: key)
            note()
        }

        /// The question that stands on the screen.
        var prompt: String? {
            guard case .ask(let prompt) = turn.step else { return nil }
            return prompt.string
        }

        mutating func type(_ lines: String?...) {
            for line in lines {
                take(dialog.typed(line))
                while let next = answer(to: turn.step) { take(next) }
            }
        }

        /// What the daemon's answer leads to, where the step asks it.
        private mutating func answer(to step: Step) -> RecordDialog.Turn? {
            switch step {
            case .check(let newKey):
                if let known, known.key == newKey { return dialog.met(known) }
                return dialog.checked(faults(dialog.request.values))
            case .ask, .find, .save, .observe, .close: return nil
            }
        }

        mutating func take(_ turn: RecordDialog.Turn) {
            self.turn = turn
            note()
        }

        private mutating func note() {
            said += turn.words.map(\.string)
        }
    }

    private static let menu =
        "Save, Clear, Close, Find, Observation, a field's number, or Enter for all: "

    private static func record(_ values: [String]) -> RecordView {
        var record = RecordView.mia
        record.key = values[0]
        for (index, value) in values.enumerated() { record.fields[index].value = value }
        return record
    }

    // MARK: Answering

    @Test func `it asks field by field, and skips what is switched off`() {
        var session = Session()
        var prompts: [String?] = []
        for line in ["S17", "2010/05/17", "2", "no"] {
            prompts.append(session.prompt)
            session.type(line)
        }
        #expect(
            prompts == [
                "Student ID: ", "Date of Birth (YYYY/MM/DD): ", "Disability (number or text): ",
                "Has IEP (on or off): ",
            ]
        )
        #expect(session.prompt == Self.menu)
        session.type("save")
        #expect(session.turn.step == .save)
        #expect(
            session.dialog.request.values == [
                "Student ID": "S17", "Date of Birth": "2010/05/17", "Disability": "Hearing", "Has IEP": "off",
            ]
        )
    }

    @Test func `a switch that is on asks for what is behind it, and off clears it`() {
        var session = Session()
        session.type("S17", "", "", "yes")
        #expect(session.prompt == "IEP Number: ")
        session.type("4711", "4", "off", "save")
        #expect(session.dialog.request.values["Has IEP"] == "off")
        #expect(session.dialog.request.values["IEP Number"] == nil)
        session.type("5")
        #expect(session.said.contains(#"IEP Number: only while "Has IEP" is on"#))
    }

    @Test func `an answer that is wrong is marked and asked for again, until it is right or let go`() {
        var session = Session()
        session.faults = { $0["Date of Birth"] == "2010/02/30" ? ["Date of Birth: no such day"] : [] }
        session.type("S17", "2010/02/30")
        #expect(session.said.last == "  ! no such day")
        #expect(session.prompt == "Date of Birth (YYYY/MM/DD) [2010/02/30]: ")
        session.type("")
        #expect(session.prompt == "Disability (number or text): ")
        session.type("", "")
        #expect(session.said.contains("  2  Date of Birth  2010/02/30  ! no such day"))
        session.type("2", "2010/02/28")
        #expect(session.prompt == Self.menu)
        #expect(!session.said.suffix(5).contains { $0.contains("!") })
    }

    @Test func `Enter keeps what is there, and a hyphen clears it`() {
        var session = Session(.mia)
        session.type("", "", "", "", "", "")
        #expect(session.dialog.request.values == ["Student ID": "S17"])
        session.type("3", "-", "save")
        #expect(session.dialog.request.values == ["Student ID": "S17", "Disability": ""])
    }

    @Test func `the key of a record that is there shows its values, and only what is typed is saved`() {
        var session = Session()
        session.known = .mia
        session.type("S17")
        #expect(session.said.contains("S17 is already in student"))
        #expect(session.prompt == "Date of Birth (YYYY/MM/DD) [2010/05/17]: ")
        session.type("2010/05/18")
        #expect(session.dialog.request.values == ["Student ID": "S17", "Date of Birth": "2010/05/18"])
    }

    @Test func `a key that is taken does not swallow what was typed before`() {
        var session = Session()
        session.known = .mia
        session.type("S18", "2011/01/02", "", "", "1", "S17")
        #expect(session.said.last == "  ! S17 is already in student: close and find it")
        #expect(session.dialog.values[1] == "2011/01/02")
        #expect(session.dialog.values[0].isEmpty)
    }

    @Test func `of a record that was found only what was typed is saved`() {
        var session = Session(.mia)
        session.type("2", "2010/05/18")
        #expect(session.dialog.request.values == ["Student ID": "S17", "Date of Birth": "2010/05/18"])
        session.type("1", "S18")
        #expect(session.dialog.request.values.count == 5)
        #expect(session.dialog.request.values["IEP Number"] == "4711")
    }

    @Test func `a number that is no field's and no choice's is told of, however small it is`() {
        var session = Session(.mia)
        session.said = []
        session.type("0", "-1", "\(Int.min)", "7")
        #expect(session.said.filter { $0.contains("the fields have the numbers 1 to 5") }.count == 4)
        session.type("3", "\(Int.min)")
        #expect(session.dialog.request.values["Disability"] == "\(Int.min)")
    }

    // MARK: The menu

    @Test func `Clear empties all fields and forgets what was wrong`() {
        var session = Session(.mia)
        session.faults = { _ in ["Date of Birth: no such day"] }
        session.type("2", "x", "", "clear")
        #expect(session.dialog.request.values == ["Student ID": ""])
        session.faults = { _ in [] }
        session.said = []
        session.type("3", "None")
        #expect(!session.said.contains { $0.contains("!") })
    }

    @Test func `Close asks only when something was typed, and No changes nothing`() {
        var untouched = Session(.mia)
        untouched.type("2", "2010/05/18", "2", "2010/05/17", "close")
        #expect(untouched.turn.step == .close)
        var session = Session(.mia)
        session.type("2", "2010/05/18")
        let before = session.dialog.request
        for no in ["", "n", "No", "x"] {
            session.type("clo")
            #expect(session.prompt == "Close without saving? [y/N] ")
            session.type(no)
            #expect(session.prompt == Self.menu)
            #expect(session.dialog.request == before)
        }
        session.type("close", "y")
        #expect(session.turn.step == .close)
    }

    @Test func `Close asks after Clear, unless nothing was in the fields`() {
        var session = Session()
        session.type("S18", "2010/05/17", "", "", "clear", "close")
        #expect(session.prompt == "Close without saving? [y/N] ")
        session.type("n", "find S17")
        session.take(session.dialog.found(.mia))
        session.type("close")
        #expect(session.turn.step == .close)
        var found = Session(.mia)
        found.type("clear", "close")
        #expect(found.prompt == "Close without saving? [y/N] ")
        var empty = Session()
        empty.type("", "", "", "", "clear", "close")
        #expect(empty.turn.step == .close)
    }

    @Test func `after Save there is nothing to lose`() {
        var session = Session(key: "S17")
        session.type("S17", "2010/05/17", "None", "off", "save")
        session.take(session.dialog.saved(Self.record(["S17", "2010/05/17", "None", "off", ""])))
        session.type("close")
        #expect(session.turn.step == .close)
    }

    @Test func `Find fills all fields, and when there is nothing the form stays as it is`() {
        var session = Session()
        session.type("S17", "2010/05/17", "", "")
        let before = session.dialog.request
        session.type("find S9")
        #expect(session.prompt == "Find S9 without saving? [y/N] ")
        session.type("")
        #expect(session.prompt == Self.menu && session.dialog.request == before)
        session.type("find S9", "y")
        #expect(session.turn.step == .find("S9"))
        session.take(session.dialog.refused(ControlError(.notFound, "no record \"S9\" in student")))
        #expect(session.said.last == "no record \"S9\" in student")
        #expect(session.dialog.request == before)
        session.type("f", " S17 ", "yes")
        #expect(session.turn.step == .find("S17"))
        session.said = []
        session.take(session.dialog.found(.mia))
        #expect(
            session.said == [
                "  1  Student ID     S17", "  2  Date of Birth  2010/05/17", "  3  Disability     None",
                "  4  Has IEP        on", "  5  IEP Number     4711",
            ]
        )
    }

    @Test func `a key that was changed renames the record, or makes another one, as answered`() {
        var session = Session(.mia)
        session.type("1", "S18", "save")
        #expect(session.prompt == "Rename S17 to S18? No adds another record. [y/n] ")
        session.type("")
        #expect(session.prompt == Self.menu)
        session.type("save", "n")
        #expect(session.turn.step == .save && session.dialog.request.key == nil)
        #expect(session.dialog.request.values.count == 5)
        session.take(session.dialog.refused(ControlError(.notFound, "gone")))
        session.type("save", "y")
        #expect(session.turn.step == .save && session.dialog.request.key == "S17")
        #expect(session.dialog.request.values == ["Student ID": "S18"])
        session.take(session.dialog.saved(Self.record(["S18", "2010/05/17", "None", "on", "4711"])))
        session.type("save")
        #expect(session.turn.step == .save && session.dialog.request.key == nil)
    }

    @Test func `Observation asks for Automatic or Manual, and for a note that may be empty`() {
        var session = Session(.mia)
        session.type("observation")
        #expect(session.prompt == "Automatic or Manual? ")
        session.type("m", "")
        #expect(session.turn.step == .observe(key: "S17", .manual, note: ""))
        session.take(session.dialog.wasObserved())
        session.type("o", "Auto", "saw it")
        #expect(session.turn.step == .observe(key: "S17", .automatic, note: "saw it"))
        session.take(session.dialog.wasObserved())
        session.type("o", "neither")
        #expect(session.said.last == "nothing was observed")
        var empty = Session()
        empty.type("", "", "", "", "o")
        #expect(empty.prompt == Self.menu)
    }

    @Test func `what the daemon refuses to save stands beside the fields, which stay as they are`() {
        var session = Session(.mia)
        session.type("3", "Other", "save")
        let before = session.dialog.request
        let details = ["Date of Birth: is required", "Disability: is none", "Nonsense: x"]
        session.said = []
        session.take(session.dialog.refused(ControlError(.invalid, "nothing was saved", details: details)))
        #expect(session.said.first == "nothing was saved")
        #expect(session.said.contains("  3  Disability     Other       ! is none"))
        #expect(session.dialog.request == before)
    }

    @Test func `words that mean nothing change nothing`() {
        var session = Session(.mia)
        let before = session.dialog.request
        for word in ["c", "cl", "sve", "0", "6", "99999999999999999999", "-", "fi nd"] {
            session.type(word)
            if session.prompt != Self.menu { session.take(session.dialog.found(.mia)) }
            #expect(session.dialog.request == before)
        }
    }

    @Test func `the end of the input closes, at last without saving`() {
        var session = Session()
        session.type("S17", nil)
        #expect(session.prompt == "Close without saving? [y/N] ")
        session.type(nil)
        #expect(session.turn.step == .close)
    }

    @Test func `a field whose name begins another one's is not mistaken for it`() {
        var form = FormView.student
        form.fields[1].name = "A"
        form.fields[2].name = "A: b"
        let dialog = RecordDialog(form)
        #expect(dialog.faults(in: ["A: b: c", "A: x"]) == [1: "x", 2: "c"])
    }
}
