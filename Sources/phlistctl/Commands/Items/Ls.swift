import ArgumentParser
import PhlistControl
import PhlistVocabulary

struct Ls: ControlCommand {
    static let configuration = CommandConfiguration(
        commandName: "ls",
        abstract: "Show what is open, in one list or in all.",
        usage: "phlistctl ls [<options>] [<list>[/<section>] ...]",
        discussion: """
            Items appear in the order that you gave them, or in the one chosen with list view. An exclamation mark \
            stands for a date that is past, ↻ for an item that comes back, ▣ for a photo (see photo show), and ▢ for \
            a photo that is still on another device. --photos draws photos with chafa, as real pictures where the \
            terminal can show them. With --long, ≡ stands for a note (see show), and ♪ for a reminder.
            """
    )

    @Argument(
        help: ArgumentHelp("Each a list's title, or the first letters of its id, and perhaps a section of it."),
        completion: .places
    )
    var lists: [String] = []

    @Option(
        help: ArgumentHelp("Use a saved filter; other options change it for this time.", valueName: "filter"),
        completion: .filters
    )
    var filter: String?

    @OptionGroup var conditions: FilterOptions

    @Flag(help: "Show notes below their items.")
    var expand = false

    @Flag(help: "Show small pictures below their items, in a terminal.")
    var photos = false

    @OptionGroup var pager: PagerOptions

    @OptionGroup(title: "Global options") var options: GlobalOptions

    func run(_ context: Context) throws {
        let selection = try context.selection(try conditions.selection(in: lists), from: filter)
        let reply = try context.ask(try selection.query(context.clock))
        var look = ItemLook(context)
        (look.isLong, look.showsNotes) = (selection.isLong ?? reply.isLong ?? false, expand)
        look.isTable = selection.isFlat ?? reply.isFlat ?? false
        look.takeOrders(of: reply)
        try show(reply, look, context)
        try context.note(ItemText.namesakes(reply))
        guard reply.items.isEmpty else { return }
        let only = lists.count == 1 && filter == nil ? list(named: lists[0], context) : nil
        if only?.kind == .form {
            let command = "phlistctl record ls \(lists[0].asArgument)"
            return try context.note("\(lists[0]) is a form; to see its records: \(command)")
        }
        let end: TerminalText = only?.isEnded == true ? ", which is no longer shared with you" : ""
        let place: TerminalText = lists.isEmpty ? "" : " in \(lists.joined(separator: ", "))\(end)"
        let isAll = selection.isAll
        try context.note(
            selection.isFiltered ? "nothing like that\(place)" : isAll ? "nothing\(place)" : "nothing open\(place)"
        )
    }

    /// Returns a list that shows no items: it may be a form, which has records instead.
    private func list(named name: String, _ context: Context) -> ListView? {
        guard context.format == nil, !name.contains("/") else { return nil }
        return (try? context.ask(ListsQuery(list: name)))?.lists.first
    }

    private func show(_ reply: ItemsReply, _ look: ItemLook, _ context: Context) throws {
        guard photos, context.format == nil, context.window != nil else {
            return try context.show(reply, ItemText.page(reply, look), pager)
        }
        for block in ItemText.blocks(reply, look) {
            try context.write(block.words)
            guard block.item.hasPhoto, let view = context.viewPicture else { continue }
            if let picture = try context.photo(of: block.item.id, isThumbnail: true) { try view(picture, .listing) }
        }
        if context.viewPicture == nil { try context.note(PhotoText.viewerHint) }
    }
}
