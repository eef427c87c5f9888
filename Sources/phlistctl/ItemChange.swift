import PhlistControl

/// A change of items and the lines that report it.
struct ItemChange<Call: ControlCall> where Call.Reply == ChangeItemsReply {
    var request: Call
    /// Whether an item's descendants change with it; they are then counted instead of listed.
    var includesFamily = false
    /// Returns the line for a changed item; the second text counts its descendants.
    var changed: (ItemView, TerminalText) -> TerminalText
    /// Returns the line for an item that already was as requested.
    var unchanged: (ItemView) -> TerminalText

    /// Sends the change, shows its results and returns them.
    @discardableResult
    func run(_ context: Context) throws -> ChangeItemsReply {
        let reply = try context.ask(request)
        try context.show(reply, ItemText.page(reply.changed + reply.unchanged, words(reply)))
        return reply
    }

    /// Returns a line for each item that did not change with an ancestor.
    func words(_ reply: ChangeItemsReply) -> [TerminalText] {
        guard includesFamily else { return reply.changed.map { changed($0, "") } + reply.unchanged.map(unchanged) }
        let parents = Dictionary(reply.changed.map { ($0.id, $0.parentID) }) { first, _ in first }
        var counts: [String: Int] = [:]
        for item in reply.changed {
            counts[Self.top(above: item.id, parents), default: -1] += 1
        }
        let tops = reply.changed.filter { counts[$0.id] != nil }
        return tops.map { changed($0, Self.family(counts[$0.id] ?? 0)) } + reply.unchanged.map(unchanged)
    }

    /// Returns the topmost changed ancestor of an item.
    private static func top(above id: String, _ parents: [String: String?]) -> String {
        var top = id
        var seen: Set = [id]
        while let parent = parents[top] ?? nil, parents[parent] != nil, seen.insert(parent).inserted {
            top = parent
        }
        return top
    }

    private static func family(_ count: Int) -> TerminalText {
        switch count {
        case 0: ""
        case 1: ", with 1 item below it"
        default: ", with \(count) items below it"
        }
    }
}
