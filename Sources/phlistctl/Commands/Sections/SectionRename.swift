import ArgumentParser
import PhlistControl

/// Gives a section another name.
struct SectionRename: ControlCommand {
    static let configuration = CommandConfiguration(
        commandName: "rename",
        abstract: "Give a section another name.",
        usage: "phlistctl section rename [<options>] <list>/<section> <new>"
    )

    @Argument(help: .section, completion: .sections)
    var section: String

    @Argument(help: "The new name; one with spaces needs quotes.")
    var new: String

    @OptionGroup(title: "Global options") var options: GlobalOptions

    func run(_ context: Context) throws {
        try Title.check(new)
        let change = SectionChange(
            request: ChangeSectionsRequest(sections: [section], name: new),
            changed: { "renamed \(section) to \($0.name)" },
            unchanged: { "\($0.name) has that name already" }
        )
        try change.run(context)
    }
}
