import ArgumentParser
import PhlistControl

/// Leaves a list to the others.
struct Leave: ControlCommand {
    static let configuration = CommandConfiguration(
        abstract: "Take part in a list no more; the others keep it.",
        usage: "phlistctl leave [<options>] <list>",
        discussion:
            "To take part again you need another invitation. The household is left by: phlistctl household leave"
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
