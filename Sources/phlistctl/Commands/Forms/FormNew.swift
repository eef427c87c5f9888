import ArgumentParser
import PhlistControl

struct FormNew: ControlCommand {
    static let configuration = CommandConfiguration(
        commandName: "new",
        abstract: "Make a form.",
        usage: "phlistctl form new [<options>] <name> --from <file>",
        discussion: """
            The file is JSON; a hyphen stands for standard input:

            {"fields": [
              {"name": "Number", "type": "alphanumeric"},
              {"name": "Born", "type": "date", "isRequired": true},
              {"name": "Language", "type": "choice", "choices": ["English", "French"]},
              {"name": "Has plan", "type": "toggle"},
              {"name": "Plan", "type": "text", "isRequired": true, "gate": "Has plan"}
            ]}

            The first field is the key by which records are known. A type is text, alphanumeric, date, choice or \
            toggle; without one it is text. A gate names the switch that must be on for the field to count.
            """
    )

    @Argument(help: "The title; one with spaces needs quotes.")
    var name: String

    @Option(help: ArgumentHelp("The file that describes the fields.", valueName: "file"))
    var from: String

    @Flag(help: "Let the household see the form; otherwise only you do.")
    var household = false

    @OptionGroup(title: "Global options") var options: GlobalOptions

    func run(_ context: Context) throws {
        try Title.check(name)
        let fields = try FormFile.read(from, context.input)
        let request = NewFormRequest(title: name, fields: fields, isForHousehold: household ? true : nil)
        try FormText.show(try context.ask(request), context)
    }
}
