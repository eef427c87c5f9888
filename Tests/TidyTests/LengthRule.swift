/// Lines, functions and files fit the eye.
enum LengthRule {
    static func findings(in file: SourceFile, longFiles: [String: String] = Limits.longFiles) -> [String] {
        longLines(file) + longFunctions(file) + longFile(file, longFiles)
    }

    private static func longLines(_ file: SourceFile) -> [String] {
        file.lines.enumerated().filter { $0.element.count > Limits.lineLengthMax }.map {
            file.finding(line: $0.offset + 1, "a line of \($0.element.count) columns; \(Limits.lineLengthMax) fit")
        }
    }

    private static func longFunctions(_ file: SourceFile) -> [String] {
        FunctionLengths.functions(in: file.text).filter { $0.lines.count > Limits.functionLinesMax }.map {
            file.finding(
                line: $0.lines.lowerBound,
                "\($0.name) has \($0.lines.count) lines; \(Limits.functionLinesMax) fit"
            )
        }
    }

    private static func longFile(_ file: SourceFile, _ longFiles: [String: String]) -> [String] {
        let count = file.lines.count
        guard count > Limits.fileLinesMax, longFiles[file.path] == nil else { return [] }
        return [file.finding(line: count, "\(count) lines: split it by topic, or give the reason in Limits.longFiles")]
    }
}
