import ArgumentParser
import PhlistControl

struct SectionGroup: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "section",
        abstract: "Divide a list into sections.",
        subcommands: [SectionLs.self, SectionAdd.self, SectionRename.self, SectionMove.self, SectionRemove.self]
    )
}

struct SectionLs: ControlCommand {
    static let configuration = CommandConfiguration(
        commandName: "ls",
        abstract: "Show the sections of a list.",
        usage: "phlistctl section ls [<options>] <list>"
    )

    @Argument(help: .list, completion: .lists)
    var list: String

    @OptionGroup(title: "Global options") var options: GlobalOptions

    func run(_ context: Context) throws {
        let reply = try context.ask(SectionsQuery(list: list))
        try context.show(reply, SectionText.table(reply.sections, context.style))
        if reply.sections.isEmpty {
            try context.note("no sections; make one with: phlistctl section add \(list) NAME")
        }
    }
}

struct SectionAdd: ControlCommand {
    static let configuration = CommandConfiguration(
        commandName: "add",
        abstract: "Add sections at the end of a list.",
        usage: "phlistctl section add [<options>] <list> <name> ..."
    )

    @Argument(help: .list, completion: .lists)
    var list: String

    @Argument(help: ArgumentHelp("Each the name of a section; one with spaces needs quotes.", valueName: "name"))
    var names: [String]

    @OptionGroup(title: "Global options") var options: GlobalOptions

    func run(_ context: Context) throws {
        let names = try names.map(Title.ofPlace)
        let reply = try context.ask(AddSectionsRequest(list: list, names: names))
        let words = reply.sections.map { section -> TerminalText in
            "added the section \(section.name) to \(section.listTitle)"
        }
        try context.show(reply, SectionText.page(reply.sections, words))
    }
}

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
