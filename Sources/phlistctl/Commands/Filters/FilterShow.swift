import ArgumentParser
import PhlistControl

struct FilterShow: ControlCommand {
    static let configuration = CommandConfiguration(
        commandName: "show",
        abstract: "Show what a filter stands for.",
        usage: "phlistctl filter show [<options>] <filter>"
    )

    @Argument(help: .filter, completion: .filters)
    var filter: String

    @OptionGroup(title: "Global options") var options: GlobalOptions

    func run(_ context: Context) throws {
        let reply = try context.ask(FiltersQuery(filter: filter))
        let words = reply.filters.flatMap { FilterText.details($0, context.style) }
        try context.show(reply, FilterText.page(reply.filters, words))
    }
}
