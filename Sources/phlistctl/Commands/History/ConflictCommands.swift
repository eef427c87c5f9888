import ArgumentParser
import PhlistControl
import PhlistVocabulary

struct Conflicts: ControlCommand {
    static let configuration = CommandConfiguration(
        commandName: "conflicts",
        abstract: "Show competing values, written on devices that did not know of each other's.",
        usage: "phlistctl conflicts [<options>] [<list>|<item>]",
        discussion: """
            All devices already show the same one of them. To settle it: phlistctl resolve

            An item that somebody changed while somebody else removed it stays. It is told here until it is changed \
            once more, or removed.
            """
    )

    @Argument(help: "Only the conflicts of this list or item.", completion: .conflictsAndLists)
    var of: String?

    @OptionGroup(title: "Global options") var options: GlobalOptions

    func run(_ context: Context) throws {
        let reply = try context.ask(ConflictsQuery(of: of))
        let text = ConflictText(clock: context.clock, style: context.style)
        try context.show(reply, text.page(reply.conflicts))
        if reply.conflicts.isEmpty, reply.notices == nil { try context.note("no conflicts") }
        try context.note((reply.notices ?? []).map { "\($0)" })
        guard let first = reply.conflicts.first else { return }
        if let photo = reply.conflicts.first(where: { $0.field == "photo" }),
            let index = photo.values.lastIndex(where: { !$0.value.isEmpty })
        {
            try context.note("to look at a photo: phlistctl photo show \(photo.shortID) --take \(index + 1)")
        }
        try context.note("settle one with: phlistctl resolve \(first.shortID) \(first.field.asWord) --take 1")
    }
}

struct Resolve: ControlCommand {
    static let configuration = CommandConfiguration(
        commandName: "resolve",
        abstract: "Settle which of several competing values is right.",
        usage: """
            phlistctl resolve [<options>] <item> <field> <value>
            phlistctl resolve [<options>] <item> [<field>] --take <number>
            """,
        discussion: """
            For the numbers of the values: phlistctl conflicts. With --take the field may be left out if only one has \
            a conflict.

            An undo brings back the former value, but not the conflict; the values that were not chosen stay in \
            phlistctl history.
            """
    )

    @Argument(
        help: ArgumentHelp("An item, a list or a member that has a conflict.", valueName: "item"),
        completion: .conflicts
    )
    var of: String

    @Argument(help: "The field, as it is called in: phlistctl conflicts")
    var field: String?

    @Argument(help: "The right value, which may be a new one but for states and records.")
    var value: String?

    @Option(help: ArgumentHelp("Take one of the values, by its number.", valueName: "number"))
    var take: Int?

    @OptionGroup(title: "Global options") var options: GlobalOptions

    func validate() throws {
        guard (value == nil) == (take == nil) else { return }
        throw ValidationError("give a value, or the number of one with --take")
    }

    /// The fields that options of other commands name differently.
    private static let names = [
        "prio": "priority", "qty": "quantity", "assign": "assignee", "desc": "description",
        "every": "recurrence", "rotate": "rotation", "remind": "reminder",
    ]

    func run(_ context: Context) throws {
        let reply = try context.ask(try request(context))
        let change = reply.change
        let shown =
            ChangeText(dates: DateText(today: context.clock.today)).value(change)
            ?? (change.field == "state" ? "open" : "none")
        let words: TerminalText = "\(change.field) of \(change.title) is now \(shown)"
        let row = [change.id, change.kind.rawValue, change.title, change.field, change.value ?? ""]
        try context.show(reply, Page(words: [words], rows: [row], ids: [change.id]))
    }

    private func request(_ context: Context) throws -> ResolveRequest {
        guard let field else { return try requestForOnlyConflict(context) }
        let name = Self.names[field.lowercased()] ?? field
        let value = try value.map { try stored($0, of: name, DateGrammar(context.clock)) }
        return ResolveRequest(of: of, field: name, value: value, take: take)
    }

    private func requestForOnlyConflict(_ context: Context) throws -> ResolveRequest {
        let conflicts = try context.ask(ConflictsQuery(of: of)).conflicts
        guard let conflict = conflicts.first else { throw ControlError(.notFound, "no conflict in \"\(of)\"") }
        guard conflicts.count == 1 else {
            let fields = conflicts.map { "\($0.field) of \($0.title)" }.joined(separator: ", ")
            throw ControlError(
                .usage,
                "\(conflicts.count) conflicts in \"\(of)\": \(fields)",
                hint: "name the item and the field: phlistctl resolve ITEM FIELD --take NUMBER"
            )
        }
        return ResolveRequest(of: conflict.id, field: conflict.field, value: nil, take: take)
    }

    /// Returns a value as phlistd takes it, with words for dates, rules and reminders understood as in other commands.
    private func stored(_ text: String, of field: String, _ dates: DateGrammar) throws -> String {
        switch field.lowercased() {
        case "due": try dates.resolve(newValue: text).date?.description ?? DateWord.none
        case "recurrence": try RecurrenceGrammar(dates: dates).resolve(text)
        case "reminder": try ReminderGrammar(dates: dates).resolve([text])
        default: text
        }
    }
}
