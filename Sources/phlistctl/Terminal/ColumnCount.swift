extension StringProtocol {
    /// The width of the text in terminal columns.
    var columnCount: Int {
        utf8.allSatisfy { $0 < 0x80 } ? utf8.count : reduce(0) { $0 + $1.columnCount }
    }
}

extension Character {
    /// The width of the character in terminal columns: two if it is wide, zero if it only modifies the one before it.
    ///
    /// As in Unicode Standard Annex #11, East Asian Width, and #51, Emoji; ambiguous characters are narrow.
    var columnCount: Int {
        guard let first = unicodeScalars.first else { return 0 }
        if first.isWide || unicodeScalars.contains("\u{FE0F}") { return 2 }
        // One character of an Indic script can be several letters, and vowels next to them.
        return unicodeScalars.count { !$0.takesNoColumn }
    }
}

extension Unicode.Scalar {
    fileprivate var isWide: Bool {
        guard value >= 0x1100 else { return false }
        return properties.isEmojiPresentation || Self.wide.contains { $0.contains(value) }
    }

    fileprivate var takesNoColumn: Bool {
        if properties.isEmojiModifier || Self.conjoining.contains(where: { $0.contains(value) }) { return true }
        return switch properties.generalCategory {
        case .nonspacingMark, .enclosingMark, .format: self != "\u{AD}"
        default: false
        }
    }

    /// The vowels and final consonants of Hangul, which share the cell of their first consonant.
    private static let conjoining: [ClosedRange<UInt32>] = [0x1160...0x11FF, 0xD7B0...0xD7FB]

    /// The blocks of wide and full-width characters, in ascending order.
    private static let wide: [ClosedRange<UInt32>] = [
        0x1100...0x115F, 0x2E80...0x303E, 0x3041...0x4DBF, 0x4E00...0xA4CF, 0xA960...0xA97C, 0xAC00...0xD7A3,
        0xF900...0xFAFF, 0xFE10...0xFE19, 0xFE30...0xFE6B, 0xFF01...0xFF60, 0xFFE0...0xFFE6, 0x16FE0...0x18CFF,
        0x1AFF0...0x1B2FB, 0x1F200...0x1F265, 0x20000...0x3FFFD,
    ]
}
