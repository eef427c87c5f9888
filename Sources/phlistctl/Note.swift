import PhlistControl
import PhlistVocabulary

/// Checks notes before they are sent.
enum Note {
    /// Returns the note of an argument; a hyphen stands for standard input.
    static func read(_ argument: String, _ input: any TextInput) throws -> String {
        try checked(try LongText.read(argument, input))
    }

    /// Returns a note as it is stored; refuses one that no item can have.
    static func checked(_ note: String) throws -> String {
        try ControlError.checked(note, as: .note)
    }
}
