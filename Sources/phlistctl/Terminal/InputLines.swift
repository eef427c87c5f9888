/// The standard input as items, one a line.
enum InputLines {
    /// Reads the lines; spaces around them and empty ones do not count.
    static func read(_ input: any TextInput) throws -> [String] {
        try input.readText().split(whereSeparator: \.isNewline).map(trimmed).filter { !$0.isEmpty }
    }

    private static func trimmed(_ line: Substring) -> String {
        let start = line.drop(while: \.isWhitespace)
        let end = start.lastIndex { !$0.isWhitespace }
        return end.map { String(start[...$0]) } ?? ""
    }
}
