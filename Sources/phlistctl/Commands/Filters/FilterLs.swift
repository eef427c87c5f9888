import ArgumentParser
import PhlistControl

struct FilterLs: ControlCommand {
    static let configuration = CommandConfiguration(
        commandName: "ls",
        abstract: "Show your filters.",
        usage: "phlistctl filter ls [<options>]"
    )

    @OptionGroup(title: "Global options") var options: GlobalOptions

    func run(_ context: Context) throws {
        let reply = try context.ask(FiltersQuery())
        try context.show(reply, FilterText.table(reply.filters, context.style))
        if reply.filters.isEmpty { try context.note("no filters yet; save one with: phlistctl filter save") }
    }
}
