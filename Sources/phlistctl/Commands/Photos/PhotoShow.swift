import ArgumentParser
import PhlistControl
import PhlistVocabulary

struct PhotoShow: ControlCommand {
    static let configuration = CommandConfiguration(
        commandName: "show",
        abstract: "Show the photo of an item.",
        usage: "phlistctl photo show [<options>] <item>",
        discussion: """
            In a terminal, chafa draws the photo if it is installed. A line below it, or alone, gives the size and \
            the path. A photo that only another device has is fetched from there; until it arrives, the thumbnail is \
            shown.
            """
    )

    @Argument(help: .item, completion: .items)
    var item: String

    @OptionGroup(title: "Global options") var options: GlobalOptions

    func run(_ context: Context) throws {
        var reply = try ask(context)
        let view = context.format == nil ? context.viewPicture : nil
        let wasHere = reply.photo.place == .here
        if view != nil || !wasHere {
            let original = try context.photo(of: item, isThumbnail: false)
            if !wasHere, original != nil { reply = try ask(context) }
            let picture = try original ?? context.photo(of: item, isThumbnail: true)
            if let view, let picture { try view(picture, .window) }
        }
        let item = reply.item
        let text = PhotoText.wordsWithPlace(reply.photo, context.clock)
        try context.show(reply.document, ItemText.page([item], ["photo of \(item.title) (\(item.shortID)): \(text)"]))
        guard context.window != nil, context.format == nil, view == nil else { return }
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
