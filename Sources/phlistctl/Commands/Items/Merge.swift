import ArgumentParser
import PhlistControl
import PhlistVocabulary

struct Merge: ControlCommand {
    static let configuration = CommandConfiguration(
        commandName: "merge",
        abstract: "Make one item of several of a list.",
        usage: "phlistctl merge [<options>] <item> <item> ...",
        discussion: """
            The first one stays, with its title and its place. Amounts are added up, notes put one below the other, \
            tags collected, and what it lacks is taken from the others, which go to the trash; in a list whose items \
            can only be cancelled, they are cancelled. undo takes it back.
            """
    )

    @Argument(help: .items, completion: .items)
    var items: [String]

    @OptionGroup(title: "Global options") var options: GlobalOptions

    func validate() throws {
        guard items.count > 1 else { throw ValidationError("name two items or more, the one that stays first") }
    }

    func run(_ context: Context) throws {
        let reply = try context.ask(MergeItemsRequest(items: items))
        let others = reply.changed.dropFirst().map { "merged into it: \($0.title) (\($0.shortID))" } as [TerminalText]
        let unchanged = reply.unchanged.map { "as it was: \($0.title)" } as [TerminalText]
        let words = kept(reply, ItemLook(context)) + others + unchanged
        try context.show(reply, ItemText.page(reply.changed + reply.unchanged, words))
    }

    /// Returns the line for the item that stays, which is always written, and first.
    private func kept(_ reply: ChangeItemsReply, _ look: ItemLook) -> [TerminalText] {
        reply.changed.prefix(1).map { item in
            "now: \(item.title) (\(item.shortID))\(FieldText(item: item, look: look).amount)"
        }
    }
}
