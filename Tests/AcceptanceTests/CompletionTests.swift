import Foundation
import Testing

/// Names that a shell completes while somebody types.
struct CompletionTests {
    /// What bash offers behind an unfinished command line.
    static func offers(_ home: Home, _ words: String...) throws -> [String] {
        let list = words.map { "'\($0)'" }.joined(separator: " ")
        let script = """
            source <(phlistctl completion bash)
            COMP_WORDS=(phlistctl \(list)); COMP_CWORD=\(words.count)
            COMP_LINE="${COMP_WORDS[*]}"; COMP_POINT=${#COMP_LINE}
            # Bash takes the quote away that opens a word only where it calls the function.
            _phlistctl phlistctl "${COMP_WORDS[COMP_CWORD]#\\"}" "${COMP_WORDS[COMP_CWORD - 1]}"
            printf '%s\\n' "${COMPREPLY[@]}"
            """
        let outcome = try home.bash(script)
        return outcome.output.split(separator: "\n").map(String.init).sorted()
    }

    @Test func `S0.40 bash completes lists and members as they are`() throws {
        let home = try Home()
        for list in ["Garden", "Garage sale", "Shopping"] { try home("list", "new", list) }
        try home("member", "add", "Ann")
        try home("member", "add", "Anton")
        #expect(try Self.offers(home, "undo", "Ga") == ["Garage sale", "Garden"])
        #expect(try Self.offers(home, "undo", "Sh") == ["Shopping"])
        #expect(try Self.offers(home, "undo", #""Garage s"#) == ["Garage sale"])
        #expect(try Self.offers(home, "member", "rename", "An") == ["Ann", "Anton"])
        #expect(try Self.offers(home, "member", "me", "Ant") == ["Anton"])
    }

    @Test func `what may stand in a place is offered there, and nothing else`() throws {
        let home = try Home()
        try home("list", "new", "Shopping").check()
        for title in ["milk", "mild soap", "mint"] { try home("add", "Shopping", title, "--tag", "kitchen").check() }
        try home("section", "add", "Shopping", "Shed")
        try home("done", "mint")
        try home("rm", "mild soap")
        try home("member", "add", "Ann")
        try home("list", "new", "Old")
        try home("list", "rm", "Old")
        try home("-q", "add", "Shopping", "mineral water", "--every", "week").check()
        #expect(try Self.offers(home, "skip", "mi") == ["mineral water"])
        try home("-q", "cancel", "mineral water").check()
        #expect(try Self.offers(home, "skip", "mi").isEmpty)
        try home("-q", "rm", "mineral water").check()
        try home("-q", "purge", "mineral water", "-y").check()
        #expect(try Self.offers(home, "done", "mi") == ["milk"])
        #expect(try Self.offers(home, "undone", "mi") == ["mint"])
        #expect(try Self.offers(home, "restore", "mi") == ["mild soap"])
        #expect(try Self.offers(home, "purge", "mi") == ["mild soap"])
        #expect(try Self.offers(home, "list", "restore", "") == ["Old"])
        #expect(try Self.offers(home, "list", "purge", "") == ["Old"])
        #expect(try Self.offers(home, "add", "Sh") == ["Shopping", "Shopping/Shed"])
        #expect(try Self.offers(home, "mv", "milk", "Sh") == ["Shopping", "Shopping/Shed"])
        #expect(try Self.offers(home, "add", "x", "--tag", "k") == ["kitchen"])
        #expect(try Self.offers(home, "add", "x", "-a", "A") == ["Ann"])
        #expect(try Self.offers(home, "ls", "--as", "A") == ["Ann"])
        try home("form", "template", "student")
        let values = "date-of-birth=2010/05/17 consent-date=2026/11/01 ethnicity=asian primary-language=english"
        try home.shell("phlistctl record save student student-id=S17 \(values) disability=none").check()
        #expect(try Self.offers(home, "record", "find", "student", "S") == ["S17"])
        #expect(try Self.offers(home, "list", "new", "x", "--template", "Sh") == ["Shopping"])
    }

    @Test func `the option for a web page is completed, and nothing of phlist is offered as its value`() throws {
        let home = try Home()
        try home("-q", "list", "new", "https")
        try home("-q", "add", "https", "stove", "--url", "https://example.org/")
        for command in [["add", "x"], ["edit", "stove"]] {
            #expect(try Self.offers(home, command[0], command[1], "--ur") == ["--url"])
            #expect(try Self.offers(home, command[0], command[1], "--url", "htt").isEmpty)
        }
    }

    @Test func `phones are completed by their names`() throws {
        let home = try Home.called("ann")
        try home.servePage()
        try Browser("one", at: home).enter(as: "ann", called: "Ann's phone")
        try Browser("two", at: home).enter(as: "ann", called: "tablet")
        for command in ["rm", "rename"] {
            #expect(try Self.offers(home, "phone", command, "t") == ["tablet"])
        }
    }

    @Test func `a short name of the program is completed like the long one`() throws {
        let home = try Home()
        try home("list", "new", "Garden")
        let script = """
            source <(phlistctl completion bash)
            complete -p phl
            phl() { phlistctl "$@"; }
            COMP_WORDS=(phl undo Ga); COMP_CWORD=2
            COMP_LINE="${COMP_WORDS[*]}"; COMP_POINT=${#COMP_LINE}
            _phlistctl
            printf '%s\\n' "${COMPREPLY[@]}"
            """
        #expect(try home.bash(script).output == "complete -o filenames -F _phlistctl phl\nGarden\n")
    }

    @Test func `what a shell would run is never offered to it`() throws {
        let home = try Home()
        try home("list", "new", "$(touch evil)")
        try home("list", "new", "`touch evil`")
        try home("list", "new", "a; touch evil #")
        let offered = try Self.offers(home, "undo", "")
        #expect(offered.filter { $0.hasPrefix("<") }.count == 3, "\(offered)")
        #expect(!FileManager.default.fileExists(atPath: "\(home.directory)/evil"))
    }

    @Test func `names come at once, and none come without phlistd`() throws {
        let home = try Home()
        try home("add", "milk")
        try home("add", "mild soap")
        try home.session(
            """
            $ phlistctl complete items mi
            milk
            mild soap
            $ phlistctl complete lists
            Shopping
            $ phlistctl complete sections
            $ phlistctl complete members "$(id -un)"
            <me>
            """
        )
        let begin = ContinuousClock.now
        for _ in 0..<10 { try home("complete", "items", "mi") }
        #expect(ContinuousClock.now - begin < .seconds(5))
        try home.daemon.crash()
        try home.shell("phlistctl complete items mi").expect(0)
        try home.daemon.start()
    }
}
