/// Names that are shown as part of a command to type.
extension String {
    /// The text as the last argument of a shell command.
    package var asArgument: String { [self].asArguments }

    /// Returns an option with the text as its value, which may begin with a hyphen.
    package func asValue(of option: String) -> String {
        "\(option)\(unicodeScalars.first == "-" ? "=" : " ")\(asWord)"
    }

    /// The text as one word of a shell, in quotes if it needs them; a shell reads bytes, so scalars count here, not
    /// characters.
    package var asWord: String {
        guard isEmpty || !unicodeScalars.allSatisfy(\.isPlainInShells) else { return self }
        // Between double quotes, shells expand variables, commands and past lines.
        guard unicodeScalars.contains(where: "\"$`\\!".unicodeScalars.contains) else { return "\"\(self)\"" }
        var word = String.UnicodeScalarView("'".unicodeScalars)
        for scalar in unicodeScalars {
            // Fish takes a backslash between single quotes for the beginning of another character.
            let isQuoted = scalar != "'" && scalar != "\\"
            word.append(contentsOf: isQuoted ? "\(scalar)".unicodeScalars : "'\\\(scalar)'".unicodeScalars)
        }
        word.append("'")
        return String(word)
    }
}

extension [String] {
    /// The texts as the last arguments of a shell command; a hyphen at the beginning of one does not make it an option.
    package var asArguments: String {
        let end = contains { $0.unicodeScalars.first == "-" } ? ["--"] : []
        return (end + map(\.asWord)).joined(separator: " ")
    }

    /// Returns an option with the names as its value, with commas between; nil if a name has a comma, which cannot be
    /// told from two.
    package func asValue(of option: String) -> String? {
        contains { $0.contains(",") } ? nil : joined(separator: ",").asValue(of: option)
    }
}

extension Unicode.Scalar {
    /// Whether every shell takes the scalar as a part of a word.
    fileprivate var isPlainInShells: Bool {
        switch self {
        case "a"..."z", "A"..."Z", "0"..."9", "-", "_", ".", "/", ",", ":", "+", "@": true
        default: !isASCII && !properties.isWhitespace
        }
    }
}
