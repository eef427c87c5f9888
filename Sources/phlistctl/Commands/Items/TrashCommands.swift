import ArgumentParser
import PhlistControl
import PhlistVocabulary

struct Remove: ControlCommand {
    static let configuration = CommandConfiguration(
        commandName: "rm",
        abstract: "Remove items, with those below them; they can be restored.",
        usage: "phlistctl rm [<options>] <item> ..."
    )

    @Argument(help: .items, completion: .items)
    var items: [String]

    @OptionGroup(title: "Global options") var options: GlobalOptions

    func run(_ context: Context) throws {
        let change = ItemChange(
            request: ChangeItemsRequest(items: items, isTrashed: true),
            includesFamily: true,
            changed: { item, family in
                "removed: \(item.title)\(family) (back with: phlistctl restore \(item.shortID))"
            },
            unchanged: { "already removed: \($0.title)" }
        )
        try change.run(context)
    }
}

struct Restore: ControlCommand {
    static let configuration = CommandConfiguration(
        commandName: "restore",
        abstract: "Restore removed items, with those that were removed with them.",
        usage: "phlistctl restore [<options>] <item> ..."
    )

    @Argument(help: .trashedItems, completion: .trashedItems)
    var items: [String]

    @OptionGroup(title: "Global options") var options: GlobalOptions

    func run(_ context: Context) throws {
        let change = ItemChange(
            request: ChangeItemsRequest(items: items, isTrashed: false),
            includesFamily: true,
            changed: { item, family in
                "restored: \(item.title) in \(item.listTitle) (\(item.shortID))\(family)"
            },
            unchanged: { "not removed: \($0.title)" }
        )
        try change.run(context)
    }
}

struct Trash: ControlCommand {
    static let configuration = CommandConfiguration(
        commandName: "trash",
        abstract: "Show what was removed and can be restored, newest first.",
        usage: "phlistctl trash [<options>] [<list>]"
    )

    @Argument(help: "A list's title, or the first letters of its id.", completion: .lists)
    var list: String?

    @OptionGroup(title: "Global options") var options: GlobalOptions

    func run(_ context: Context) throws {
        var query = ItemsQuery(list: list)
        query.trash = true
        let reply = try context.ask(query)
        try context.show(reply, ItemText.page(reply, ItemLook(context)))
        let lists = list == nil && context.format == nil ? try listsInTrash(context) : []
        if reply.items.isEmpty, lists.isEmpty { try context.note("the trash is empty") }
        guard !lists.isEmpty else { return }
        try context.note(["lists in the trash, each with what it holds; back with: phlistctl list restore LIST"])
        try context.note(lists.map { "  \($0.title)" })
    }

    private func listsInTrash(_ context: Context) throws -> [ListView] {
        try context.ask(ListsQuery(all: true)).lists.filter(\.isTrashed)
    }
}

struct Purge: ControlCommand {
    static let configuration = CommandConfiguration(
        commandName: "purge",
        abstract: "Remove items from the trash for good, with those that were removed with them.",
        usage: """
            phlistctl purge [<options>] <item> ...
            phlistctl purge [<options>] --older <age>
            """,
        discussion: """
            This cannot be undone, so it asks first; without a terminal it needs --yes. An item that another device \
            edits without knowing of the purge comes back with the edit.
            """
    )

    @Argument(help: .trashedItems, completion: .trashedItems)
    var items: [String] = []

    @Option(help: ArgumentHelp("Everything removed at least this long ago: 30d, 4w.", valueName: "age"))
    var older: String?

    @OptionGroup(title: "Global options") var options: GlobalOptions

    func validate() throws {
        guard items.isEmpty == (older == nil) else { return }
        throw ValidationError("name items, or give --older")
    }

    func run(_ context: Context) throws {
        let request = PurgeItemsRequest(
            items: items.isEmpty ? nil : items,
            olderThanDays: try older.map(DateGrammar.days)
        )
        guard context.isDryRun || context.saysYes else { return try ask(request, context) }
        try purge(request, context)
    }

    private func purge(_ request: PurgeItemsRequest, _ context: Context) throws {
        let reply = try context.ask(request)
        let change = ItemChange(
            request: request,
            includesFamily: true,
            changed: { item, family in "removed for good: \(item.title) from \(item.listTitle)\(family)" },
            unchanged: { "\($0.title)" }
        )
        let purged = ChangeItemsReply(changed: reply.changed, unchanged: [])
        try context.show(reply, ItemText.page(purged.changed, change.words(purged)))
        if purged.changed.isEmpty { try context.note("nothing to remove") }
        try context.note(kept(reply.unchanged))
    }

    /// Shows the results of a dry run, and purges if the user confirms.
    private func ask(_ request: PurgeItemsRequest, _ context: Context) throws {
        let reply = try context.attempt(request)
        guard !reply.changed.isEmpty else {
            try context.show(reply, ItemText.page([], []))
            try context.note("nothing to remove")
            return try context.note(kept(reply.unchanged))
        }
        try context.note(reply.changed.map { "  \($0.title) from \($0.listTitle) (\($0.shortID))" })
        try context.note(kept(reply.unchanged))
        let count = reply.changed.count
        let what: TerminalText = count == 1 ? "this item" : "these \(count) items"
        guard try context.confirm("remove \(what) for good? This cannot be undone.") else {
            return try context.note("nothing was removed")
        }
        // Only the items shown are purged, even if more were moved to the trash meanwhile.
        try purge(PurgeItemsRequest(items: reply.changed.map(\.id)), context)
    }

    /// Returns a line for each list whose items are old enough, but not for this person to purge.
    private func kept(_ items: [ItemView]) -> [TerminalText] {
        let titles = Dictionary(items.map { ($0.listID, $0.listTitle) }) { first, _ in first }
        return titles.sorted { ($0.value, $0.key) < ($1.value, $1.key) }.map { list in
            let count = items.count { $0.listID == list.key }
            let them: TerminalText = count == 1 ? "it" : "them"
            let what = TerminalText.count(count, "item")
            return "left in the trash: \(what) of \(list.value), which does not let you purge \(them)"
        }
    }
}
