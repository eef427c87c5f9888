import PhlistControl

/// Decodes the bytes of a terminal into keys, wherever reads cut them.
///
/// ```
/// text                          UTF-8
/// ESC [ parameters final        a control sequence (ECMA-48), as arrows and Page Up send it
/// ESC O final                   the same keys in the other mode of a VT100
/// ESC [ 200 ~ text ESC [ 201 ~  a paste, where bracketed paste is on
/// ESC                           the key Esc, if nothing follows in time
/// ```
/// Unknown sequences and control characters are no keys. Esc with a character at once is both of them: nothing here is
/// done with Alt, and a slow line must not swallow a letter.
struct KeyDecoder {
    private var pending: [UInt8] = []
    /// The bytes of a paste that has begun.
    private var pasted: [UInt8]?

    /// Whether more bytes decide what the last ones mean; if none come in time, see `timedOut`.
    var isWaiting: Bool { pasted == nil && !pending.isEmpty }

    /// Takes bytes and returns the keys that they complete.
    mutating func decode(_ bytes: some Sequence<UInt8>) -> [Key] {
        pending += bytes
        var keys: [Key] = []
        while let step = next() {
            pending.removeFirst(step.size)
            keys += step.key.map { [$0] } ?? []
        }
        return keys
    }

    /// Takes what is pending as all there is: a lone escape character is the key, anything else is no key.
    mutating func timedOut() -> [Key] {
        guard isWaiting else { return [] }
        defer { pending = [] }
        return pending == [Self.escape] ? [.escape] : []
    }

    /// A key, or nil for bytes that are none, and its size in bytes.
    private typealias Step = (key: Key?, size: Int)

    /// Returns the next step; nil if more bytes are needed.
    private mutating func next() -> Step? {
        guard pasted == nil else { return paste() }
        guard let first = pending.first else { return nil }
        switch first {
        case Self.escape: return sequence()
        case UInt8(ascii: "\r"), UInt8(ascii: "\n"): return (.enter, 1)
        case 0x7F, 0x08: return (.backspace, 1)
        case 0x0C: return (.redraw, 1)
        case 0x15: return (.clear, 1)
        case 0..<0x20: return (nil, 1)
        default: return character(first)
        }
    }

    private func character(_ first: UInt8) -> Step? {
        let size = Self.size(first)
        let bytes = pending.prefix(size)
        guard bytes.dropFirst().allSatisfy({ $0 & 0xC0 == 0x80 }) else { return (nil, 1) }
        guard bytes.count == size else { return nil }
        guard let text = String(validating: bytes, as: UTF8.self) else { return (nil, 1) }
        return (text.unicodeScalars.contains(where: \.isUnsafeOnTerminals) ? nil : .text(text), size)
    }

    /// The size of a character in UTF-8, from its first byte; 1 for a byte that begins none.
    private static func size(_ first: UInt8) -> Int {
        switch first {
        case 0xC2...0xDF: 2
        case 0xE0...0xEF: 3
        case 0xF0...0xF4: 4
        default: 1
        }
    }

    // MARK: Sequences

    private mutating func sequence() -> Step? {
        guard pending.count > 1 else { return nil }
        switch pending[1] {
        case UInt8(ascii: "["): return controlSequence()
        case UInt8(ascii: "O"):
            guard pending.count > 2 else { return nil }
            // The Enter key of the number pad.
            return (pending[2] == UInt8(ascii: "M") ? .enter : Self.key(final: pending[2]), 3)
        default: return (.escape, 1)
        }
    }

    private mutating func controlSequence() -> Step? {
        let parameters = pending.dropFirst(2).prefix { (0x20...0x3F).contains($0) }
        let size = 2 + parameters.count
        guard size < Limits.keySequenceSizeMax else { return (nil, size) }
        guard size < pending.count else { return nil }
        // A character that cannot be part of the sequence ends it, and is a key of its own.
        guard (0x40...0x7E).contains(pending[size]) else { return (nil, size) }
        guard pending[size] == UInt8(ascii: "~") else { return (Self.key(final: pending[size]), size + 1) }
        let number = String(decoding: parameters.prefix { $0 != UInt8(ascii: ";") }, as: UTF8.self)
        if number == Self.pasteBegin { pasted = [] }
        return (Self.key(number: number), size + 1)
    }

    private static func key(final: UInt8) -> Key? {
        switch final {
        case UInt8(ascii: "A"): .up
        case UInt8(ascii: "B"): .down
        case UInt8(ascii: "H"): .home
        case UInt8(ascii: "F"): .end
        default: nil
        }
    }

    private static func key(number: String) -> Key? {
        switch number {
        case "1", "7": .home
        case "4", "8": .end
        case "5": .pageUp
        case "6": .pageDown
        default: nil
        }
    }

    // MARK: Pastes

    /// Moves bytes to the paste, up to its end; nil if that is still to come.
    private mutating func paste() -> Step? {
        let end = pending.firstRange(of: Self.pasteEnd)
        // The last bytes may be the beginning of its end.
        let size = end?.lowerBound ?? max(0, pending.count - Self.pasteEnd.count + 1)
        let room = Limits.pasteSizeMax - (pasted?.count ?? 0)
        pasted? += pending.prefix(min(size, room))
        pending.removeFirst(size)
        guard end != nil, let text = pasted else { return nil }
        pasted = nil
        return (.paste(String(decoding: text, as: UTF8.self)), Self.pasteEnd.count)
    }

    private static let escape: UInt8 = 0x1B
    private static let pasteBegin = "200"
    private static let pasteEnd = Array("\u{1B}[201~".utf8)
}
