/// A text as scalars.
///
/// Files are read and written scalar by scalar: an accent, a part of an emoji or a vowel sign joins with the sign of a
/// format before it to one character, which is not equal to that sign.
typealias Scalars = Substring.UnicodeScalarView

extension String {
    var scalars: Scalars { self[...].unicodeScalars }

    func replacingScalars(_ part: String, with other: String) -> String {
        String(unicodeScalars.replacing(part.unicodeScalars, with: other.unicodeScalars))
    }
}

extension Scalars {
    /// The text without leading and trailing white space.
    var trimmed: Scalars {
        let start = drop(while: \.properties.isWhitespace)
        let last = start.lastIndex { !$0.properties.isWhitespace }
        return last.map { start[...$0] } ?? start.prefix(0)
    }

    func hasPrefix(_ text: String) -> Bool { starts(with: text.unicodeScalars) }

    func hasSuffix(_ text: String) -> Bool { suffix(text.unicodeScalars.count).elementsEqual(text.unicodeScalars) }
}
