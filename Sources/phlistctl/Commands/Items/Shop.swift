import ArgumentParser
import PhlistControl
import PhlistVocabulary

/// Shows a list on the whole screen, for ticking with one hand.
struct Shop: ControlCommand {
    static let configuration = CommandConfiguration(
        commandName: "shop",
        abstract: "Tick off a list on the whole screen.",
        usage: "phlistctl shop [<options>] [<list>]",
        discussion: """
            Shows what is open, and keeps it up to date while others add and tick. What is ticked stays at its place \
            until you leave. Without a list, shows the one that a bare add adds to.

            space, Enter      tick, or open again
            arrows, j, k      move
            PgUp, PgDn        move by a screen
            Home, g, End, G   to the first item, to the last one
            /                 find: Enter stays there, Esc goes back
            a                 add an item: Enter adds it, Esc does not
            u                 undo your last change made here
            Ctrl-L            draw the screen again
            q, Ctrl-C         leave
            """
    )

    @Argument(help: "A list's title, or the first letters of its id.", completion: .lists)
    var list: String?

    @OptionGroup(title: "Global options") var options: GlobalOptions

    func run(_ context: Context) throws {
        guard context.format == nil else {
            throw ControlError(.usage, "shop only has a screen; for programs: phlistctl ls --json, and done")
        }
        guard !context.isDryRun else { throw ControlError(.usage, "shop has no dry run") }
        guard context.input.isTerminal, let window = context.window else {
            throw ControlError(
                .usage,
                "shop needs a terminal that can move its cursor",
                hint: "without one: phlistctl ls, and phlistctl done ITEM"
            )
        }
        let list = try list.map { try named($0, context) } ?? usual(context)
        try Termination.noticed {
            var shopper = try Shopper(context, listID: list.id, window: window)
            try FullScreen.during { try shopper.run() }
        }
    }

    private func named(_ name: String, _ context: Context) throws -> ListView {
        guard let list = try context.ask(ListsQuery(list: name)).lists.first, !list.isTrashed else {
            throw ControlError(.notFound, "no list \"\(name)\"", hint: "see all with: phlistctl list ls")
        }
        guard list.kind == .checklist else {
            throw ControlError(
                .usage,
                "\(list.title) is a form; to see its records: phlistctl record ls \(list.title.asArgument)"
            )
        }
        return list
    }

    /// Returns the list that an item without a list would go to; phlistd alone knows the rule.
    private func usual(_ context: Context) throws -> ListView {
        // One title alone could be that of a list, which is refused.
        let reply = try context.attempt(AddItemsRequest(list: nil, titles: ["milk", "bread"]))
        guard !reply.isNewList else {
            throw ControlError(.usage, "which list? There is no default one", hint: "see all with: phlistctl list ls")
        }
        return reply.list
    }
}
