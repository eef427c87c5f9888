extension Unicode.Scalar {
    /// Whether it is no part of a text of one line: it moves the cursor, or parts lines.
    package var isControl: Bool {
        switch properties.generalCategory {
        case .control, .lineSeparator, .paragraphSeparator: true
        default: false
        }
    }
}

extension String {
    /// Whether it is a text of one line.
    package var isOneLine: Bool {
        !unicodeScalars.contains(where: \.isControl)
    }

    /// Whether nobody sees anything of it: white space, and what only joins or directs other characters.
    package var isBlank: Bool {
        unicodeScalars.allSatisfy { $0.properties.isWhitespace || $0.properties.isDefaultIgnorableCodePoint }
    }

    /// The text without white space around it.
    package var trimmed: String {
        let start = drop(while: \.isWhitespace)
        let last = start.lastIndex { !$0.isWhitespace }
        return last.map { String(start[...$0]) } ?? ""
    }
}
