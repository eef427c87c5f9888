/// The reason why a text is refused.
package enum TextFault: Error, Hashable, Sendable {
    case emptyTitle
    case tooLong(TextKind, bytes: Int)
    case controlCharacter(TextKind, UInt32)
    /// The text could be stored, but is not valid for its kind.
    case notValid(TextKind, String)

    /// The reason in words.
    package var message: String {
        switch self {
        case .emptyTitle: "the title is empty"
        case .tooLong(let kind, let bytes): "a \(kind.rawValue) has \(bytes) bytes; at most \(kind.bytesMax)"
        case .controlCharacter(let kind, let scalar): "a \(kind.rawValue) has \(Self.name(ofControl: scalar))"
        case .notValid(let kind, let text): "\"\(text)\" is not \(kind.form)"
        }
    }

    /// Returns what a control character is: most people know a tab and a line break, and no code.
    private static func name(ofControl scalar: UInt32) -> String {
        guard scalar != 0x09 else { return "a tab" }
        guard ![0x0A, 0x0D, 0x85, 0x2028, 0x2029].contains(scalar) else { return "more than one line" }
        let digits = String(scalar, radix: 16, uppercase: true)
        return "the control character U+" + String(repeating: "0", count: max(0, 4 - digits.count)) + digits
    }
}
