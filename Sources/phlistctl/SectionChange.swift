import PhlistControl

/// A change of sections and the lines that report it.
struct SectionChange {
    var request: ChangeSectionsRequest
    /// Returns the line for a changed section.
    var changed: (SectionView) -> TerminalText
    /// Returns the line for a section that already was as requested.
    var unchanged: (SectionView) -> TerminalText

    /// Sends the change and shows its results.
    func run(_ context: Context) throws {
        let reply = try context.ask(request)
        let words = reply.changed.map(changed) + reply.unchanged.map(unchanged)
        try context.show(reply, SectionText.page(reply.changed + reply.unchanged, words))
    }
}
