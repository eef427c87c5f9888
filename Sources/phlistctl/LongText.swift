/// Text of several lines, from an argument or from the standard input.
enum LongText {
    /// The text that an argument stands for; a hyphen for all of the input.
    static func read(_ argument: String, _ input: any TextInput) throws -> String {
        argument == "-" ? try input.readText() : argument
    }
}
