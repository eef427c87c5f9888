import PhlistControl

/// The nine digits with which a device joins.
enum PairingCode {
    private static let digitCount = 9

    /// The digits in groups of three, as they are read aloud.
    static func spaced(_ code: String) -> String {
        code.enumerated().map { $0.offset > 0 && $0.offset % 3 == 0 ? " \($0.element)" : "\($0.element)" }.joined()
    }

    /// The digits out of what was typed; spaces and hyphens do not count.
    ///
    /// - Throws: `ControlError` when there are not nine digits: a slip of the finger must not cost a try.
    static func parse(_ text: String) throws -> String {
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
