import ArgumentParser
import PhlistControl

struct ListDefault: ControlCommand {
    static let configuration = CommandConfiguration(
        commandName: "default",
        abstract: "Choose the list that items go to when none is named.",
        usage: "phlistctl list default [<options>] <list>|none",
        discussion: "The choice holds for your login on this machine. Without one, it is the only list or Shopping."
    )

    @Argument(help: "A list's title, or the first letters of its id; none takes the choice back.", completion: .lists)
    var list: String

    @OptionGroup(title: "Global options") var options: GlobalOptions

    func run(_ context: Context) throws {
        let reply = try context.ask(DefaultListRequest(list: list.saysNone ? nil : list))
        let place: TerminalText = reply.list.map { "\($0.title)" } ?? "the only list, or to Shopping"
        let words: TerminalText = "items go to \(place) when no list is named"
        try context.show(reply, ListText.page([reply.list].compactMap(\.self), [words]))
    }
}
