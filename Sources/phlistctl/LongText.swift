import PhlistControl

/// Text of several lines, from an argument or from the standard input.
enum LongText {
    /// The text that an argument stands for; a hyphen for all of the input.
    static func read(_ argument: String, _ input: any TextInput) throws -> String {
        guard argument == "-" else { return argument }
        let bytes = try input.readAll(sizeMax: PhlistControl.Limits.requestBodySizeMax)
        guard let text = String(validating: bytes, as: UTF8.self) else {
            throw ControlError(
                .invalid,
                "the standard input is not UTF-8",
                hint: "convert it first, for example with iconv"
            )
        }
        return text
    }
}
