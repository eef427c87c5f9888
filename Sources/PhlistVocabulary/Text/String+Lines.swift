extension Unicode.Scalar {
    /// Whether it cannot be part of a one-line text: it moves the cursor, or separates lines.
    package var isControl: Bool {
        switch properties.generalCategory {
        case .control, .lineSeparator, .paragraphSeparator: true
        default: false
        }
    }
}

extension StringProtocol {
    /// Whether the text has only one line.
    package var isOneLine: Bool {
        !unicodeScalars.contains(where: \.isControl)
    }

    /// Whether nothing of the text is visible: white space, the Braille pattern without dots, and characters that only
    /// join or direct others.
    package var isBlank: Bool {
        unicodeScalars.allSatisfy {
            $0.properties.isWhitespace || $0.properties.isDefaultIgnorableCodePoint || $0 == "\u{2800}"
        }
    }

    /// The name of a list, a section or an item that was written as a part of `LIST/NAME`, where a slash that belongs
    /// to a name is written `\/`.
    package var withoutEscapes: String {
        split(separator: "\\/", omittingEmptySubsequences: false).joined(separator: "/")
    }

    /// The text without leading and trailing white space; an accent that stands on a space stays.
    package var trimmed: String {
        let scalars = unicodeScalars
        guard let first = scalars.firstIndex(where: { !$0.properties.isWhitespace }),
            let last = scalars.lastIndex(where: { !$0.properties.isWhitespace })
        else { return "" }
        return String(self[first..<scalars.index(after: last)])
    }
}
