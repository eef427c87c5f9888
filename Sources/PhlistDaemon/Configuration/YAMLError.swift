/// The reason why a file is not valid YAML, in one line.
struct YAMLError: Error {
    let message: String

    init(_ cause: any Error) {
        message = Self.oneLine("\(cause)")
    }

    /// Shortens the parser's text, `LINE:COLUMN: error: STAGE: …` over several lines with a picture of the place at the
    /// end.
    private static func oneLine(_ text: String) -> String {
        var lines = text.split(separator: "\n").map(String.init)
        if lines.count > 2, lines.last?.allSatisfy({ $0 == " " || $0 == "^" }) == true { lines.removeLast(2) }
        let line = lines.joined(separator: " ").replacing(#/error: (reader|scanner|parser|composer): /#, with: "")
        return String((line.hasSuffix(":") ? line.dropLast() : line[...]).prefix(300))
    }
}
