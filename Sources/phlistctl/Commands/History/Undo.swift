import ArgumentParser
import PhlistControl

/// Reverts the newest action.
struct Undo: ControlCommand {
    static let configuration = CommandConfiguration(
        abstract: "Undo your last change.",
        usage: "phlistctl undo [<options>] [<list>]",
        discussion: """
            It takes back your newest action, on whichever device you did it; with a list, the newest one there. What \
            somebody has changed since stays. Repeat it to go back further. An invitation is revoked; whoever was \
            removed from a list is invited again, and has to accept again. What cannot be undone is named, and nothing \
            older is touched.
            """
    )

    @Argument(help: "Only what you did in this list.", completion: .lists)
    var list: String?

    @OptionGroup(title: "Global options") var options: GlobalOptions

    func run(_ context: Context) throws {
        let reply = try context.ask(UndoRequest(list: list))
        try context.show(reply, TakenBackText(dates: DateText(today: context.clock.today)).page(reply))
    }
}
