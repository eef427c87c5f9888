@testable import phlistctl

/// Keeps what is written.
final class CapturedOutput: TextOutput {
    private(set) var text = ""

    func write(_ text: String) throws(OutputError) {
        self.text += text
    }

    /// The lines, each behind a prefix; ␄ shows that the last one has no end.
    func lines(_ prefix: String) -> [String] {
        guard !text.isEmpty else { return [] }
        let isComplete = text.hasSuffix("\n")
        let lines = (isComplete ? text.dropLast() : text[...]).split(
            separator: "\n",
            omittingEmptySubsequences: false
        )
        return lines.enumerated().map { index, line in
            "\(prefix)\(line)\(index == lines.count - 1 && !isComplete ? "␄" : "")"
        }
    }
}

/// Gives text as if it was typed.
final class CapturedInput: TextInput {
    private var text: Substring
    let isTerminal: Bool

    init(text: String, isTerminal: Bool) {
        self.text = text[...]
        self.isTerminal = isTerminal
    }

    func readAll(sizeMax: Int) throws -> [UInt8] {
        defer { text = "" }
        return Array(text.utf8)
    }

    func readLine(sizeMax: Int) throws -> String? {
        guard !text.isEmpty else { return nil }
        let line = text.prefix { $0 != "\n" }
        text = text.dropFirst(line.count + 1)
        return String(line)
    }
}
