import ArgumentParser
import PhlistControl

/// Moves the contents of a list into another one.
struct ListMerge: ControlCommand {
    static let configuration = CommandConfiguration(
        commandName: "merge",
        abstract: "Move the items of a list into another one, and remove the list.",
        usage: "phlistctl list merge [<options>] <from> <into>",
        discussion: """
            Items keep all they say; sections with the same name become one, and so do items that are open in both \
            lists under the same title. What is in the trash of the first list stays there. One undo takes all of it \
            back. It asks before it shows what not everybody sees to the whole household; without a terminal that \
            needs --yes.
            """
    )

    @Argument(help: .list, completion: .lists)
    var from: String

    @Argument(help: "The list that gets the items.", completion: .lists)
    var into: String

    @OptionGroup(title: "Global options") var options: GlobalOptions

    func run(_ context: Context) throws {
        guard try mayShow(context) else { return try context.note("nothing was changed") }
        let reply = try context.ask(MergeListsRequest(list: from, into: into))
        let (from, into) = (reply.from.title, reply.list.title)
        let joined: TerminalText = reply.joined.isEmpty ? "" : "; \(reply.joined.count) open in both stayed one"
        let words: [TerminalText] = [
            "moved \(TerminalText.count(reply.moved.count, "item")) from \(from) to \(into)\(joined)",
            "removed: \(from) (all of it back with: phlistctl undo)",
        ]
        try context.show(reply, ListText.page([reply.list], words))
        guard Self.widens(reply) else { return }
        try context.note("\(from) was not everybody's; what it held is the household's now")
    }

    /// Asks before items reach people who did not see them: they go on seeing them in the trash after an undo.
    private func mayShow(_ context: Context) throws -> Bool {
        guard !context.isDryRun, !context.saysYes else { return true }
        let reply = try context.attempt(MergeListsRequest(list: from, into: into))
        guard Self.widens(reply) else { return true }
        return try context.confirm("show what \(reply.from.title) holds to the whole household?")
    }

    private static func widens(_ reply: MergeListsReply) -> Bool {
        reply.from.visibility == .participants && reply.list.visibility == .household
    }
}
