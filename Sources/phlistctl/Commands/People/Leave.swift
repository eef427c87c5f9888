import ArgumentParser
import PhlistControl

struct Leave: ControlCommand {
    static let configuration = CommandConfiguration(
        commandName: "leave",
        abstract: "Leave a list. The other members keep it.",
        usage: "phlistctl leave [<options>] <list>",
        discussion:
            """
            The list is no longer shown to you, even if everybody sees it; list ls --all still shows it. To take part \
            again: phlistctl invite accept. To leave the household: phlistctl household leave
            """
    )

    @Argument(help: .list, completion: .lists)
    var list: String

    @OptionGroup(title: "Global options") var options: GlobalOptions

    func run(_ context: Context) throws {
        let list = try context.ask(LeaveListRequest(list: list)).list
        let owner: TerminalText = list.owner.map { "; \($0) keeps it" } ?? ""
        try context.show(ListReply(list: list), ListText.page([list], ["you have left \(list.title)\(owner)"]))
    }
}
