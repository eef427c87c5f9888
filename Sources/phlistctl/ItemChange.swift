import PhlistControl

/// A change of items with the words that tell of it.
struct ItemChange {
    var request: ChangeItemsRequest
    /// The line for an item that was changed.
    var changed: (ItemView) -> TerminalText
    /// The line for an item that already was as asked.
    var unchanged: (ItemView) -> TerminalText

    /// Sends the change and shows what has become of the items.
    func run(_ context: Context) throws {
        let reply = try context.ask(request)
        let words = reply.changed.map(changed) + reply.unchanged.map(unchanged)
        try context.show(reply, ItemText.page(reply.changed + reply.unchanged, words))
    }
}
