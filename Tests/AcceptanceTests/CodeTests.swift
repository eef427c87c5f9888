import Foundation
import Testing

/// Lists as QR codes, read by another program.
struct CodeTests {
    /// A list with a section, something done, and letters of several alphabets.
    private static func filled() throws -> Home {
        let home = try Home()
        try home("-q", "list", "new", "Shopping")
        try home("-q", "section", "add", "Shopping", "Dairy")
        try home("-q", "add", "Shopping", "Äpfel", "молоко", "🧀 & <b>", "old bread")
        try home("-q", "add", "Shopping/Dairy", "yoghurt")
        try home("-q", "add", "--under", "yoghurt", "the small one")
        try home("-q", "done", "old bread", "yoghurt")
        return home
    }

    /// Draws the lines of a code as a picture, four pixels for each module, and lets zbar read it.
    private static func scanned(_ code: String, in home: Home) throws -> String {
        let rows = code.split(separator: "\n").flatMap { line -> [[Bool]] in
            [line.map { " ▄".contains($0) }, line.map { " ▀".contains($0) }]
        }
        let scale = 4
        let pixels = rows.flatMap { row in
            let line = row.map { String(repeating: $0 ? "1 " : "0 ", count: scale) }.joined()
            return Array(repeating: line, count: scale)
        }
        let head = "P1\n\((rows.first?.count ?? 0) * scale) \(rows.count * scale)\n"
        let path = "\(home.directory)/code.pbm"
        try (head + pixels.joined(separator: "\n") + "\n").write(toFile: path, atomically: true, encoding: .utf8)
        let outcome = try home.bash("zbarimg -q --raw --set '*.enable=0' --set qr.enable=1 code.pbm")
        #expect(outcome.status == 0, "\(outcome)\n\(code)")
        return outcome.output
    }

    @Test func `a phone reads what is open, as Markdown or in the format that was named`() throws {
        let home = try Self.filled()
        let shown = try home("export", "--qr", "Shopping")
        #expect(shown.status == 0 && shown.messages.isEmpty, "\(shown)")
        let text = try Self.scanned(shown.output, in: home)
        #expect(text.hasPrefix("# Shopping\n"))
        for words in ["- [ ] Äpfel", "- [ ] молоко", "🧀", "## Dairy", "- [x] yoghurt", "  - [ ] the small one"] {
            #expect(text.contains(words), "\(text)")
        }
        #expect(!text.contains("old bread"))
        let calendar = try home("export", "--qr", "Shopping", "--format", "todotxt", "--section", "dairy")
        let tasks = try Self.scanned(calendar.output, in: home)
        #expect(tasks.contains("the small one") && !tasks.contains("Äpfel"), "\(tasks)")
        // The only list need not be named, and every format of output has the lines.
        #expect(try home("export", "--qr").output == shown.output)
        #expect(try home("export", "--qr", "--plain").output == shown.output)
        let document = try home("export", "--qr", "--json").output
        #expect(document.contains(#""schemaVersion":1"#) && document.contains("- [ ] молоко"))
        #expect(try home("export", "--qr", "-q").transcript.count == 1)
    }

    @Test func `a list that fits no code is refused, with what fits, and a section of it is shown`() throws {
        let home = try Self.filled()
        let many = (0..<200).map { "a rather long item \($0)" }.joined(separator: "\n")
        try home("-q", "add", "Shopping", "-", input: many)
        let refused = try home("export", "--qr", "Shopping")
        refused.check(65, says: "bytes, and a QR code holds at most 2953\n! show one section with --section, or write")
        #expect(refused.output.isEmpty && refused.transcript.count == 3, "\(refused)")
        #expect(try Self.scanned(home("export", "--qr", "--section", "Dairy").output, in: home).contains("small one"))
        try home("export", "--qr", "--section", "Diary").check(66, says: #"has no section "Diary""#)
    }

    @Test func `the largest text that is not refused is a code that can be read`() throws {
        let home = try Home()
        try home("-q", "list", "new", "Shopping")
        let items = (10..<30).map { "\(String(repeating: "m", count: 100))\($0)" }.joined(separator: "\n")
        try home("-q", "add", "Shopping", "-", input: items)
        // No id has an "a".
        try home("-q", "add", "Shopping", "aa")
        let size = try home("export", "--format", "md", "Shopping").output.utf8.count
        func pad(to total: Int) throws {
            try home("-q", "edit", "aa", "--title", String(repeating: "a", count: total - size + 2)).check()
        }
        try pad(to: 2953)
        let text = try Self.scanned(home("export", "--qr").output, in: home)
        #expect(try text.hasPrefix(home("export", "--format", "md", "Shopping").output), "\(text)")
        try pad(to: 2954)
        try home("export", "--qr").check(65, says: "\"Shopping\" has 2954 bytes")
    }

    @Test func `a terminal that is too narrow is told, and so is a machine without the program`() throws {
        let home = try Self.filled()
        let narrow = try home.terminal(shell: "phlistctl export --qr --color always; echo status $?")
        try narrow.expect("\u{1B}[40;37;1m")
        try narrow.expect("status 0")
        let many = (0..<60).map { "a rather long item \($0)" }.joined(separator: "\n")
        try home("-q", "add", "Shopping", "-", input: many)
        let wide = try home.terminal(shell: "phlistctl export --qr; echo status $?")
        try wide.expect("columns, and the terminal has 80")
        try wide.expect("status 65")
        let without = try home.shell("ctl=$(command -v phlistctl); PATH=/none $ctl export --qr")
        without.check(69, says: "the program qrencode is missing, which makes QR codes\n! apt-get install qrencode")
    }

    @Test func `a code shows one list that the caller sees, and options that do not go with it are refused`() throws {
        let homes = try Home.household("ann", "ben")
        let (ann, ben) = (homes[0], homes[1])
        try ann("-q", "list", "new", "Gift", "--private")
        try ann("-q", "add", "Gift", "lamp")
        try ann("-q", "list", "new", "Home")
        try ben.expect("Home", from: "list", "ls")
        try ben("export", "--qr", "Gift").check(66)
        try ann("export", "--qr", "Gift", "--as", "ben").check(77)
        #expect(try Self.scanned(ann("export", "--qr", "Gift").output, in: ann).contains("- [ ] lamp"))
        try ann("export", "--qr").check(64, says: "--qr shows one list of 3")
        try ann("-q", "form", "template", "student", "--name", "Pupils")
        try ann("export", "--qr", "Pupils").check(65)
        for others in [["-o", "x"], ["--force"], ["Home"]] {
            #expect(try ann.phlistctl(["export", "--qr", "Gift"] + others).status == 64)
        }
        try ann("export", "Gift", "--section", "a", "--format", "md").check(64, says: "--section goes with --qr")
        try ann("export", "Gift").check(64, says: "--format is missing")
        try ann("list", "link", "Gift").check(64, says: "phlistctl export --qr LIST")
    }
}
