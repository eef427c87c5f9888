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
                let left = Self.left(section.openCount)
                return
                    "removed the section \(section.name) from \(section.listTitle)\(left) (back with: phlistctl undo)"
            },
            unchanged: { "already removed: \($0.name)" }
        )
        try change.run(context)
    }

    private static func left(_ count: Int) -> TerminalText {
        switch count {
        case 0: ""
        case 1: "; its open item stays"
        default: "; its \(count) open items stay"
        }
    }
}
