/// Names that are shown as part of a command to type.
extension String {
    /// The text as the last argument of a shell command.
    package var asArgument: String { [self].asArguments }

    /// The text as one word of a shell, in quotes if it needs them.
    package var asWord: String {
        let isPlain = !isEmpty && allSatisfy { $0.isLetter || $0.isNumber || "-_./,:+@".contains($0) }
        guard !isPlain else { return self }
        // Between double quotes, shells expand variables, commands and past lines.
        guard contains(where: "\"$`\\!".contains) else { return "\"\(self)\"" }
        return "'" + replacing("'", with: #"'\''"#) + "'"
    }
}

extension [String] {
    /// The texts as the last arguments of a shell command; a hyphen at the beginning of one does not make it an option.
    package var asArguments: String {
        let end = contains { $0.hasPrefix("-") } ? ["--"] : []
        return (end + map(\.asWord)).joined(separator: " ")
    }
}
