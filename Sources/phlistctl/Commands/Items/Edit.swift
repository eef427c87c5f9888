import ArgumentParser
import PhlistControl
import PhlistVocabulary

struct Edit: ControlCommand {
    static let configuration = CommandConfiguration(
        commandName: "edit",
        abstract: "Change items.",
        usage: """
            phlistctl edit [<options>] <item> ...
            phlistctl edit <item>
            """,
        discussion: """
            Without options, opens the title and the note of one item in $EDITOR; the first line is the title. An \
            empty text clears a field, as does none for a date or a member.
            """
    )

    @Argument(help: .items, completion: .items)
    var items: [String]

    @Option(help: ArgumentHelp("The new title, for one item.", valueName: "text"))
    var title: String?

    @OptionGroup var fields: ItemOptions

    @Option(help: ArgumentHelp("How much of it is done, from 0 to 100.", valueName: "number"))
    var percent: Int?

    @Flag(help: "Of an item that recurs, change this occurrence alone.")
    var once = false

    @OptionGroup(title: "Global options") var options: GlobalOptions

    func validate() throws {
        guard !once || fields.every == nil else {
            throw ValidationError("--once does not go together with --every, which is for all later ones")
        }
        guard title == nil || items.count == 1 else {
            throw ValidationError("--title goes with one item, not with \(items.count)")
        }
    }

    func run(_ context: Context) throws {
        try title.map(Title.check)
        let fields = try fields.fields(context, percent: percent)
        guard title != nil || fields != nil else {
            guard !once else { throw ControlError(.usage, "--once needs a change, such as --due or --title") }
            return try editText(context)
        }
        var request = ChangeItemsRequest(items: items, title: title, fields: fields, today: context.clock.localNow)
        request.occurrence = once ? .once : nil
        try change(request, context)
    }

    private func change(_ request: ChangeItemsRequest, _ context: Context) throws {
        let change = ItemChange(
            request: request,
            changed: { item, _ in
                if OccurrenceText.isNext(item, after: request) { return OccurrenceText.next(item, context) }
                let fields = FieldText(item: item, look: ItemLook(context)).echo(request.fields)
                return "changed: \(item.title) (\(item.shortID))\(fields)\(OccurrenceText.alone(item, context))"
            },
            unchanged: { "nothing to change: \($0.title) (\($0.shortID))" }
        )
        let reply = try change.run(context)
        if request.fields?.percent == 100, let item = reply.changed.first(where: { $0.state == .open }) {
            try context.note("an open item counts as 99 %; to complete it: phlistctl done \(item.shortID)")
        }
        guard request.fields?.assignee != nil || request.fields?.rotation != nil else { return }
        try context.note(SharingText.hiddenFromAssignees(reply.changed))
    }

    // MARK: Editing in an editor

    private func editText(_ context: Context) throws {
        guard items.count == 1 else {
            throw ControlError(
                .usage,
                "one item can be edited at a time, not \(items.count)",
                hint: "to change several at once, say what: phlistctl edit --help"
            )
        }
        let reply = try context.ask(ItemsQuery(ref: items[0]))
        guard let item = reply.items.first else { throw ClientError.replyMalformed("no item for a reference") }
        let old = TitledText(item)
        let isChanged = try context.edit(old, .note, named: "phlist-item.txt") { new in
            let current = try context.ask(ItemsQuery(ref: item.id)).items.first
            try new.check(since: old, isStill: current.map(TitledText.init), .note)
            try change(Self.request(new, for: item), context)
        }
        if !isChanged { try context.note("nothing to change: \(item.title) (\(item.shortID))") }
    }

    /// Creates a request for the changed fields only, because the others may have been changed meanwhile.
    private static func request(_ new: TitledText, for item: ItemView) -> ChangeItemsRequest {
        var request = ChangeItemsRequest(items: [item.id], title: new.title)
        guard new.text != item.note else { return request }
        request.fields = ItemPatch()
        request.fields?.note = new.text
        if new.title == item.title { request.title = nil }
        return request
    }
}

extension TitledText {
    fileprivate init(_ item: ItemView) {
        self.init(title: item.title, text: item.note)
    }
}
