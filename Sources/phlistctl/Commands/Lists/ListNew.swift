import ArgumentParser
import PhlistControl
import PhlistVocabulary

struct ListNew: ControlCommand {
    static let configuration = CommandConfiguration(
        commandName: "new",
        abstract: "Make a list.",
        usage: "phlistctl list new [<options>] <name>"
    )

    @Argument(help: "The title; one with spaces needs quotes.")
    var name: String

    @Option(help: .description)
    var desc: String?

    @Option(name: .shortAndLong, help: .due)
    var due: String?

    @Flag(name: .customLong("private"), help: "Keep it on your own devices.")
    var isPrivate = false

    @Option(
        name: .customLong("with"),
        help: ArgumentHelp(
            "Invite this member to it; nobody else sees it, and its items are cancelled, not removed. Can be repeated.",
            valueName: "member"
        ),
        completion: .members
    )
    var guests: [String] = []

    @Option(help: ArgumentHelp("The order in which its items are shown.", valueName: "key"))
    var sort: ItemSort?

    @Option(
        help: ArgumentHelp("Start with the sections and items of this list, all open.", valueName: "list"),
        completion: .lists
    )
    var template: String?

    @OptionGroup(title: "Global options") var options: GlobalOptions

    /// The members, each given alone or separated by commas.
    private var names: [String] {
        guests.flatMap { $0.split(separator: ",").map { $0.trimmingPrefix(while: \.isWhitespace) } }.map(String.init)
    }

    func run(_ context: Context) throws {
        let request = NewListRequest(
            title: try Title.ofPlace(name),
            description: try desc.map { try LongText.read($0, context.input) },
            due: try due.flatMap { try DateGrammar(context.clock).resolve(newValue: $0).date },
            isPrivate: isPrivate ? true : nil,
            with: names.isEmpty ? nil : names,
            sort: sort,
            template: template
        )
        let reply = try context.ask(request)
        let words = ListText(context)
        // The list exists, so an error from now on does not fail the command.
        let lists = context.format == nil ? (try? context.ask(ListsQuery()))?.lists ?? [] : []
        let place = words.place(of: reply.list, in: lists)
        try context.show(reply, ListText.page([reply.list], [words.made(reply.list, inviting: names)] + place))
        if !names.isEmpty, reply.list.deletion == .cancelOnly {
            let allow: TerminalText = "phlistctl list deletion \(reply.list.title.asArgument) allowed"
            try context.note("what is in it can be cancelled, but not removed or moved away, until you say: \(allow)")
        }
        // A list that a dry run did not make cannot be merged.
        try context.note(ListText.namesakes(reply.namesakes, of: context.isDryRun ? [] : [reply.list]))
    }
}
