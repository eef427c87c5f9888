import ArgumentParser
import PhlistControl

struct FormLs: ControlCommand {
    static let configuration = CommandConfiguration(
        commandName: "ls",
        abstract: "Show the forms.",
        usage: "phlistctl form ls [<options>]"
    )

    @OptionGroup(title: "Global options") var options: GlobalOptions

    func run(_ context: Context) throws {
        let reply = try context.ask(FormsQuery())
        try context.show(reply, FormText.table(reply.forms, context.style))
        if reply.forms.isEmpty { try context.note("no forms yet; make one with: phlistctl form template student") }
    }
}
