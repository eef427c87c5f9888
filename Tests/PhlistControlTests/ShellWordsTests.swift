import Foundation
import PhlistControl
import PhlistTestKit
import Testing

/// Names in commands to type.
struct ShellWordsTests {
    @Test func `a plain word needs no quotes, and others have the ones that people read best`() {
        #expect("Groceries".asArgument == "Groceries" && "Café_2.0".asWord == "Café_2.0")
        #expect("Rue Monge".asWord == #""Rue Monge""# && "".asWord == #""""# && "*".asWord == #""*""#)
        #expect("it's".asWord == #""it's""# && "5$ it's".asWord == #"'5$ it'\''s'"#)
        #expect("-n".asArgument == "-- -n" && ["a", "-n b"].asArguments == #"-- a "-n b""#)
    }

    @Test(arguments: 0..<100)
    func `a shell reads the words as they are, and runs nothing`(seed: UInt64) throws {
        var random = SeededRandom(seed: seed)
        let parts =
            #"ab "'$`\!*?[]{}()<>|&;#~=%^-é牛\#t"#.map(String.init)
            + ["$(echo no)", "${HOME}", "`id`", "\u{301}", "\u{D4E}"]
        let words = (0..<5).map { _ in
            let count = Int.random(in: 1...12, using: &random)
            return (0..<count).map { _ in parts.randomElement(using: &random) ?? "x" }.joined()
        }
        let script = "printf '%s\\n' \(words.asArguments)"
        let process = Process()
        let output = Pipe()
        process.executableURL = URL(filePath: "/bin/bash")
        process.arguments = ["-c", script]
        process.standardOutput = output
        try process.run()
        let bytes = output.fileHandleForReading.readDataToEndOfFile()
        process.waitUntilExit()
        // The hyphens that end phlistctl's options are text to printf behind its first argument.
        let read = (words.contains { $0.hasPrefix("-") } ? ["--"] : []) + words
        #expect(String(decoding: bytes, as: UTF8.self) == read.map { "\($0)\n" }.joined(), "\(script)")
    }
}
