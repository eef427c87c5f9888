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
            back. It asks before somebody sees them who did not before; without a terminal that needs --yes.
            """
    )

    @Argument(help: .list, completion: .lists)
    var from: String

    @Argument(help: "The list that gets the items.", completion: .lists)
    var into: String

    @OptionGroup(title: "Global options") var options: GlobalOptions

    func run(_ context: Context) throws {
        let request = MergeListsRequest(list: from, into: into)
        let mayShow = try context.mayShow(request) {
            (count: $0.moved.count + $0.joined.count, viewers: $0.newViewers)
        }
        guard mayShow else { return try context.note("nothing was changed") }
        let reply = try context.ask(request)
        let (from, into) = (reply.from.title, reply.list.title)
        let joined: TerminalText = reply.joined.isEmpty ? "" : "; \(reply.joined.count) open in both stayed one"
        let words: [TerminalText] = [
            "moved \(TerminalText.count(reply.moved.count, "item")) from \(from) to \(into)\(joined)",
            "removed: \(from) (all of it back with: phlistctl undo)",
        ]
        try context.show(reply, ListText.page([reply.list], words))
        try context.note(SharingText.nowSeen(by: reply.newViewers))
    }
}
