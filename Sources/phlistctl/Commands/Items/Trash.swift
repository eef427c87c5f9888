import ArgumentParser
import PhlistControl

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
