/// The refusal of a title or another text.
package enum TextError: Error, Hashable, Sendable {
    case emptyTitle
    case titleTooLong(bytes: Int)
    case titleWithControlCharacters
    case tooLong(TextKind, bytes: Int, bytesMax: Int)
    case controlCharacter(UInt32, in: TextKind)
}
