import ArgumentParser
import PhlistControl
import PhlistVocabulary

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
        guard let item = reply.items.first, reply.items.count == 1 else {
            throw ClientError.replyMalformed("\(reply.items.count) items for one reference")
        }
        guard let photo = item.photo else { throw ControlError(.notFound, "\"\(item.title)\" has no photo") }
        return (reply, item, photo)
    }
}
