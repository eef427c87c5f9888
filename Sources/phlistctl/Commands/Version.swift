import ArgumentParser
import PhlistControl

struct Version: ControlCommand {
    static let configuration = CommandConfiguration(
        commandName: "version",
        abstract: "Print the version of phlistctl.",
        usage: "phlistctl version [<options>]"
    )

    @OptionGroup(title: "Global options") var options: GlobalOptions

    func run(_ context: Context) throws {
        let page = Page(
            words: ["phlistctl \(programVersion)"],
            rows: [["phlistctl", programVersion]],
            ids: [programVersion]
        )
        try context.show(Document(), page)
    }

    private struct Document: Encodable {
        var schemaVersion = PhlistControl.schemaVersion
        var version = programVersion
    }
}
