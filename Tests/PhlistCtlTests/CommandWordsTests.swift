import PhlistControl
import PhlistTestKit
import Testing

@testable import phlistctl

/// Lines of a batch as words.
struct CommandWordsTests {
    @Test(arguments: [
        ("done milk", ["done", "milk"]),
        ("  add  'oat milk' \"rye bread\"\t x ", ["add", "oat milk", "rye bread", "x"]),
        (#"add "a \"b\" \\ c" 'd \ e' f\ g"#, ["add", #"a "b" \ c"#, #"d \ e"#, "f g"]),
        ("add ''", ["add", ""]),
        ("add a'b c'\"d\"", ["add", "ab cd"]),
        ("done kq # what is left", ["done", "kq"]),
        ("done kq#1", ["done", "kq#1"]),
        ("# nothing", []),
        ("", []),
    ])
    func `a line is split as a shell does`(line: String, words: [String]) throws {
        #expect(try CommandWords.split(line) == words)
    }

    @Test(arguments: ["add 'oat", "add \"oat", "add \\"])
    func `what is left open is refused`(line: String) {
        #expect(throws: ControlError.self) { try CommandWords.split(line) }
    }

    @Test func `any words come back when they are quoted`() throws {
        var random = SeededRandom(seed: 3)
        let letters = Array("a 'b\"\\#\té")
        for _ in 0..<2000 {
            let words = (0..<Int.random(in: 0..<5, using: &random)).map { _ in
                String(
                    (0..<Int.random(in: 0..<6, using: &random)).compactMap { _ in letters.randomElement(using: &random)
                    }
                )
            }
            let line = words.map { "\"\($0.map { "\"\\".contains($0) ? "\\\($0)" : "\($0)" }.joined())\"" }
            #expect(try CommandWords.split(line.joined(separator: " ")) == words)
        }
    }
}
