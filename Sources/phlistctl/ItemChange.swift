import PhlistControl

/// A change of items with the words that tell of it.
struct ItemChange<Call: ControlCall> where Call.Reply == ChangeItemsReply {
    var request: Call
    /// Whether what stands below an item goes along: then it is counted, not told line by line.
    var includesFamily = false
    /// The line for an item that was changed; what goes along is told in the second text.
    var changed: (ItemView, TerminalText) -> TerminalText
    /// The line for an item that already was as asked.
    var unchanged: (ItemView) -> TerminalText

    /// Sends the change and shows what has become of the items.
    func run(_ context: Context) throws {
        let reply = try context.ask(request)
        try context.show(reply, ItemText.page(reply.changed + reply.unchanged, words(reply)))
    }

    /// One line for each item that does not go along with another one.
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

    /// The topmost of the changed items that an item stands below.
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
