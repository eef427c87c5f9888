/// Multi-line text from an argument or from the standard input.
enum LongText {
    /// Returns the text of an argument; a hyphen stands for the whole input.
    static func read(_ argument: String, _ input: any TextInput) throws -> String {
        argument == "-" ? try input.readText() : argument
    }
}
