import ArgumentParser
import PhlistControl

struct SectionRemove: ControlCommand {
    static let configuration = CommandConfiguration(
        commandName: "rm",
        abstract: "Remove sections; their items stay in the list, without a section.",
        usage: "phlistctl section rm [<options>] <list>/<section> ..."
    )

    @Argument(help: .section, completion: .sections)
    var sections: [String]

    @OptionGroup(title: "Global options") var options: GlobalOptions

    func run(_ context: Context) throws {
        let change = SectionChange(
            request: ChangeSectionsRequest(sections: sections, isTrashed: true),
            changed: { section in
                let stay: TerminalText =
                    section.openCount == 0 ? "" : "; \(TerminalText.count(section.openCount, "open item")) of it stay"
                return
                    "removed the section \(section.name) from \(section.listTitle)\(stay) (back with: phlistctl undo)"
            },
            unchanged: { "already removed: \($0.name)" }
        )
        try change.run(context)
    }
}
