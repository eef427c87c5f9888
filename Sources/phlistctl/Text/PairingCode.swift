import PhlistControl

/// Formats and parses the nine digits of a pairing code.
enum PairingCode {
    private static let digitCount = 9

    /// Returns the digits in groups of three, as they are read aloud.
    static func spaced(_ code: String) -> String {
        code.enumerated().map { $0.offset > 0 && $0.offset % 3 == 0 ? " \($0.element)" : "\($0.element)" }.joined()
    }

    /// Parses a typed code, ignoring spaces and hyphens.
    ///
    /// - Throws: `ControlError` if there are not nine digits, because a typing mistake must not cost an attempt.
    static func parse(_ text: String) throws(ControlError) -> String {
        let code = text.filter { !$0.isWhitespace && $0 != "-" }
        let isNumber = code.utf8.allSatisfy { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }
        guard isNumber, code.utf8.count == digitCount else {
            throw ControlError(
                .invalid,
                "that is not a pairing code: a code has nine digits",
                hint: "the other device shows it after: phlistctl pair"
            )
        }
        return code
    }
}
