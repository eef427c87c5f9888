import ArgumentParser
import PhlistControl

struct FormShow: ControlCommand {
    static let configuration = CommandConfiguration(
        commandName: "show",
        abstract: "Show the fields of a form.",
        usage: "phlistctl form show [<options>] <form>"
    )

    @Argument(help: .form, completion: .forms)
    var form: String

    @OptionGroup(title: "Global options") var options: GlobalOptions

    func run(_ context: Context) throws {
        let reply = try context.ask(FormsQuery(form: form))
        try context.show(reply, FormText.details(try reply.one, context.style))
    }
}
