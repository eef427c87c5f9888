import PhlistControl
import PhlistVocabulary

/// Messages of `shop`.
enum ShopText {
    static let add: TerminalText = "add: "
    static let find: TerminalText = "find: "
    static let nothingFound: TerminalText = "nothing like that"
    static let nothingOpen: TerminalText = "nothing open"
    static let daemonAway: TerminalText = "phlistd is away; waiting for it"
    static let nothingToUndo: TerminalText = "nothing was changed here yet"
    static let undoElsewhere: TerminalText = "your last change was not made here: phlistctl undo"

    /// Returns the words behind the title of a list that is no longer to be shopped; nil for others.
    static func note(on list: ListView) -> TerminalText? {
        switch list.state {
        case _ where list.isEnded == true: "(no longer shared with you)"
        case .done: "(completed)"
        case .cancelled: "(cancelled)"
        case .open: nil
        }
    }

    static let isRemoved: TerminalText = "(removed)"

    /// Returns the notice that the item under the cursor was taken away.
    static func gone(_ item: ItemView) -> TerminalText { "no longer here: \(item.title)" }

    /// Returns the notice that the list was removed.
    static func removed(_ title: String) -> TerminalText { "removed: phlistctl list restore \(title.asArgument)" }

    /// Returns the keys, as far as they fit.
    static func keys(_ columns: Int) -> TerminalText {
        let keys: [TerminalText] = ["space tick", "q quit", "a add", "/ find", "u undo", "j k move"]
        return keys.dropFirst().reduce(keys[0].cut(to: columns)) { line, key in
            line.width + 2 + key.width <= columns ? "\(line)  \(key)" : line
        }
    }

    /// Returns the answer to a new item.
    static func added(_ reply: AddItemsReply) -> TerminalText {
        if let item = reply.existing.first { return "already open: \(item.title)" }
        guard let item = reply.reopened.first else { return "added: \(reply.added.first?.title ?? "")" }
        // The amount of the last time is easily forgotten.
        return "added again: \(item.title)\(item.quantity.isEmpty ? "" : "  \(item.quantity)")"
    }

    /// Returns the answer to a tick; nil where the mark of the item says it.
    static func changed(_ reply: ChangeItemsReply, of id: String, _ context: Context) -> TerminalText? {
        guard !reply.changed.isEmpty else { return "no change: somebody was faster" }
        let other = reply.changed.first { $0.id != id && !$0.record.recurrence.isEmpty }
        return other.map { $0.isTrashed ? OccurrenceText.removed($0) : OccurrenceText.next($0, context) }
    }
}
