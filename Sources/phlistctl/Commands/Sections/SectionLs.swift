import ArgumentParser
import PhlistControl

struct SectionLs: ControlCommand {
    static let configuration = CommandConfiguration(
        commandName: "ls",
        abstract: "Show the sections of a list.",
        usage: "phlistctl section ls [<options>] <list>"
    )

    @Argument(help: .list, completion: .lists)
    var list: String

    @OptionGroup(title: "Global options") var options: GlobalOptions

    func run(_ context: Context) throws {
        let reply = try context.ask(SectionsQuery(list: list))
        try context.show(reply, SectionText.table(reply.sections, context.style))
        if reply.sections.isEmpty {
            try context.note("no sections; make one with: phlistctl section add \(list) NAME")
        }
    }
}
