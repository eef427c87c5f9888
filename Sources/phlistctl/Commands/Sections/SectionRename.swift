import ArgumentParser
import PhlistControl

struct SectionRename: ControlCommand {
    static let configuration = CommandConfiguration(
        commandName: "rename",
        abstract: "Rename a section.",
        usage: "phlistctl section rename [<options>] <list>/<section> <new>"
    )

    @Argument(help: .section, completion: .sections)
    var section: String

    @Argument(help: "The new name; one with spaces needs quotes.")
    var new: String

    @OptionGroup(title: "Global options") var options: GlobalOptions

    func run(_ context: Context) throws {
        let new = try Title.ofPlace(new)
        let change = SectionChange(
            request: ChangeSectionsRequest(sections: [section], name: new),
            changed: { "renamed \(section) to \($0.name)" },
            unchanged: { "\($0.name) already has that name" }
        )
        try change.run(context)
    }
}
