import ArgumentParser
import PhlistControl
import PhlistVocabulary

struct ListEdit: ControlCommand {
    static let configuration = CommandConfiguration(
        commandName: "edit",
        abstract: "Change the title, the description or the due date of a list.",
        usage: "phlistctl list edit [<options>] <list>",
        discussion: """
            Without options, opens the title and the description in $EDITOR; the first line is the title.
            """
    )

    @Argument(help: .list, completion: .lists)
    var list: String

    @Option(help: ArgumentHelp("The new title.", valueName: "text"))
    var title: String?

    @Option(help: .description)
    var desc: String?

    @Option(name: .shortAndLong, help: ArgumentHelp("The new due date, or none.", valueName: "when"))
    var due: String?

    @OptionGroup(title: "Global options") var options: GlobalOptions

    func run(_ context: Context) throws {
        guard title != nil || desc != nil || due != nil else { return try editText(context) }
        var request = ChangeListsRequest(lists: [list])
        request.title = try title.map(Title.ofPlace)
        request.description = try desc.map { try LongText.read($0, context.input) }
        request.due = try due.map { DueChange(try DateGrammar(context.clock).resolve(newValue: $0).date) }
        try change(request, context)
    }

    private func change(_ request: ChangeListsRequest, _ context: Context) throws {
        let noDue: TerminalText = request.due == .never ? ", no due date" : ""
        let change = ListChange(
            request: request,
            changed: { "changed: \(ListText(context).summary($0))\(noDue)" },
            unchanged: { "nothing to change: \(ListText(context).summary($0))" }
        )
        try change.run(context)
    }

    // MARK: Editing in an editor

    private func editText(_ context: Context) throws {
        guard let list = try context.ask(ListsQuery(list: list)).lists.first else {
            throw ClientError.replyMalformed("no list for a name")
        }
        let old = TitledText(list)
        let isChanged = try context.edit(old, .description, named: "phlist-list.txt") { new in
            let current = try context.ask(ListsQuery(list: list.id)).lists.first
            try new.check(since: old, isStill: current.map(TitledText.init), .description)
            var request = ChangeListsRequest(lists: [list.id])
            request.description = new.text == old.text ? nil : new.text
            request.title = new.title == old.title && request.description != nil ? nil : new.title
            try change(request, context)
        }
        if !isChanged { try context.note("nothing to change: \(ListText(context).summary(list))") }
    }
}

extension TitledText {
    fileprivate init(_ list: ListView) {
        self.init(title: list.title, text: list.description)
    }
}
