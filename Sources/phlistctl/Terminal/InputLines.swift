import PhlistControl
import PhlistVocabulary

/// The standard input as items, one per line.
enum InputLines {
    /// Reads the lines without the white space around them, skipping empty ones.
    static func read(_ input: any TextInput) throws -> [String] {
        try input.readText().split(whereSeparator: \.isNewline).map(\.trimmed).filter { !$0.isEmpty }
    }
}
