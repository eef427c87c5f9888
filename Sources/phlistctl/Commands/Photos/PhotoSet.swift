import ArgumentParser
import PhlistControl

/// Gives an item a photo.
struct PhotoSet: ControlCommand {
    static let configuration = CommandConfiguration(
        commandName: "set",
        abstract: "Give an item a photo.",
        usage: "phlistctl photo set [<options>] <item> <file>",
        discussion: """
            The file is JPEG, PNG, WebP or HEIC, whatever it is called; - reads the standard input. The picture is \
            turned upright and made at most 2048 pixels wide and high, and what the camera has noted, such as the \
            place, is left out. The file itself stays as it is.
            """
    )

    @Argument(help: .item, completion: .items)
    var item: String

    @Argument(help: "The picture.", completion: .file())
    var file: String

    @OptionGroup(title: "Global options") var options: GlobalOptions

    func run(_ context: Context) throws {
        let picture = try PictureFile(file, context)
        guard !context.isDryRun else { return try context.note("nothing was changed: --dry-run") }
        let reply = try picture.send(.setPhoto(of: item, actsAs: context.actsAs), context)
        let words = (reply.changed + reply.unchanged).map { item -> TerminalText in
            let photo: TerminalText = item.photo.map { PhotoText.words($0, context.clock) } ?? ""
            return "photo of \(item.title) (\(item.shortID)): \(photo)"
        }
        try context.show(reply, ItemText.page(reply.changed + reply.unchanged, words))
    }
}
