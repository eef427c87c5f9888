import PhlistControl

/// A change of lists with the words that tell of it.
struct ListChange {
    var request: ChangeListsRequest
    /// The line for a list that was changed.
    var changed: (ListView) -> TerminalText
    /// The line for a list that already was as asked.
    var unchanged: (ListView) -> TerminalText

    /// Sends the change and shows what has become of the lists.
    func run(_ context: Context) throws {
        let reply = try context.ask(request)
        let words = reply.changed.map(changed) + reply.unchanged.map(unchanged)
        try context.show(reply, ListText.page(reply.changed + reply.unchanged, words))
        try context.note(ListText.namesakes(reply.namesakes, of: reply.changed))
    }
}
