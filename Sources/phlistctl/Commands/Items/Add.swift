import ArgumentParser
import PhlistControl
import PhlistVocabulary

/// Adds items.
///
/// The rule never depends on existing lists: one argument goes to the default list; of several, the first is the list
/// and every other one is an item.
struct Add: ControlCommand {
    static let configuration = CommandConfiguration(
        commandName: "add",
        abstract: "Add items to a list.",
        usage: """
            phlistctl add [<options>] <text>
            phlistctl add [<options>] <list>[/<section>] <text> ...
            phlistctl add [<options>] [<list>] -
            """,
        discussion: """
            With one argument, the item goes to the list chosen with list default, to the only list, or to \
            "Shopping", which is made if it is missing. With more, the first one names the list and each of the \
            others is an item. A hyphen reads items from standard input, one per line. Options apply to every item \
            that is added.

            Words at the end of an item are understood if they can mean but one thing: "milk 2 l #dairy @ben fri !" \
            is milk, with an amount, a tag, a member, a date and high priority; "bins every tue" comes back. \
            An amount may also stand in front, with a measure or with of: "2 kg potatoes", "2 bottles of wine". \
            A day is written sat or sunday; sun alone stays text, because it is also a word for the sunshine. \
            --literal takes the text as it is, and so do quotation marks around it: '"Route 66 x2"'. \
            PHLIST_QUICK_ENTRY=off in the environment switches it off; lines of the standard input are never \
            looked into.
            """
    )

    @Argument(
        help: ArgumentHelp("The list, when there is more than one argument, and the items.", valueName: "text"),
        completion: .places
    )
    var arguments: [String]

    @OptionGroup var fields: ItemOptions

    @Option(
        name: .shortAndLong,
        help: ArgumentHelp("A photo of it; a hyphen reads it from standard input.", valueName: "file"),
        completion: .file()
    )
    var photo: String?

    @Option(help: ArgumentHelp("Put them below this item.", valueName: "item"), completion: .items)
    var under: String?

    @Option(help: ArgumentHelp("Put them after this item.", valueName: "item"), completion: .items)
    var after: String?

    @Flag(help: "Put them before all others.")
    var top = false

    @Flag(help: "Take the text as it is, without looking for a date, an amount and so on.")
    var literal = false

    @OptionGroup(title: "Global options") var options: GlobalOptions

    func validate() throws {
        guard after != nil, top || under != nil else { return }
        throw ValidationError("--after does not go together with --top or --under")
    }

    func run(_ context: Context) throws {
        let list = arguments.count > 1 ? arguments.first : nil
        guard list?.isBlank != true else { throw ControlError.emptyName }
        let texts = arguments.dropFirst(list == nil ? 0 : 1)
        let inputs = [
            (texts.contains("-"), "the items"), (fields.note == "-", "their note"), (photo == "-", "their photo"),
        ]
        let readers = inputs.filter(\.0).map(\.1)
        guard readers.count < 2 else {
            throw ControlError(.usage, "the standard input cannot be \(readers.joined(separator: " and "))")
        }
        let given = try fields.fields(context)
        let quick = literal ? nil : try QuickEntry.of(Array(texts), given: given ?? ItemPatch(), context)
        let entries = try entries(Array(texts), quick, context)
        guard !entries.isEmpty else { throw ControlError(.invalid, "nothing to add: the standard input has no lines") }
        try entries.forEach { try Title.check($0.title) }
        var request = AddItemsRequest(list: list, titles: entries.map(\.title))
        request.fields = try withPhoto(given, context)
        let ownFields = entries.map(\.fields)
        request.ownFields = ownFields.allSatisfy { $0 == ItemPatch() } ? nil : ownFields
        request.under = under
        request.after = after
        request.top = top ? true : nil
        request.today = context.clock.localNow
        let reply = try context.ask(request)
        let items = reply.added + reply.reopened + reply.existing
        try context.show(reply, ItemText.page(items, words(reply, request, ItemLook(context))))
        if list == nil, let meant = reply.namesake {
            try context.note(["\(meant.title) is a list; to add to it: phlistctl add \(meant.title.asArgument) TEXT"])
        }
        try context.note(SharingText.hiddenFromAssignees(items) + texts.compactMap { quick?.hint(about: $0) })
        if !(reply.added + reply.reopened).isEmpty { try context.note(ListText.leftOut([reply.list])) }
    }

    /// Reads the items, and understands the words at their ends.
    private func entries(
        _ texts: [String],
        _ quick: QuickEntry?,
        _ context: Context
    ) throws -> [QuickEntry.Entry] {
        try texts.flatMap { text in
            guard text != "-" else { return try InputLines.read(context.input).map { QuickEntry.Entry(title: $0) } }
            return [quick?.entry(text) ?? QuickEntry.Entry(title: text)]
        }
    }

    /// Adds the photo first, so that its failure adds nothing, and one undo reverts everything.
    private func withPhoto(_ fields: ItemPatch?, _ context: Context) throws -> ItemPatch? {
        guard let photo else { return fields }
        let file = try PictureFile(photo, context)
        guard !context.isDryRun else { return fields }
        var fields = fields ?? ItemPatch()
        fields.photo = try file.send(.makePhoto(actsAs: context.actsAs), context).photo
        return fields
    }

    private func words(_ reply: AddItemsReply, _ request: AddItemsRequest, _ look: ItemLook) -> [TerminalText] {
        let made: [TerminalText] = reply.isNewList ? ["made the list \(reply.list.title)"] : []
        let understood = QuickEntry.fields(ofAny: request.ownFields ?? [])
        func echo(_ item: ItemView, _ fields: ItemPatch?) -> TerminalText {
            FieldText(item: item, look: look).echo(fields, understood: understood)
        }
        let added = reply.added.map { item -> TerminalText in
            let fields = echo(item, request.fields)
            return "added \"\(item.title)\" to \(ItemText.place(item)) (\(item.shortID))\(position)\(fields)"
        }
        let reopened = reply.reopened.map { item -> TerminalText in
            // The amount of the last time is easily forgotten.
            var shown = request.fields ?? ItemPatch()
            if shown.quantity == nil, !item.quantity.isEmpty { shown.quantity = item.quantity }
            let fields = echo(item, shown)
            return "added \"\(item.title)\" to \(ItemText.place(item)) again (\(item.shortID))\(position)\(fields)"
        }
        let existing = reply.existing.map { item -> TerminalText in
            let fields = echo(item, request.fields)
            let former: TerminalText = reply.formerQuantities?[item.id].map { " (was \($0))" } ?? ""
            return "\"\(item.title)\" is already open in \(item.listTitle) (\(item.shortID))\(fields)\(former)"
        }
        return made + added + reopened + existing
    }

    private var position: TerminalText {
        let below: TerminalText = under.map { ", below \($0)" } ?? ""
        let behind: TerminalText = after.map { ", after \($0)" } ?? ""
        return "\(below)\(behind)\(top ? ", at the top" : "")"
    }
}
