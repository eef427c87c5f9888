import PhlistControl
import PhlistVocabulary

/// The standard input as items, one per line.
enum InputLines {
    /// Reads the lines without the white space around them, skipping empty ones.
    ///
    /// - Throws: An error that names the number of the first line that cannot be a title.
    static func read(_ input: any TextInput) throws -> [String] {
        let lines = try input.readText().split(omittingEmptySubsequences: false, whereSeparator: \.isNewline)
        return try zip(1..., lines).compactMap { number, line in
            let title = line.trimmed
            guard !title.isEmpty else { return nil }
            try check(title, inLine: number)
            return title
        }
    }

    private static func check(_ title: String, inLine number: Int) throws {
        do {
            try Title.check(title)
        } catch var error as ControlError {
            error.message = "line \(number): \(error.message)"
            throw error
        }
    }
}
