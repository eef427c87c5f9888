import ArgumentParser
import PhlistControl

struct ListMerge: ControlCommand {
    static let configuration = CommandConfiguration(
        commandName: "merge",
        abstract: "Move the items of a list into another one, and remove the list.",
        usage: "phlistctl list merge [<options>] <from> <into>",
        discussion: """
            Items keep everything they have. Sections of the same name become one, as do items that are open in both \
            lists under the same title. The trash of the first list stays where it is. One undo takes the whole merge \
            back. If somebody would see items that they do not see now, it asks first; without a terminal it then \
            needs --yes.
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
        try context.note(SharingText.viewers(new: reply.newViewers, former: reply.formerViewers))
        guard reply.formerViewers != nil, !context.isDryRun else { return }
        let purge: TerminalText =
            reply.isPurgeable == true ? "; to end that: phlistctl list purge \(reply.from.id)" : ""
        try context.note("they still find \(from) in the trash\(purge)")
    }
}
