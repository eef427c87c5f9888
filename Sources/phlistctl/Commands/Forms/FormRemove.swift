import ArgumentParser
import PhlistControl

struct FormRemove: ControlCommand {
    static let configuration = CommandConfiguration(
        commandName: "rm",
        abstract: "Remove forms with their records; they can be restored.",
        usage: "phlistctl form rm [<options>] <form> ..."
    )

    @Argument(help: "Titles of forms, or the first letters of their ids.")
    var forms: [String]

    @OptionGroup(title: "Global options") var options: GlobalOptions

    func run(_ context: Context) throws {
        let reply = try context.ask(ChangeFormsRequest(forms: forms, isTrashed: true))
        let words = reply.changed.map { form -> TerminalText in
            "removed the form \(form.title) (back with: phlistctl list restore \(form.id.shortened))"
        }
        try context.show(reply, FormText.page(reply.changed, words))
    }
}
