/// How far a piece of work is, in words.
struct ProgressText: Sendable {
    /// For example `backing up`.
    var work: TerminalText
    /// What is counted.
    var unit = Unit.bytes
    var done: Int64 = 0
    /// Nil where that is not known.
    var total: Int64?
    /// What else there is to say.
    var detail: TerminalText = ""

    /// What work consists of.
    enum Unit: Sendable {
        case bytes
        /// Things, by their name in the singular.
        case things(TerminalText)
    }

    /// For example `restoring: 34 %, 12.3 MB of 36.1 MB, 4.1 MB/s, 6 s left`.
    func line(after elapsed: Duration) -> TerminalText {
        let seconds = max(1, elapsed.components.seconds)
        var parts: [TerminalText] = []
        if let total, total > 0, done > 0 { parts.append("\(done * 100 / total) %") }
        if done > 0 {
            parts.append(total.map { "\(amount(done)) of \(amount($0))" } ?? amount(done))
            parts.append("\(amount(done / seconds))/s")
        }
        if !detail.string.isEmpty { parts.append(detail) }
        parts.append(timeLeft(after: seconds) ?? "\(Self.span(seconds))")
        return "\(work): \(TerminalText.joined(parts, separator: ", "))"
    }

    private func timeLeft(after seconds: Int64) -> TerminalText? {
        guard let total, done > 0, done < total else { return nil }
        return "\(Self.span((total - done) * seconds / done)) left"
    }

    private func amount(_ count: Int64) -> TerminalText {
        switch unit {
        case .bytes: "\(ByteCount.text(count))"
        case .things(let name): .count(Int(count), name)
        }
    }

    private static func span(_ seconds: Int64) -> String {
        seconds < 120 ? "\(seconds) s" : "\(seconds / 60) min"
    }
}
