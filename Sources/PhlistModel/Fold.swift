@_spi(_Unicode) import Swift

/// Folds a text for sorting, matching, searching and comparing names.
///
/// Accents and case do not count: the text is decomposed (NFD), accents are dropped, letters become lower case, and
/// letters that many keyboards lack become their usual replacement ("ß" as "ss", "ø" as "o"). Marks that make another
/// letter stay: the vowel signs of Devanagari and Thai, the voicing of kana. Decimal digits of all scripts become the
/// ASCII ones. Any text can be folded; folding is idempotent.
package func fold(_ text: String) -> FoldedText {
    var text = text
    let ascii = text.withUTF8 { utf8 in
        utf8.contains { $0 >= 0x80 } ? nil : utf8.map(\.lowercased)
    }
    return FoldedText(utf8: ascii ?? foldedScalars(of: text))
}

private func foldedScalars(of text: String) -> [UInt8] {
    var folded: [UInt8] = []
    folded.reserveCapacity(text.utf8.count)
    for scalar in text._nfd {
        if scalar.isASCII {
            folded.append(UInt8(truncatingIfNeeded: scalar.value).lowercased)
        } else if !scalar.isAccent {
            folded.append(contentsOf: scalar.foldedLetters.utf8)
        }
    }
    return folded
}

/// A folded text: sorts with digit runs by value, "item 2" before "item 10".
package struct FoldedText: Hashable, Sendable {
    /// The folded text as UTF-8.
    package let utf8: [UInt8]

    /// Whether another text occurs in this one.
    package func contains(_ part: FoldedText) -> Bool {
        guard let first = part.utf8.first else { return true }
        guard part.utf8.count <= utf8.count else { return false }
        return (0...utf8.count - part.utf8.count).contains { start in
            utf8[start] == first && utf8[start...].starts(with: part.utf8)
        }
    }

    /// Whether this text begins with another.
    package func hasPrefix(_ part: FoldedText) -> Bool {
        utf8.starts(with: part.utf8)
    }
}

extension FoldedText: Comparable {
    /// Orders by letters, with digit runs by value; texts that differ only in leading zeros by their bytes.
    package static func < (left: FoldedText, right: FoldedText) -> Bool {
        var (leftRest, rightRest) = (left.utf8[...], right.utf8[...])
        while let first = leftRest.first, let second = rightRest.first {
            guard first.isDigit && second.isDigit else {
                guard first == second else { return first < second }
                leftRest.removeFirst()
                rightRest.removeFirst()
                continue
            }
            let (one, other) = (leftRest.takeNumber(), rightRest.takeNumber())
            if one != other {
                return one.count == other.count ? one.lexicographicallyPrecedes(other) : one.count < other.count
            }
        }
        if leftRest.isEmpty && rightRest.isEmpty {
            return left.utf8.lexicographicallyPrecedes(right.utf8)
        }
        return leftRest.isEmpty
    }
}

extension UInt8 {
    fileprivate var isDigit: Bool { 0x30...0x39 ~= self }
    fileprivate var lowercased: UInt8 { 0x41...0x5A ~= self ? self | 0x20 : self }
}

extension ArraySlice<UInt8> {
    /// Removes the leading digits and returns them without leading zeros.
    fileprivate mutating func takeNumber() -> ArraySlice<UInt8> {
        let digits = prefix { $0.isDigit }
        self = dropFirst(digits.count)
        return digits.drop { $0 == 0x30 }
    }
}

extension Unicode.Scalar {
    /// Whether this is an accent or a variation selector.
    ///
    /// Combining classes 1, 10...36 and from 200 on are accents and the vowel points of Hebrew and Arabic, which are
    /// usually left out in writing; the others belong to the letter.
    fileprivate var isAccent: Bool {
        switch properties.canonicalCombiningClass.rawValue {
        case 0: properties.isVariationSelector
        case 1, 10...36, 200...: true
        default: false
        }
    }

    fileprivate var foldedLetters: String {
        switch self {
        case "ß", "ẞ": return "ss"
        case "æ", "Æ": return "ae"
        case "œ", "Œ": return "oe"
        case "ø", "Ø": return "o"
        case "đ", "Đ", "ð", "Ð": return "d"
        case "þ", "Þ": return "th"
        case "ħ", "Ħ": return "h"
        case "ł", "Ł": return "l"
        case "ŧ", "Ŧ": return "t"
        case "ı": return "i"
        case "ς": return "σ"
        default: break
        }
        if properties.numericType == .decimal, let value = properties.numericValue {
            return String(Int(value))
        }
        return properties.lowercaseMapping
    }
}
