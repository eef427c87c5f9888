/// The progress of work as text.
struct ProgressText: Sendable {
    /// The name of the work, for example `backing up`.
    var work: TerminalText
    /// The unit of `done` and `total`.
    var unit = Unit.bytes
    var done: Int64 = 0
    /// The total amount; nil if unknown.
    var total: Int64?
    var detail: TerminalText = ""

    /// A unit of work.
    enum Unit: Sendable {
        case bytes
        /// Things, with their name in the singular.
        case things(TerminalText)
    }

    /// Returns the line, for example `restoring: 34 %, 12.3 MB of 36.1 MB, 4.1 MB/s, 6 s left`.
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
