import PhlistControl

/// Checks notes before they are sent.
enum Note {
    /// Returns the note of an argument; a hyphen stands for standard input.
    static func read(_ argument: String, _ input: any TextInput) throws -> String {
        try checked(try LongText.read(argument, input))
    }

    /// Refuses a note that is longer than any item can have.
    static func checked(_ note: String) throws -> String {
        let size = note.utf8.count
        guard size > PhlistControl.Limits.noteSizeMax else { return note }
        throw ControlError(.tooLarge, "a note has \(size) bytes; at most \(PhlistControl.Limits.noteSizeMax)")
    }
}
