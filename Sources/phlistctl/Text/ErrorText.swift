import PhlistControl

/// Errors in words.
enum ErrorText {
    /// What failed, then what to do, then the candidates or the single faults.
    static func text(_ error: ControlError) -> String {
        let hint: [TerminalText] = error.hint.map { ["\($0)"] } ?? []
        let lines: [TerminalText] = ["phlistctl: \(error.message)"] + hint + error.details.map { "  \($0)" }
        return lines.map { "\($0.string)\n" }.joined()
    }

    /// What is wrong with the arguments, out of the parser's message, its lines for the hint, and its usage.
    static func usage(_ message: String) -> ControlError {
        let prefix = "Error: "
        let lines = message.split(separator: "\n").map(String.init)
        let first = lines.first.map { $0.hasPrefix(prefix) ? String($0.dropFirst(prefix.count)) : $0 } ?? message
        let words = rivals(first) ?? first.prefix(1).lowercased() + first.dropFirst()
        return ControlError(.usage, words, details: Array(lines.dropFirst()))
    }

    /// The parser's message about two flags of which one is enough, in other words; nil for any other.
    private static func rivals(_ message: String) -> String? {
        let parts = message.split(separator: "'", omittingEmptySubsequences: false)
        guard message.contains("had already been set"), parts.count == 5 else { return nil }
        return "\(parts[3]) and \(parts[1]) do not go together"
    }
}
