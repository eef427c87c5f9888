import PhlistControl

/// The standard input as items, one a line.
enum InputLines {
    /// Reads the lines; spaces around them and empty ones do not count.
    static func read(_ input: any TextInput) throws -> [String] {
        try input.readText().split(whereSeparator: \.isNewline).map(\.trimmed).filter { !$0.isEmpty }
    }
}
