import Foundation
import Testing

/// Names that a shell completes while somebody types.
struct CompletionTests {
    /// What bash offers behind an unfinished command line.
    private static func offers(_ home: Home, _ words: String...) throws -> [String] {
        let list = words.map { "'\($0)'" }.joined(separator: " ")
        let script = """
            source <(phlistctl completion bash)
            COMP_WORDS=(phlistctl \(list)); COMP_CWORD=\(words.count)
            COMP_LINE="${COMP_WORDS[*]}"; COMP_POINT=${#COMP_LINE}
            _phlistctl
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
        #expect(try Self.offers(home, "member", "rename", "An") == ["Ann", "Anton"])
        #expect(try Self.offers(home, "member", "me", "Ant") == ["Anton"])
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
