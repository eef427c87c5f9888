import ArgumentParser
import PhlistControl
import PhlistVocabulary

/// Options for which items are shown, and how, which a filter can keep.
struct FilterOptions: ParsableArguments {
    @Flag(help: "Also show what is done, cancelled or removed.")
    var all = false

    @Option(help: "Show only what is open, done or cancelled.")
    var state: WorkState?

    @Flag(help: "Show only what is assigned to you.")
    var mine = false

    @Option(
        name: .shortAndLong,
        help: ArgumentHelp("Show only what is assigned to a member; none: to nobody.", valueName: "member"),
        completion: .members
    )
    var assign: String?

    @Option(
        name: .shortAndLong,
        help: ArgumentHelp(
            "Show only what is due: today, overdue, week, \"next week\" or a date; none: without a date.",
            valueName: "when"
        )
    )
    var due: String?

    @Option(
        help: ArgumentHelp("Show only what has a tag, or all of several, separated by commas.", valueName: "tags"),
        completion: .tags
    )
    var tag: [String] = []

    @Option(
        help: ArgumentHelp("Show only what has at least this priority: low, medium or high.", valueName: "priority"),
        completion: .list(["low", "medium", "high"]),
        transform: priority
    )
    var prio: Priority?

    @OptionGroup var order: OrderOptions

    @Flag(
        inversion: .prefixedNo,
        help: "Show priorities, members, tags and notes, too, and who added and changed items, and when."
    )
    var long: Bool?

    func validate() throws {
        if mine, assign != nil { throw ValidationError("either --mine or --assign can be given") }
    }

    /// Returns what is chosen, in some lists.
    ///
    /// - Throws: `ControlError` for an empty name, which would choose everything.
    func selection(in lists: [String]) throws(ControlError) -> ItemSelection {
        let words = tag.map { $0.split(separator: ",").map(Self.tag).filter { !$0.isEmpty } }
        guard !lists.contains(where: \.isBlank), !words.contains(where: \.isEmpty) else {
            throw ControlError.emptyName
        }
        var selection = ItemSelection()
        (selection.lists, selection.state, selection.isAll) = (lists, state, all)
        (selection.isMine, selection.assignee, selection.due) = (mine, assign, due)
        (selection.tags, selection.priority) = (words.flatMap(\.self), prio)
        (selection.sort, selection.isReversed) = (order.sort, order.reverse)
        (selection.isFlat, selection.isLong) = (order.flat, long)
        return selection
    }

    private static func priority(_ name: String) throws -> Priority {
        guard let priority = Priority(name: name), priority != .none else {
            throw ValidationError("it takes low, medium or high")
        }
        return priority
    }

    private static func tag(_ word: Substring) -> String {
        String(word.hasPrefix("#") ? word.dropFirst() : word).trimmed
    }
}
