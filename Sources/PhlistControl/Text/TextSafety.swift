extension StringProtocol {
    /// The lines without their line endings, LF or CRLF.
    package var lines: [SubSequence] {
        split(omittingEmptySubsequences: false) { $0 == "\n" || $0 == "\r\n" }
    }
}

extension String {
    /// Whether it is the word for nobody, no date or no list, in any case; a member cannot have that name.
    package var saysNone: Bool { lowercased() == "none" }
}

extension Unicode.Scalar {
    /// Whether a terminal could take the character for a command, or show text in another order than it is written.
    ///
    /// These are control characters, line and paragraph separators, and the overrides, embeddings and isolates of the
    /// Unicode bidirectional algorithm (UAX #9). Implicit marks stay: Hebrew and Arabic need them, and they move
    /// nothing but themselves.
    package var isUnsafeOnTerminals: Bool {
        switch value {
        case 0...0x1F, 0x7F...0x9F, 0x2028...0x202E, 0x2066...0x2069: true
        default: false
        }
    }
}
