import ArgumentParser
import PhlistControl

/// Where a command that writes a file puts it.
struct OutputOptions: ParsableArguments {
    @Option(
        name: [.customShort("o"), .long],
        help: "The file to make; a hyphen stands for the standard output.",
        completion: .file()
    )
    var output: String?

    @Flag(help: "Replace the file when it is there already.")
    var force = false

    /// The file that is made; nil for the standard output.
    ///
    /// - Throws: `ControlError` when it is there already, and is not to be replaced.
    func file(_ context: Context) throws -> FileOutput? {
        let path = output == "-" ? nil : output
        let file = path.map { FileOutput(path: $0, fileSystem: context.fileSystem) }
        try file?.check(isReplaced: force)
        return file
    }
}
