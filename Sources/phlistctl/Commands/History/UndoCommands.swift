import ArgumentParser
import PhlistControl

struct Undo: ControlCommand {
    static let configuration = CommandConfiguration(
        commandName: "undo",
        abstract: "Undo your last change.",
        usage: "phlistctl undo [<options>] [<list>]",
        discussion: """
            Takes back your latest action, whichever device you did it on; with a list, your latest one there. What \
            somebody has changed since stays. Repeat it to go back further. An invitation is revoked; a member who \
            was removed from a list is invited again, and has to accept again. If the action cannot be undone, it \
            says why, and leaves older ones alone.
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

struct Redo: ControlCommand {
    static let configuration = CommandConfiguration(
        commandName: "redo",
        abstract: "Redo the last change that you took back.",
        usage: "phlistctl redo [<options>] [<list>]",
        discussion: "This is possible until you change something else."
    )

    @Argument(help: "Only what you took back in this list.", completion: .lists)
    var list: String?

    @OptionGroup(title: "Global options") var options: GlobalOptions

    func run(_ context: Context) throws {
        let reply = try context.ask(RedoRequest(list: list))
        try context.show(reply, TakenBackText(dates: DateText(today: context.clock.today), isRedo: true).page(reply))
    }
}
