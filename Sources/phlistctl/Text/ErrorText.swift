import PhlistControl

/// Errors as text.
enum ErrorText {
    /// Returns the error, then the hint, then the candidates or the individual faults.
    static func text(_ error: ControlError) -> String {
        let hint: [TerminalText] = error.hint.map { ["\($0)"] } ?? []
        let lines: [TerminalText] = ["phlistctl: \(error.message)"] + hint + error.details.map { "  \($0)" }
        return lines.map { "\($0.string)\n" }.joined()
    }

    /// Converts the parser's message, which consists of an error, a hint and the usage, to a usage error.
    static func usage(_ message: String) -> ControlError {
        let prefix = "Error: "
        let lines = message.split(separator: "\n").map(String.init)
        let first = lines.first.map { $0.hasPrefix(prefix) ? String($0.dropFirst(prefix.count)) : $0 } ?? message
        let words = rivals(first) ?? first.prefix(1).lowercased() + first.dropFirst()
        return ControlError(.usage, words, details: Array(lines.dropFirst()))
    }

    /// Rewords the parser's message about two exclusive flags; nil for any other message.
    private static func rivals(_ message: String) -> String? {
        let parts = message.split(separator: "'", omittingEmptySubsequences: false)
        guard message.contains("had already been set"), parts.count == 5 else { return nil }
        return "\(parts[3]) and \(parts[1]) do not go together"
    }
}
