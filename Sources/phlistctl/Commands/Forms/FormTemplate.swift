import ArgumentParser
import PhlistControl
import PhlistVocabulary

struct FormTemplate: ControlCommand {
    static let configuration = CommandConfiguration(
        commandName: "template",
        abstract: "Make a form from a built-in template.",
        usage: "phlistctl form template [<options>] student",
        discussion: """
            student    a record for each student: ID, dates of birth and of consent, ethnicity, language, disability, \
            and an IEP number that a switch turns on

            To change the choices: phlistctl form choices
            """
    )

    @Argument(help: "The template: student.")
    var template: PhlistVocabulary.FormTemplate

    @Option(help: ArgumentHelp("The title of the form, if not that of the template.", valueName: "name"))
    var name: String?

    @Flag(help: "Let the household see the form; otherwise only you do.")
    var household = false

    @OptionGroup(title: "Global options") var options: GlobalOptions

    func run(_ context: Context) throws {
        let title = name ?? template.name
        try Title.check(title)
        let request = NewFormRequest(title: title, template: template, isForHousehold: household ? true : nil)
        try FormText.show(try context.ask(request), context)
    }
}
