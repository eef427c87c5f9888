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
        let look = ItemLook(context)
        let change = ItemChange(
            request: MergeItemsRequest(items: items),
            changed: { item, _ in
                let named: TerminalText = "\(item.title) (\(item.shortID))"
                guard !item.isTrashed, item.state != .cancelled else { return "merged into it: \(named)" }
                return "now: \(named)\(FieldText(item: item, look: look).amount)"
            },
            unchanged: { "as it was: \($0.title)" }
        )
        try change.run(context)
    }
}
