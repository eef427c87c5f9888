import ArgumentParser
import PhlistControl

struct SectionAdd: ControlCommand {
    static let configuration = CommandConfiguration(
        commandName: "add",
        abstract: "Add sections at the end of a list.",
        usage: "phlistctl section add [<options>] <list> <name> ..."
    )

    @Argument(help: .list, completion: .lists)
    var list: String

    @Argument(help: ArgumentHelp("Each the name of a section; one with spaces needs quotes.", valueName: "name"))
    var names: [String]

    @OptionGroup(title: "Global options") var options: GlobalOptions

    func run(_ context: Context) throws {
        let names = try names.map(Title.ofPlace)
        let reply = try context.ask(AddSectionsRequest(list: list, names: names))
        let words = reply.sections.map { section -> TerminalText in
            "added the section \(section.name) to \(section.listTitle)"
        }
        try context.show(reply, SectionText.page(reply.sections, words))
    }
}
