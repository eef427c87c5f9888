import ArgumentParser
import PhlistControl

struct PhotoSave: ControlCommand {
    static let configuration = CommandConfiguration(
        commandName: "save",
        abstract: "Save the photo of an item to a file.",
        usage: "phlistctl photo save [<options>] <item> <file>",
        discussion: """
            The file is a JPEG; - writes it to standard output. A photo that only another device has is fetched from \
            there.
            """
    )

    @Argument(help: .item, completion: .items)
    var item: String

    @Argument(help: "The file to make.", completion: .file())
    var file: String

    @Option(help: .competingPhoto)
    var take: Int?

    @Flag(help: "Save the small picture instead.")
    var thumbnail = false

    @Flag(help: "Replace the file if it exists.")
    var force = false

    @OptionGroup(title: "Global options") var options: GlobalOptions

    func run(_ context: Context) throws {
        let output = FileOutput(path: file, fileSystem: context.fileSystem)
        if file != "-" { try output.check(isReplaced: force) }
        guard !context.isDryRun else { return try context.note("nothing was written: --dry-run") }
        let request = ControlRequest.photo(
            of: item,
            take: take,
            isThumbnail: thumbnail,
            waitMilliseconds: PhlistControl.Limits.photoWaitMilliseconds,
            actsAs: context.actsAs
        )
        var bytes: [UInt8] = []
        try context.daemon.receive(request) { bytes += $0 }
        guard file != "-" else { return try context.writeBytes(bytes[...]) }
        try output.write(bytes)
        let words: TerminalText = "saved \(ByteCount.text(Int64(bytes.count))) to \(file)"
        try context.show(
            PhotoReport(file: file, bytes: bytes.count),
            Page(words: [words], rows: [["file", file], ["bytes", "\(bytes.count)"]], ids: [file])
        )
        try context.note(PhotoText.otherFormat(file))
    }
}

/// The saved file, as a JSON document.
private struct PhotoReport: Encodable {
    var schemaVersion = PhlistControl.schemaVersion
    var file: String
    var bytes: Int
}
