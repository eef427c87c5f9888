import ArgumentParser
import PhlistControl
import PhlistVocabulary

struct Ls: ControlCommand {
    static let configuration = CommandConfiguration(
        commandName: "ls",
        abstract: "Show what is open, in one list or in all.",
        usage: "phlistctl ls [<options>] [<list>[/<section>]]",
        discussion: """
            Items appear in the order that you gave them, or in the one chosen with list view. An exclamation mark \
            stands for a date that is past, ▣ for a photo (see photo show), and ▢ for a photo that is still on \
            another device. --photos draws photos with chafa, as real pictures where the terminal can show them. With \
            --long, ≡ stands for a note (see show).
            """
    )

    @Argument(
        help: "A list's title, or the first letters of its id, and perhaps a section of it.",
        completion: .places
    )
    var list: String?

    @Flag(help: "Also show what is done, cancelled or removed.")
    var all = false

    @Option(help: "Show only what is open, done or cancelled.")
    var state: WorkState?

    @Flag(help: "Show only what is assigned to you.")
    var mine = false

    @Option(
        name: .shortAndLong,
        help: ArgumentHelp("Show only what is assigned to a member; none: to nobody.", valueName: "member"),
        completion: .members
    )
    var assign: String?

    @Option(
        name: .shortAndLong,
        help: ArgumentHelp("Show only what is due: today, overdue, week, \"next week\" or a date.", valueName: "when")
    )
    var due: String?

    @Option(help: "Show only what has a tag.", completion: .tags)
    var tag: String?

    @OptionGroup var order: OrderOptions

    @Flag(help: "Show priorities, members, tags and notes, too, and who added and changed items, and when.")
    var long = false

    @Flag(help: "Show notes below their items.")
    var expand = false

    @Flag(help: "Show small pictures below their items, in a terminal.")
    var photos = false

    @OptionGroup var pager: PagerOptions

    @OptionGroup(title: "Global options") var options: GlobalOptions

    func validate() throws {
        if mine, assign != nil { throw ValidationError("either --mine or --assign can be given") }
    }

    func run(_ context: Context) throws {
        var query = query
        if let due { try query.filter(due: due, context.clock) }
        let reply = try context.ask(query)
        var look = ItemLook(context)
        (look.isLong, look.showsNotes, look.isTable) = (long, expand, order.flat)
        look.takeOrders(of: reply)
        try show(reply, look, context)
        try context.note(ItemText.twins(reply))
        guard reply.items.isEmpty else { return }
        if let list, isForm(list, context) {
            return try context.note("\(list) is a form; to see its records: phlistctl record ls \"\(list)\"")
        }
        let place: TerminalText = list.map { " in \($0)" } ?? ""
        try context.note(isFiltered ? "nothing like that\(place)" : all ? "nothing\(place)" : "nothing open\(place)")
    }

    /// Whether a list that shows no items is a form, which has records instead.
    private func isForm(_ name: String, _ context: Context) -> Bool {
        guard context.format == nil, !name.contains("/") else { return false }
        return (try? context.ask(ListsQuery(list: name)))?.lists.first?.kind == .form
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

    private var query: ItemsQuery {
        var query = ItemsQuery(list: list, all: all ? true : nil)
        query.state = state?.name
        query.mine = mine ? true : nil
        query.assignee = assign
        query.tag = tag.map { $0.hasPrefix("#") ? String($0.dropFirst()) : $0 }
        order.arrange(&query)
        return query
    }

    private var isFiltered: Bool {
        state != nil || mine || assign != nil || due != nil || tag != nil
    }
}
