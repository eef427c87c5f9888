/// One list, as the fold of its scope's batches shows it.
package struct ListState: Sendable {
    private let state: ScopeState
    private let draft: ScopeDraft?

    /// Creates a view of a list.
    ///
    /// - Parameters:
    ///   - state: What is applied.
    ///   - draft: What is on its way to the disk and shall be seen too.
    package init(_ state: ScopeState, with draft: ScopeDraft? = nil) {
        self.state = state
        self.draft = draft
    }

    package var scope: ScopeID {
        state.id
    }

    /// Who owns the list, by the list's own id; nil until its first op has come.
    package var origin: ListOrigin? {
        draft?.origin ?? state.origin
    }

    package var owner: MemberID? {
        origin?.owner
    }

    /// The entry of the list itself; nil until it has come.
    package var root: RegisterEntry? {
        entry(of: .root)
    }

    package var title: String {
        root?.text(.title) ?? ""
    }

    /// Trashing a list wins over concurrent edits in it; restoring it brings everything back.
    package var isTrashed: Bool {
        root?.values(.life, as: Life.self).contains(.dead) ?? false
    }

    package var visibility: Visibility {
        root?.value(.visibility) ?? .household
    }

    /// One item, in the trash or not.
    package func item(_ entity: EntityID) -> ItemState? {
        guard entity != .root else { return nil }
        return entry(of: entity).flatMap { ItemState(entity, $0) }
    }

    /// All items, in the trash or not, in the order of the list.
    package var items: [ItemState] {
        let new = draft?.entries.keys.filter { state.table.row(of: $0) == nil } ?? []
        return (Array(state.table.entities) + new).compactMap { item($0) }.sorted()
    }

    private func entry(of entity: EntityID) -> RegisterEntry? {
        draft?.entries[entity] ?? state.entry(of: entity)
    }
}
