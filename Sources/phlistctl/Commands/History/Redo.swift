import ArgumentParser
import PhlistControl

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
