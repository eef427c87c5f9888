import ArgumentParser
import PhlistControl

struct Members: ControlCommand {
    static let configuration = CommandConfiguration(
        commandName: "members",
        abstract: "Show who sees a list and who is invited to it.",
        usage: "phlistctl members [<options>] <list>",
        discussion: "For the members of the household: phlistctl member ls"
    )

    @Argument(help: .list, completion: .lists)
    var list: String

    @OptionGroup(title: "Global options") var options: GlobalOptions

    func run(_ context: Context) throws {
        try SharingText.show(try context.ask(SharingQuery(list: list)), context)
    }
}
