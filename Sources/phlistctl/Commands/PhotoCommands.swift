import ArgumentParser
import PhlistControl
import PhlistVocabulary

struct PhotoGroup: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "photo",
        abstract: "Set, show, save and remove photos of items.",
        subcommands: [PhotoSet.self, PhotoShow.self, PhotoSave.self, PhotoRemove.self]
    )
}

extension ArgumentHelp {
    /// For `--take`.
    static let competingPhoto = ArgumentHelp(
        "Take one of several competing photos, by its number in: phlistctl conflicts",
        valueName: "number"
    )
}

struct PhotoSet: ControlCommand {
    static let configuration = CommandConfiguration(
        commandName: "set",
        abstract: "Give an item a photo.",
        usage: "phlistctl photo set [<options>] <item> <file>",
        discussion: """
            The file may be JPEG, PNG, WebP or HEIC, whatever its name; - reads standard input. The picture is turned \
            upright and scaled down to at most 2048 pixels in width and height, and camera data such as the location \
            is removed. The file itself is not changed.
            """
    )

    @Argument(help: .item, completion: .items)
    var item: String

    @Argument(help: "The picture.", completion: .file())
    var file: String

    @OptionGroup(title: "Global options") var options: GlobalOptions

    func run(_ context: Context) throws {
        let picture = try PictureFile(file, context)
        guard !context.isDryRun else { return try showTrial(picture, context) }
        let reply = try picture.send(.setPhoto(of: item, actsAs: context.actsAs), context)
        let words = (reply.changed + reply.unchanged).map { item -> TerminalText in
            let photo: TerminalText = item.photo.map { PhotoText.words($0, context.clock) } ?? ""
            return "photo of \(item.title) (\(item.shortID)): \(photo)"
        }
        try context.show(reply, ItemText.page(reply.changed + reply.unchanged, words))
    }

    /// Shows what would be set; the daemon checks the item as it does for a photo, and the picture only when it has it.
    private func showTrial(_ picture: PictureFile, _ context: Context) throws {
        var reply = try context.ask(RemovePhotosRequest(items: [item]))
        (reply.changed, reply.unchanged) = (reply.changed + reply.unchanged, [])
        for index in reply.changed.indices { reply.changed[index].hasPhoto = true }
        let size = ByteCount.text(Int64(picture.byteCount))
        let words = reply.changed.map { item -> TerminalText in
            "photo of \(item.title) (\(item.shortID)): \(picture.name), \(size)"
        }
        try context.show(reply, ItemText.page(reply.changed, words))
    }
}

struct PhotoShow: ControlCommand {
    static let configuration = CommandConfiguration(
        commandName: "show",
        abstract: "Show the photo of an item.",
        usage: "phlistctl photo show [<options>] <item>",
        discussion: """
            In a terminal, chafa draws the photo if it is installed. A line below it, or alone, gives its size and \
            where it is. A photo that only another device has is fetched from there; until it arrives, the thumbnail \
            is shown. With --take, a photo is shown that somebody else set at the same time.
            """
    )

    @Argument(help: .item, completion: .items)
    var item: String

    @Option(help: .competingPhoto)
    var take: Int?

    @OptionGroup(title: "Global options") var options: GlobalOptions

    func run(_ context: Context) throws {
        if let take { return try showCompeting(take, context) }
        var reply = try ask(context)
        let wasHere = reply.photo.place == .here
        if viewer(in: context) != nil || !wasHere {
            let original = try context.photo(of: item, isThumbnail: false)
            if !wasHere, original != nil { reply = try ask(context) }
            try draw(original, context)
        }
        let item = reply.item
        let text = PhotoText.wordsWithPlace(reply.photo, context.clock)
        try context.show(reply.document, ItemText.page([item], ["photo of \(item.title) (\(item.shortID)): \(text)"]))
        try noteViewer(context)
    }

    private func showCompeting(_ number: Int, _ context: Context) throws {
        let document = try context.ask(ItemsQuery(ref: item))
        let original = try context.photo(of: item, take: number, isThumbnail: false)
        try draw(original, context)
        let size = original.map { ByteCount.text(Int64($0.count)) } ?? "not here yet"
        let words = document.items.map { item -> TerminalText in
            "photo \(number) of \(item.title) (\(item.shortID)): \(size)"
        }
        try context.show(document, ItemText.page(document.items, words))
        try noteViewer(context)
    }

    /// Draws a photo if something can, or the thumbnail while the photo is elsewhere.
    private func draw(_ original: [UInt8]?, _ context: Context) throws {
        guard let view = viewer(in: context) else { return }
        let picture = try original ?? context.photo(of: item, take: take, isThumbnail: true)
        if let picture { try view(picture, .window) }
    }

    /// Returns what draws photos; nil if nothing can, or if the output is for programs.
    private func viewer(in context: Context) -> (([UInt8], PictureViewer.Room) throws -> Void)? {
        context.format == nil ? context.viewPicture : nil
    }

    /// In a terminal where nothing can draw the photo, says what would.
    private func noteViewer(_ context: Context) throws {
        guard context.window != nil, context.format == nil, context.viewPicture == nil else { return }
        try context.note(PhotoText.viewerHint)
    }

    private func ask(_ context: Context) throws -> (document: ItemsReply, item: ItemView, photo: PhotoView) {
        let reply = try context.ask(ItemsQuery(ref: item))
        let item = try reply.one
        guard let photo = item.photo else { throw ControlError(.notFound, "\"\(item.title)\" has no photo") }
        return (reply, item, photo)
    }
}

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

struct PhotoRemove: ControlCommand {
    static let configuration = CommandConfiguration(
        commandName: "rm",
        abstract: "Remove the photos of items; the items stay.",
        usage: "phlistctl photo rm [<options>] <item> ..."
    )

    @Argument(help: .items, completion: .items)
    var items: [String]

    @OptionGroup(title: "Global options") var options: GlobalOptions

    func run(_ context: Context) throws {
        let change = ItemChange(
            request: RemovePhotosRequest(items: items),
            changed: { item, _ in "photo removed: \(item.title) (\(item.shortID))" },
            unchanged: { "no photo: \($0.title) (\($0.shortID))" }
        )
        try change.run(context)
    }
}
