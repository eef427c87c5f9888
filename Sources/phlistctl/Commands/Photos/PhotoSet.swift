import ArgumentParser
import PhlistControl
import PhlistVocabulary

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
