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
                return "changed: \(item.title) (\(item.shortID))\(fields)"
            },
            unchanged: { "nothing to change: \($0.title) (\($0.shortID))" }
        )
        let reply = try change.run(context)
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
        let text = item.hasNote ? "\(item.title)\n\n\(item.note)\n" : "\(item.title)\n"
        guard let edited = try context.edit(text, "phlist-item.txt") else {
            return try context.note("nothing to change: \(item.title) (\(item.shortID))")
        }
        do {
            try save(edited, of: item, context)
        } catch {
            let lines = edited.split(separator: "\n", omittingEmptySubsequences: false)
            let words = lines.map { "\(TerminalText(data: String($0)).string)\n" }
            try context.messages.write("not saved:\n\(words.joined())")
            throw error
        }
    }

    private func save(_ text: String, of item: ItemView, _ context: Context) throws {
        let request = try Self.request(from: text, for: item)
        try Self.check(request, of: item, isStillRight: try context.ask(ItemsQuery(ref: item.id)).items.first)
        try change(request, context)
    }

    /// Refuses to overwrite changes that were made while the editor was open.
    private static func check(_ request: ChangeItemsRequest, of old: ItemView, isStillRight new: ItemView?) throws {
        guard let new else { throw ControlError(.notFound, "\"\(old.title)\" was removed meanwhile") }
        let isTitleNew = request.title != nil && new.title != old.title
        let isNoteNew = request.fields?.note != nil && new.note != old.note
        guard isTitleNew || isNoteNew else { return }
        let what = isTitleNew ? "renamed to \"\(new.title)\"" : "given another note"
        throw ControlError(
            .tryAgain,
            "\"\(old.title)\" was \(what) meanwhile; nothing was changed",
            hint: "edit it once more"
        )
    }

    /// Creates a request for the changed fields only, because the others may have been changed meanwhile.
    private static func request(from text: String, for item: ItemView) throws -> ChangeItemsRequest {
        let lines = text.replacing("\r\n", with: "\n").split(separator: "\n", omittingEmptySubsequences: false)
        let title = String(lines.first ?? "")
        let body = lines.dropFirst().drop { $0.allSatisfy(\.isWhitespace) }.joined(separator: "\n")
        let note = String(body.reversed().drop(while: \.isWhitespace).reversed())
        try Title.check(title)
        var request = ChangeItemsRequest(items: [item.id], title: title)
        if try Note.checked(note) != item.note {
            request.fields = ItemPatch()
            request.fields?.note = note
            if title == item.title { request.title = nil }
        }
        return request
    }
}
