import ArgumentParser
import PhlistControl

struct FilterSave: ControlCommand {
    static let configuration = CommandConfiguration(
        commandName: "save",
        abstract: "Save lists and options of ls under a name.",
        usage: "phlistctl filter save [<options>] <name> [<list>[/<section>] ...]",
        discussion: """
            A date such as today, week or friday is kept as a word and means the day on which you use the filter. A \
            list or a member stays the same under another name.
            """
    )

    @Argument(help: "The name of the filter; one with spaces needs quotes.")
    var name: String

    @Argument(
        help: ArgumentHelp("Each a list's title, or the first letters of its id, and perhaps a section of it."),
        completion: .places
    )
    var lists: [String] = []

    @Flag(help: "Replace the filter of that name.")
    var replace = false

    @OptionGroup var conditions: FilterOptions

    @OptionGroup(title: "Global options") var options: GlobalOptions

    func run(_ context: Context) throws {
        let selection = try conditions.selection(in: lists)
        guard selection != ItemSelection() else {
            throw ControlError(
                .usage,
                "nothing to save: a filter needs a list or an option of ls",
                hint: "for example: phlistctl filter save week --due week"
            )
        }
        // Words that mean no date are refused now, not at the first use.
        _ = try selection.query(context.clock)
        let reply = try context.ask(selection.request(toSaveAs: name, isReplacing: replace))
        let saved = reply.filter.name
        let words: TerminalText =
            reply.isChanged
            ? "saved the filter \(saved); use it with: phlistctl ls --filter \(saved.asWord)"
            : "\(saved) is already so"
        try context.show(reply, FilterText.page([reply.filter], [words]))
    }
}
