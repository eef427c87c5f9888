import ArgumentParser
import PhlistControl

struct SectionMove: ControlCommand {
    static let configuration = CommandConfiguration(
        commandName: "mv",
        abstract: "Move a section within its list.",
        usage: """
            phlistctl section mv [<options>] <list>/<section> --top|--bottom
            phlistctl section mv [<options>] <list>/<section> --before <section>
            phlistctl section mv [<options>] <list>/<section> --after <section>
            """
    )

    @Argument(help: .section, completion: .sections)
    var section: String

    @Flag(help: "To the top of the list.")
    var top = false

    @Flag(help: "To the bottom of the list.")
    var bottom = false

    @Option(help: ArgumentHelp("Before this section of the same list.", valueName: "section"))
    var before: String?

    @Option(help: ArgumentHelp("After this section of the same list.", valueName: "section"))
    var after: String?

    @OptionGroup(title: "Global options") var options: GlobalOptions

    func validate() throws {
        guard [top, bottom, before != nil, after != nil].count(where: { $0 }) == 1 else {
            throw ValidationError("one of --top, --bottom, --before and --after is needed")
        }
    }

    func run(_ context: Context) throws {
        let end: ChangeSectionsRequest.Move.End? = top ? .top : bottom ? .bottom : nil
        let move = ChangeSectionsRequest.Move(to: end, before: before, after: after)
        let change = SectionChange(
            request: ChangeSectionsRequest(sections: [section], move: move),
            changed: { "moved the section \($0.name) in \($0.listTitle)" },
            unchanged: { "\($0.name) is already there" }
        )
        try change.run(context)
    }
}
