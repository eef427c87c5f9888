import ArgumentParser
import PhlistVocabulary

struct FormGroup: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "form",
        abstract: "Make, show and change forms.",
        subcommands: [
            FormLs.self, FormShow.self, FormNew.self, FormTemplate.self, FormEdit.self, FormChoices.self,
            FormRemove.self,
        ]
    )
}
