/// One list, as the fold of its scope's batches shows it.
///
/// Views are made from an index that follows the list: asking costs the size of what has changed since somebody asked
/// last, and of the answer. A list state is a copy of its scope: whoever holds one while the scope changes makes the
/// scope copy its arrays; take it, ask, and let it go.
package struct ListState: Sendable {
    let state: ScopeState
    let draft: ScopeDraft?
    /// The entry of the list itself; nil until it has come.
    package let root: RegisterEntry?

    /// Creates a view of a list.
    ///
    /// - Parameters:
    ///   - state: What is applied.
    ///   - draft: What is on its way to the disk and shall be seen too; views cost its size as well.
    package init(_ state: ScopeState, with draft: ScopeDraft? = nil) {
        self.state = state
        self.draft = draft
        root = draft?.entries[.root] ?? state.entry(of: .root)
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

    /// Whether anything of its content has come; who may see a list is known before.
    package var hasContent: Bool {
        hasTitle || state.table.rows.contains { $0.entity != .root }
    }

    /// Whether its title has come, which is written when a list is made.
    package var hasTitle: Bool {
        root?[.title].siblings.isEmpty == false
    }

    // MARK: The list itself

    package var title: String {
        root?.text(.title) ?? ""
    }

    package var description: String {
        root?.text(.description) ?? ""
    }

    package var due: DueDate? {
        root?.due
    }

    package var workState: WorkState {
        root?.value(.state) ?? .open
    }

    package var kind: ListKind {
        root?.value(.listKind) ?? .checklist
    }

    package var deletionPolicy: DeletionPolicy {
        root?.value(.deletionPolicy) ?? .allowed
    }

    package var defaultView: DefaultView {
        DefaultView(decoding: root?.text(.defaultView) ?? "")
    }

    /// Trashing a list wins over concurrent edits in it; restoring it brings everything back.
    package var isTrashed: Bool {
        root?.values(.life, as: Life.self).contains(where: \.isDead) ?? false
    }

    /// Whether it was removed from the trash for good, and nobody has written in it without knowing that.
    package var isPurged: Bool {
        guard root?.values(.life, as: Life.self).contains(.purged) ?? false else { return false }
        return draft?.entries[.root] != nil || state.isPurged
    }

    /// Whether it is in the trash with something that somebody wrote without knowing that.
    package var hasEditsBesideTrash: Bool {
        isTrashed && !isPurged && state.hasEditsBesideTrash
    }

    /// Who has put it into the trash, and when.
    package var trashAct: Act? {
        isTrashed ? root?[.life].siblings.map(\.act).max() : nil
    }

    /// Who may see it: what its owner has said, and whom he invited.
    package var sharing: Sharing {
        draft?.sharing ?? state.sharing
    }

    /// Whether something is on its way to the disk of who may see it.
    package var isSharingDrafted: Bool {
        draft?.sharing != nil || draft?.origin != nil
    }

    // MARK: Items

    /// One item, in the trash or not.
    package func item(_ entity: EntityID) -> ItemState? {
        guard entity != .root else { return nil }
        return entry(of: entity).flatMap { ItemState(entity, $0) }
    }

    /// How many items there are.
    package var counts: ItemCounts {
        rows().counts
    }

    /// How much of the list is done, and of every item.
    package var progress: ListProgress {
        ListProgress(rows())
    }

    /// All items, in the trash or not, in the order of the list.
    package var items: [ItemState] {
        let rows = rows(.order)
        return rows.items.compactMap { rows.item($0) }
    }

    /// The items in the trash, in the order of the list.
    package var trash: [ItemState] {
        items(of: .trash).sorted()
    }

    /// The open items that are due: by date, then in the order of the list.
    package var dueItems: [ItemState] {
        let rows = rows(.dues)
        let items = rows.dues.compactMap { due in rows.item(due.row).map { (due.date, $0) } }
        return items.sorted { $0 < $1 }.map(\.1)
    }

    /// An item that is open and has exactly this title; of several any.
    ///
    /// Takes as long for a long list as for a short one, once somebody has asked.
    package func openItem(titled title: String) -> EntityID? {
        let bytes = Array(title.utf8)
        let drafted = draft?.entries ?? [:]
        let found = drafted.filter { entity, entry in
            EntityFacts(of: entity, entry).isOpenItem && entry.shown(.title)?.value == bytes
        }
        if let entity = found.keys.min() { return entity }
        let table = state.table
        return state.index.openItem(titled: bytes, in: state) { drafted[table.rows[Int($0)].entity] == nil }
            .map { table.rows[Int($0)].entity }
    }

    // MARK: What views are made of

    func rows(_ parts: ListIndex.Parts = []) -> ListRows {
        ListRows(state, draft, making: parts)
    }

    func items(of group: RowGroup) -> [ItemState] {
        let rows = rows()
        return rows[group].compactMap { rows.item($0) }
    }

    func entry(of entity: EntityID) -> RegisterEntry? {
        draft?.entries[entity] ?? state.entry(of: entity)
    }
}
