import ArgumentParser
import PhlistControl
import PhlistLog

/// Saves the photo of an item.
struct PhotoSave: ControlCommand {
    static let configuration = CommandConfiguration(
        commandName: "save",
        abstract: "Save the photo of an item to a file.",
        usage: "phlistctl photo save [<options>] <item> <file>",
        discussion: """
            The file is a JPEG; - writes it to the standard output. A photo that only another device has is fetched \
            from there.
            """
    )

    @Argument(help: .item, completion: .items)
    var item: String

    @Argument(help: "The file to make.", completion: .file())
    var file: String

    @Flag(help: "Save the small picture instead.")
    var thumbnail = false

    @Flag(help: "Replace the file when it is there already.")
    var force = false

    @OptionGroup(title: "Global options") var options: GlobalOptions

    func run(_ context: Context) throws {
        guard file == "-" || force || (try? context.fileSystem.identity(of: file)) == nil else {
            throw ControlError(.usage, "\(file) is there already", hint: "name another file, or add --force")
        }
        guard !context.isDryRun else { return try context.note("nothing was written: --dry-run") }
        let request = ControlRequest.photo(
            of: item,
            isThumbnail: thumbnail,
            waitMilliseconds: PhlistControl.Limits.photoWaitMilliseconds,
            actsAs: context.actsAs
        )
        var bytes: [UInt8] = []
        try context.daemon.receive(request) { bytes += $0 }
        guard file != "-" else { return try context.writeBytes(bytes[...]) }
        try write(bytes, context.fileSystem)
        let words: TerminalText = "saved \(ByteCount.text(Int64(bytes.count))) to \(file)"
        try context.show(
            PhotoReport(file: file, bytes: bytes.count),
            Page(words: [words], rows: [["file", file], ["bytes", "\(bytes.count)"]], ids: [file])
        )
    }

    /// The file appears whole, or not at all.
    private func write(_ bytes: [UInt8], _ fileSystem: any FileSystem) throws {
        do throws(FileError) {
            try fileSystem.replace(file, with: bytes)
        } catch {
            try? fileSystem.unlink("\(file).new")
            let code: ErrorCode = error.reason.isLackOfRoom ? .diskFull : .inputOutput
            throw ControlError(error.reason == .denied ? .notPermitted : code, "\(error)")
        }
    }
}

/// What was saved, as a document.
private struct PhotoReport: Encodable {
    var schemaVersion = PhlistControl.schemaVersion
    var file: String
    var bytes: Int
}
