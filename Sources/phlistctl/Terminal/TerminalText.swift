import PhlistControl

/// Text that is safe to print: interpolated values are data and lose the characters that a terminal could take for
/// commands; only literals of this program and the sequences of `Style` are kept as they are.
struct TerminalText: ExpressibleByStringInterpolation, Equatable {
    /// The string to write to the terminal.
    private(set) var string: String
    /// The width in terminal columns.
    private(set) var width: Int

    init(stringLiteral literal: String) {
        string = literal
        width = literal.columnCount
    }

    init(stringInterpolation: StringInterpolation) {
        self = stringInterpolation.text
    }

    /// Creates text from data: line breaks and tabs become spaces, other unsafe characters a replacement character.
    init(data: String) {
        guard data.unicodeScalars.contains(where: \.isUnsafeOnTerminals) else {
            string = data
            width = data.columnCount
            return
        }
        string = String(String.UnicodeScalarView(data.unicodeScalars.map(Self.safe)))
        width = string.columnCount
    }

    /// Returns fields separated by tabs.
    static func row(_ fields: [String]) -> TerminalText {
        joined(fields.map(TerminalText.init(data:)), separator: "\t")
    }

    static func joined(_ texts: [TerminalText], separator: TerminalText) -> TerminalText {
        guard let first = texts.first else { return "" }
        return texts.dropFirst().reduce(first) { "\($0)\(separator)\($1)" }
    }

    /// Returns the text with control sequences of this program around it.
    func decorated(before: String, after: String) -> TerminalText {
        var text = self
        text.string = before + string + after
        return text
    }

    /// Returns the text with trailing spaces up to a width.
    func padded(to width: Int) -> TerminalText {
        var text = self
        text.string += String(repeating: " ", count: max(0, width - self.width))
        text.width = max(width, self.width)
        return text
    }

    /// Returns the text, or its beginning and an ellipsis if it is wider.
    func cut(to width: Int) -> TerminalText {
        guard self.width > width else { return self }
        var text: TerminalText = ""
        var isInSequence = false
        var isFull = false
        for character in string {
            if character == Self.escape { isInSequence = true }
            if isInSequence {
                // Control sequences are kept, so that a reset of the style is not lost.
                text.string.append(character)
                // A combining mark at the start of the data after the sequence joins the sequence's last letter.
                isInSequence = character.unicodeScalars.first != "m"
            } else if !isFull {
                isFull = text.width + character.columnCount >= width
                text.append(isFull ? "…" : character)
            }
        }
        return text
    }

    private mutating func append(_ character: Character) {
        string.append(character)
        width += character.columnCount
    }

    private static let escape: Character = "\u{1B}"

    private static func safe(_ scalar: Unicode.Scalar) -> Unicode.Scalar {
        switch scalar {
        case "\t", "\n", "\r", "\u{85}", "\u{2028}", "\u{2029}": " "
        default: scalar.isUnsafeOnTerminals ? "\u{FFFD}" : scalar
        }
    }
}

extension TerminalText {
    /// Distinguishes literals from data.
    struct StringInterpolation: StringInterpolationProtocol {
        fileprivate var text: TerminalText = ""

        init(literalCapacity: Int, interpolationCount: Int) {}

        mutating func appendLiteral(_ literal: String) {
            append(TerminalText(stringLiteral: literal))
        }

        mutating func appendInterpolation(_ data: String) {
            append(TerminalText(data: data))
        }

        mutating func appendInterpolation(_ number: some BinaryInteger) {
            append(TerminalText(stringLiteral: String(number)))
        }

        mutating func appendInterpolation(_ safe: TerminalText) {
            append(safe)
        }

        private mutating func append(_ piece: TerminalText) {
            text.string += piece.string
            text.width += piece.width
        }
    }
}
