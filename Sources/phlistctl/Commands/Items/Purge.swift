import ArgumentParser
import PhlistControl
import PhlistVocabulary

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
        try change(request).run(context)
    }

    private func change(_ request: PurgeItemsRequest) -> ItemChange<PurgeItemsRequest> {
        ItemChange(
            request: request,
            includesFamily: true,
            changed: { item, family in "removed for good: \(item.title) from \(item.listTitle)\(family)" },
            unchanged: { "\($0.title)" }
        )
    }

    /// Shows the results of a dry run, and purges if the user confirms.
    private func ask(_ request: PurgeItemsRequest, _ context: Context) throws {
        let reply = try context.attempt(request)
        guard !reply.changed.isEmpty else {
            try context.show(reply, ItemText.page([], []))
            return try context.note("nothing to remove")
        }
        try context.note(reply.changed.map { "  \($0.title) from \($0.listTitle) (\($0.shortID))" })
        let count = reply.changed.count
        let what: TerminalText = count == 1 ? "this item" : "these \(count) items"
        guard try context.confirm("remove \(what) for good? This cannot be undone.") else {
            return try context.note("nothing was removed")
        }
        // Only the items shown are purged, even if more were moved to the trash meanwhile.
        try change(PurgeItemsRequest(items: reply.changed.map(\.id))).run(context)
    }
}
