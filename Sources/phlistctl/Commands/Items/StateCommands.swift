import ArgumentParser
import PhlistControl
import PhlistVocabulary

struct Done: ControlCommand {
    static let configuration = CommandConfiguration(
        commandName: "done",
        abstract: "Mark items as done.",
        usage: "phlistctl done [<options>] <item> ..."
    )

    @Argument(help: .items, completion: .items)
    var items: [String]

    @OptionGroup(title: "Global options") var options: GlobalOptions

    func run(_ context: Context) throws {
        let reply = try context.ask(ChangeItemsRequest(items: items, state: .done, today: context.clock.today))
        let changed = reply.changed.map { item -> TerminalText in
            item.state == .open
                ? OccurrenceText.next(item, context)
                : "done: \(item.title)\(OccurrenceText.last(item, context))\(ItemText.openBelow(item, reply))"
        }
        let unchanged = reply.unchanged.map { item in
            OccurrenceText.closedBefore(item, next: reply.next?[item.id], context)
        }
        try context.show(reply, ItemText.page(reply.changed + reply.unchanged, changed + unchanged))
    }
}

struct Undone: ControlCommand {
    static let configuration = CommandConfiguration(
        commandName: "undone",
        abstract: "Reopen items that are done or cancelled.",
        usage: "phlistctl undone [<options>] <item> ..."
    )

    @Argument(help: .items, completion: .closedItems)
    var items: [String]

    @OptionGroup(title: "Global options") var options: GlobalOptions

    func run(_ context: Context) throws {
        let reply = try context.ask(ChangeItemsRequest(items: items, state: .open))
        let changed = reply.changed.map { item -> TerminalText in
            item.isTrashed
                ? OccurrenceText.removed(item)
                : "open again: \(item.title)\(OccurrenceText.staying(reply.next?[item.id], context))"
        }
        let unchanged = reply.unchanged.map { item -> TerminalText in "already open: \(item.title)" }
        try context.show(reply, ItemText.page(reply.changed + reply.unchanged, changed + unchanged))
    }
}

struct Cancel: ControlCommand {
    static let configuration = CommandConfiguration(
        commandName: "cancel",
        abstract: "Mark items as cancelled: no longer needed.",
        usage: "phlistctl cancel [<options>] <item> ...",
        discussion: "An item that recurs does not come back; phlistctl skip leaves out one occurrence."
    )

    @Argument(help: .items, completion: .items)
    var items: [String]

    @OptionGroup(title: "Global options") var options: GlobalOptions

    func run(_ context: Context) throws {
        let reply = try context.ask(ChangeItemsRequest(items: items, state: .cancelled))
        let changed = reply.changed.map { item -> TerminalText in
            "cancelled: \(item.title)\(OccurrenceText.end(item, reply))\(ItemText.openBelow(item, reply))"
        }
        let unchanged = reply.unchanged.map { item -> TerminalText in "already cancelled: \(item.title)" }
        try context.show(reply, ItemText.page(reply.changed + reply.unchanged, changed + unchanged))
    }
}

struct Skip: ControlCommand {
    static let configuration = CommandConfiguration(
        commandName: "skip",
        abstract: "Leave out this occurrence of items that recur.",
        usage: "phlistctl skip [<options>] <item> ...",
        discussion: "The next occurrence is made as by done. To end the series, use cancel, or edit --every none."
    )

    @Argument(help: .items, completion: .recurringItems)
    var items: [String]

    @OptionGroup(title: "Global options") var options: GlobalOptions

    func run(_ context: Context) throws {
        let change = ItemChange(
            request: ChangeItemsRequest(items: items, occurrence: .skip, today: context.clock.today),
            changed: { item, _ in
                item.state == .open ? OccurrenceText.next(item, context) : "skipped: \(item.title)"
            },
            unchanged: { "already \($0.state.name): \($0.title)" }
        )
        try change.run(context)
    }
}
