import ArgumentParser
import PhlistControl

/// Options for the file that a command writes.
struct OutputOptions: ParsableArguments {
    @Option(
        name: [.customShort("o"), .long],
        help: "The file to write; a hyphen stands for standard output.",
        completion: .file()
    )
    var output: String?

    @Flag(help: "Replace the file if it exists.")
    var force = false

    /// Returns the file to write; nil for the standard output.
    ///
    /// - Throws: `ControlError` if the file exists and must not be replaced.
    func file(_ context: Context) throws -> FileOutput? {
        let path = output == "-" ? nil : output
        let file = path.map { FileOutput(path: $0, fileSystem: context.fileSystem) }
        try file?.check(isReplaced: force)
        return file
    }
}
