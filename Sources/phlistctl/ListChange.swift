import PhlistControl

/// A change of lists and the lines that report it.
struct ListChange {
    var request: ChangeListsRequest
    /// Returns the line for a changed list.
    var changed: (ListView) -> TerminalText
    /// Returns the line for a list that already was as requested.
    var unchanged: (ListView) -> TerminalText

    /// Sends the change and shows its results.
    func run(_ context: Context) throws {
        let reply = try context.ask(request)
        let words = reply.changed.map(changed) + reply.unchanged.map(unchanged)
        try context.show(reply, ListText.page(reply.changed + reply.unchanged, words))
        try context.note(ListText.namesakes(reply.namesakes, of: reply.changed))
    }
}
