import ArgumentParser
import PhlistControl
import PhlistVocabulary

struct Move: ControlCommand {
    static let configuration = CommandConfiguration(
        commandName: "mv",
        abstract: "Move items, with those below them.",
        usage: """
            phlistctl mv [<options>] <item> ... <list>[/<section>]
            phlistctl mv [<options>] <item> ... (--top | --bottom | --out)
            phlistctl mv [<options>] <item> ... (--before | --after | --under) <item>
            """,
        discussion: """
            Without an option, the last argument is the list or the section to whose end the items move. In another \
            list they get new ids. If somebody would see items that they do not see now, it asks first, as the items \
            stay in their trash even after an undo; without a terminal it then needs --yes.
            """
    )

    @Argument(
        help: ArgumentHelp("The items; without an option, the last one is where they go.", valueName: "item"),
        completion: .itemsAndPlaces
    )
    var arguments: [String]

    @Flag(help: "Before all others of their section, or below the same item.")
    var top = false

    @Flag(help: "After all others of their section, or below the same item.")
    var bottom = false

    @Flag(help: "One level up, after the item that they are below.")
    var out = false

    @Option(help: ArgumentHelp("Before this item.", valueName: "item"), completion: .items)
    var before: String?

    @Option(help: ArgumentHelp("After this item.", valueName: "item"), completion: .items)
    var after: String?

    @Option(help: ArgumentHelp("Below this item.", valueName: "item"), completion: .items)
    var under: String?

    @OptionGroup(title: "Global options") var options: GlobalOptions

    private var optionCount: Int {
        [top, bottom, out, before != nil, after != nil, under != nil].count { $0 }
    }

    func validate() throws {
        guard optionCount <= 1 else {
            throw ValidationError("one of --top, --bottom, --out, --before, --after, --under can be given")
        }
        guard optionCount == 1 || arguments.count > 1 else {
            throw ValidationError("where to? Name a list after the item, or give one of the options")
        }
    }

    func run(_ context: Context) throws {
        let isToList = optionCount == 0
        var request = MoveItemsRequest(items: isToList ? arguments.dropLast() : arguments)
        request.to = isToList ? arguments.last : nil
        request.place = top ? .top : bottom ? .bottom : out ? .out : nil
        (request.before, request.after, request.under) = (before, after, under)
        let change = ItemChange(
            request: request,
            includesFamily: true,
            changed: { item, family in "moved: \(item.title) \(place(item)) (\(item.shortID))\(family)" },
            unchanged: { "already there: \($0.title) (\($0.shortID))" }
        )
        let mayShow = try context.mayShow(request) { (count: $0.changed.count, viewers: $0.newViewers) }
        guard mayShow else { return try context.note("nothing was changed") }
        let reply = try change.run(context)
        let viewers = SharingText.viewers(new: reply.newViewers, former: reply.formerViewers)
        try context.note(SharingText.hiddenFromAssignees(reply.changed) + viewers + remains(reply, context))
    }

    /// Returns a line about what those who no longer see the items still find.
    private func remains(_ reply: ChangeItemsReply, _ context: Context) -> [TerminalText] {
        guard reply.formerViewers != nil, !context.isDryRun else { return [] }
        let what: TerminalText = reply.changed.count == 1 ? "it" : "them"
        let items = reply.leftInTrash ?? []
        let isShort = (1...Limits.itemsInHintMax).contains(items.count)
        let purge: TerminalText = isShort ? "; to end that: phlistctl purge \(items.joined(separator: " "))" : ""
        return ["they still find \(what) in the trash and the history of the old list\(purge)"]
    }

    private func place(_ item: ItemView) -> TerminalText {
        if top { return "to the top" }
        if bottom { return "to the bottom" }
        if out { return "one level up" }
        if let before { return "before \(before) in \(ItemText.place(item))" }
        if let after { return "after \(after) in \(ItemText.place(item))" }
        return under.map { "below \($0) in \(ItemText.place(item))" } ?? "to \(ItemText.place(item))"
    }
}
