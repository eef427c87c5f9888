import ArgumentParser
import PhlistControl
import PhlistVocabulary

/// Options for the fields of items, shared by the commands that add and change items.
struct ItemOptions: ParsableArguments {
    @Option(
        name: .shortAndLong,
        help: ArgumentHelp("When it is due: fri, 25.12., \"sat 10:00\", +3d.", valueName: "when")
    )
    var due: String?

    @Option(
        help: ArgumentHelp(
            "When it comes back: \"2 weeks\", mon,thu, \"tue 18:00\", \"after 3 days\".",
            valueName: "rule"
        )
    )
    var every: String?

    @Option(
        help: ArgumentHelp("Let members take turns with what comes back: ann,ben; or none.", valueName: "members"),
        completion: .members
    )
    var rotate: String?

    @Option(
        help: ArgumentHelp(
            "When to remind of it: \"1 day before\", 2h before, when due, \"sat 9:00\"; several with commas.",
            valueName: "when"
        )
    )
    var remind: [String] = []

    @Option(
        name: .shortAndLong,
        help: ArgumentHelp("Assign it to this member.", valueName: "member"),
        completion: .members
    )
    var assign: [String] = []

    @Option(
        name: [.customShort("t"), .long],
        help: ArgumentHelp("Text of any length about it; a hyphen reads it from standard input.", valueName: "text")
    )
    var note: String?

    @Option(
        help: ArgumentHelp(
            "Tags, separated by commas; with edit, --tag=-x removes a tag.",
            valueName: "tags"
        ),
        completion: .tags
    )
    var tag: [String] = []

    @Option(help: ArgumentHelp("How much of it: \"2 l\"; +1 adds to it.", valueName: "text"))
    var qty: String?

    @Option(help: ArgumentHelp("A web page about it; an empty text removes it.", valueName: "address"))
    var url: String?

    @Option(help: ArgumentHelp("Where it is done or bought; an empty text removes it.", valueName: "place"))
    var location: String?

    @Option(help: ArgumentHelp("How much it matters: none, low, medium or high.", valueName: "priority"))
    var prio: Priority?

    func validate() throws {
        guard assign.count < 2 else { throw ValidationError("an item is for one member; --assign was given twice") }
    }

    /// Returns the fields to send; nil if none was given.
    func fields(_ context: Context, percent: Int? = nil) throws -> ItemPatch? {
        var fields = ItemPatch()
        fields.note = try note.map { try ControlError.checked(LongText.read($0, context.input), as: .note) }
        fields.due = try due.map { DueChange(try DateGrammar(context.clock).resolve(newValue: $0).date) }
        fields.recurrence = try every.map { try RecurrenceGrammar(dates: DateGrammar(context.clock)).resolve($0) }
        fields.rotation = rotate.map { $0.saysNone ? "" : $0 }
        let reminders = ReminderGrammar(dates: DateGrammar(context.clock))
        fields.reminder = try remind.isEmpty ? nil : reminders.resolve(remind)
        fields.assignee = assign.first.map { $0.saysNone ? "" : $0 }
        fields.quantity = try qty.map(Self.quantity)
        fields.url = url
        fields.location = location
        fields.priority = prio
        fields.percent = percent
        let tags = tag.flatMap { $0.split(separator: ",").map(String.init) }
        guard tag.isEmpty || !tags.isEmpty else {
            throw ControlError(.usage, "--tag names no tag", hint: "to take a tag off: --tag=-NAME")
        }
        fields.addTags = Self.tags(tags.filter { !$0.hasPrefix("-") })
        fields.removeTags = Self.tags(tags.filter { $0.hasPrefix("-") })
        return fields == ItemPatch() ? nil : fields
    }

    /// Refuses an amount below zero: a plus adds, and a minus does not subtract.
    private static func quantity(_ text: String) throws(ControlError) -> String {
        guard text.prefixMatch(of: /\s*\+?\s*[-−]\s*[.,]?[0-9]/) == nil else {
            let hint = "write the whole amount, as in: --qty \"2 l\""
            throw ControlError(.usage, "\"\(text)\" is less than nothing", hint: hint)
        }
        return text
    }

    /// Returns tags without their signs; nil if there are none.
    private static func tags(_ words: [String]) -> [String]? {
        words.isEmpty ? nil : words.map { $0.hasPrefix("-") || $0.hasPrefix("+") ? String($0.dropFirst()) : $0 }
    }
}
