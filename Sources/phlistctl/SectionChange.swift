import PhlistControl

/// A change of sections with the words that tell of it.
struct SectionChange {
    var request: ChangeSectionsRequest
    /// The line for a section that was changed.
    var changed: (SectionView) -> TerminalText
    /// The line for a section that already was as asked.
    var unchanged: (SectionView) -> TerminalText

    /// Sends the change and shows what has become of the sections.
    func run(_ context: Context) throws {
        let reply = try context.ask(request)
        let words = reply.changed.map(changed) + reply.unchanged.map(unchanged)
        try context.show(reply, SectionText.page(reply.changed + reply.unchanged, words))
    }
}
