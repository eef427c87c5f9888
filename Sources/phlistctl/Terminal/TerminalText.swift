import PhlistControl

/// Text that is safe to print: whatever is interpolated is data and loses the characters that a terminal could take
/// for commands; only literals of this program and `Style` get through as they are.
struct TerminalText: ExpressibleByStringInterpolation, Equatable {
    /// What to write to the terminal.
    private(set) var string: String
    /// How many columns it takes.
    private(set) var width: Int

    init(stringLiteral literal: String) {
        string = literal
        width = literal.columnCount
    }

    init(stringInterpolation: StringInterpolation) {
        self = stringInterpolation.text
    }

    /// Text from anywhere: line breaks and tabs become spaces, other unsafe characters a replacement character.
    init(data: String) {
        guard data.unicodeScalars.contains(where: \.isUnsafeOnTerminals) else {
            string = data
            width = data.columnCount
            return
        }
        string = String(String.UnicodeScalarView(data.unicodeScalars.map(Self.safe)))
        width = string.columnCount
    }

    /// Fields with tabs between them.
    static func row(_ fields: [String]) -> TerminalText {
        joined(fields.map(TerminalText.init(data:)), separator: "\t")
    }

    static func joined(_ texts: [TerminalText], separator: TerminalText) -> TerminalText {
        guard let first = texts.first else { return "" }
        return texts.dropFirst().reduce(first) { "\($0)\(separator)\($1)" }
    }

    /// The same text with control sequences of this program around it.
    func decorated(before: String, after: String) -> TerminalText {
        var text = self
        text.string = before + string + after
        return text
    }

    /// The same text with spaces behind it up to a width.
    func padded(to width: Int) -> TerminalText {
        var text = self
        text.string += String(repeating: " ", count: max(0, width - self.width))
        text.width = max(width, self.width)
        return text
    }

    /// The same text, or its beginning with an ellipsis behind it when it takes more columns.
    func cut(to width: Int) -> TerminalText {
        guard self.width > width else { return self }
        var text: TerminalText = ""
        var isInSequence = false
        var isFull = false
        for character in string {
            if character == Self.escape { isInSequence = true }
            if isInSequence {
                // What colours the text stays, so that its end is not lost.
                text.string.append(character)
                // A mark that begins the data behind the sequence makes one character with its last letter.
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
    /// Keeps literals apart from data.
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
