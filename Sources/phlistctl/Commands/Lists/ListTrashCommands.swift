import ArgumentParser
import PhlistControl
import PhlistVocabulary

struct ListRemove: ControlCommand {
    static let configuration = CommandConfiguration(
        commandName: "rm",
        abstract: "Remove lists; they can be restored.",
        usage: "phlistctl list rm [<options>] <list> ..."
    )

    @Argument(help: .lists, completion: .lists)
    var lists: [String]

    @OptionGroup(title: "Global options") var options: GlobalOptions

    func run(_ context: Context) throws {
        let request = ChangeListsRequest(lists: lists, isTrashed: true)
        let change = ListChange(
            request: request,
            changed: { "removed: \($0.title) (back with: phlistctl list restore \($0.title.asArgument))" },
            unchanged: { "already removed: \($0.title)" }
        )
        try change.run(context)
    }
}

struct ListRestore: ControlCommand {
    static let configuration = CommandConfiguration(
        commandName: "restore",
        abstract: "Restore removed lists.",
        usage: "phlistctl list restore [<options>] <list> ..."
    )

    @Argument(help: .lists, completion: .trashedLists)
    var lists: [String]

    @OptionGroup(title: "Global options") var options: GlobalOptions

    func run(_ context: Context) throws {
        let request = ChangeListsRequest(lists: lists, isTrashed: false)
        let change = ListChange(
            request: request,
            changed: { "restored: \(ListText(context).summary($0))" },
            unchanged: { "not removed: \($0.title)" }
        )
        try change.run(context)
    }
}

struct ListPurge: ControlCommand {
    static let configuration = CommandConfiguration(
        commandName: "purge",
        abstract: "Remove lists from the trash for good, with all that is in them.",
        usage: """
            phlistctl list purge [<options>] <list> ...
            phlistctl list purge [<options>] --older <age>
            """,
        discussion: """
            This cannot be undone, so it asks first; without a terminal it needs --yes. A list that another device \
            changes without knowing of the purge comes back to the trash.
            """
    )

    @Argument(help: .lists, completion: .trashedLists)
    var lists: [String] = []

    @Option(help: ArgumentHelp("Everything removed at least this long ago: 30d, 4w.", valueName: "age"))
    var older: String?

    @OptionGroup(title: "Global options") var options: GlobalOptions

    func validate() throws {
        guard lists.isEmpty == (older == nil) else { return }
        throw ValidationError("name lists, or give --older")
    }

    func run(_ context: Context) throws {
        let request = PurgeListsRequest(
            lists: lists.isEmpty ? nil : lists,
            olderThanDays: try older.map(DateGrammar.days)
        )
        guard context.isDryRun || context.saysYes else { return try ask(request, context) }
        try purge(request, context)
    }

    private func purge(_ request: PurgeListsRequest, _ context: Context) throws {
        let reply = try context.ask(request)
        try context.show(reply, ListText.page(reply.changed, reply.changed.map { "removed for good: \($0.title)" }))
        if reply.changed.isEmpty { try context.note("nothing to remove") }
        try context.note(reply.unchanged.map(kept))
    }

    /// Returns the line for a list that is old enough, but not for this person to purge.
    private func kept(_ list: ListView) -> TerminalText {
        let owner: TerminalText = list.owner.map { ", which belongs to \($0)" } ?? ""
        return "left in the trash: \(list.title)\(owner)"
    }

    /// Shows the results of a dry run, and purges if the user confirms.
    private func ask(_ request: PurgeListsRequest, _ context: Context) throws {
        let reply = try context.attempt(request)
        guard !reply.changed.isEmpty else {
            try context.show(reply, ListText.page([], []))
            try context.note("nothing to remove")
            return try context.note(reply.unchanged.map(kept))
        }
        try context.note(reply.unchanged.map(kept))
        try context.note(reply.changed.map { "  \(ListText(context).summary($0))" })
        let what: TerminalText = reply.changed.count == 1 ? "this list" : "these \(reply.changed.count) lists"
        guard try context.confirm("remove \(what) for good? This cannot be undone.") else {
            return try context.note("nothing was removed")
        }
        // Only the lists shown are purged, even if more were moved to the trash meanwhile.
        try purge(PurgeListsRequest(lists: reply.changed.map(\.id)), context)
    }
}

struct ListDeletion: ControlCommand {
    static let configuration = CommandConfiguration(
        commandName: "deletion",
        abstract: "Set whether items of a list may be removed, or only cancelled.",
        usage: "phlistctl list deletion [<options>] <list> allowed|cancel-only"
    )

    @Argument(help: .list, completion: .lists)
    var list: String

    @Argument(help: "allowed or cancel-only.")
    var policy: DeletionPolicy

    @OptionGroup(title: "Global options") var options: GlobalOptions

    func run(_ context: Context) throws {
        let request = ChangeListsRequest(lists: [list], deletion: policy)
        let words: (ListView) -> TerminalText = { "items of \($0.title) \(ListText.deletion($0.deletion))" }
        try ListChange(request: request, changed: words, unchanged: words).run(context)
    }
}
