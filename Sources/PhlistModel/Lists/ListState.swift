package import PhlistVocabulary

/// One list, as the fold of its scope's batches shows it.
///
/// Views use an index that follows the list: a query costs the size of the changes since the last one, and of its
/// result. A list state is a copy of its scope, and holding one while the scope changes makes the scope copy its
/// arrays: do not keep it longer than a query. It never changes, and is a class because a copy of a scope costs forty
/// reference counts, of which a household with a thousand lists would make thousands for each query.
package final class ListState: Sendable {
    let state: ScopeState
    let draft: ScopeDraft?
    /// The entry of the list itself; nil until it has arrived.
    package let root: RegisterEntry?

    /// Creates a view of a list.
    ///
    /// - Parameters:
    ///   - state: The applied state.
    ///   - draft: Changes that are on their way to the disk and already visible; views also cost its size.
    package init(_ state: ScopeState, with draft: ScopeDraft? = nil) {
        self.state = state
        self.draft = draft
        root = draft?.entries[.root] ?? state.entry(of: .root)
    }

    package var scope: ScopeID {
        state.id
    }

    /// The owner and the household of the list, fixed by the list's id; nil until its first op has arrived.
    package var origin: ListOrigin? {
        draft?.origin ?? state.origin
    }

    package var owner: MemberID? {
        origin?.owner
    }

    /// Whether any content has arrived; who may see a list is known before.
    package var hasContent: Bool {
        hasTitle || state.table.rows.contains { $0.entity != .root }
    }

    /// Whether the title has arrived, which is written when a list is made.
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

    package var due: CivilDate? {
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

    /// Whether the list is in the trash; trashing wins over concurrent edits, and restoring brings everything back.
    package var isTrashed: Bool {
        root?.values(.life, as: Life.self).contains(where: \.isDead) ?? false
    }

    /// Whether the list was permanently removed, and nobody wrote in it without knowing that.
    package var isPurged: Bool {
        guard root?.values(.life, as: Life.self).contains(.purged) ?? false else { return false }
        return draft?.entries[.root] != nil || state.isPurged
    }

    /// Whether the list is in the trash and has edits whose authors did not know that.
    package var hasEditsBesideTrash: Bool {
        isTrashed && !isPurged && state.hasEditsBesideTrash
    }

    /// Whether the list is closed with open items, and was edited by somebody who did not know that it was closed.
    package var hasEditsBesideClosing: Bool {
        workState != .open && !isTrashed && counts.open > 0 && state.hasEditsBesideClosing
    }

    /// The author and the time of the deletion; nil if the list is not in the trash.
    package var trashAct: Act? {
        isTrashed ? root?[.life].siblings.map(\.act).max() : nil
    }

    /// The sharing words of the list: its visibility, invitations and answers.
    package var sharing: Sharing {
        draft?.sharing ?? state.sharing
    }

    /// Whether a change of who may see the list is on its way to the disk.
    package var isSharingDrafted: Bool {
        draft?.sharing != nil || draft?.origin != nil
    }

    // MARK: Items

    /// One item, in the trash or not.
    package func item(_ entity: EntityID) -> ItemState? {
        guard entity != .root else { return nil }
        return entry(of: entity).flatMap { ItemState(entity, $0) }
    }

    /// The numbers of items, by state.
    package var counts: ItemCounts {
        rows().counts
    }

    /// The percentage done of the list and of every item.
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

    /// The open items that have a due date: by date, then in the order of the list.
    package var dueItems: [ItemState] {
        let rows = rows(.dues)
        let items = rows.dues.compactMap { due in rows.item(due.row).map { (due.date.deadline, $0) } }
        return items.sorted { $0 < $1 }.map(\.1)
    }

    /// Returns the open items whose titles fold to this one, in the order of the list.
    ///
    /// After the first query the time does not depend on the length of the list.
    package func openItems(titled folded: FoldedText) -> [ItemState] {
        items(titled: folded, of: state.index.openItems(titled: folded, in: state)) { $0.isOpenItem }
    }

    /// Returns the items that are closed or in the trash and whose titles fold to this one, in the order of the list.
    ///
    /// After the first query the time does not depend on the length of the list.
    package func formerItems(titled folded: FoldedText) -> [ItemState] {
        items(titled: folded, of: state.index.formerItems(titled: folded, in: state)) { $0.isFormerItem }
    }

    /// Returns the items of some rows that no draft touches, and the items of the draft that are like them.
    private func items(
        titled folded: FoldedText,
        of rows: Set<UInt32>,
        where isIn: (EntityFacts) -> Bool
    ) -> [ItemState] {
        let drafted = draft?.entries ?? [:]
        let alike = drafted.filter { entity, entry in
            isIn(EntityFacts(of: entity, entry)) && entry.text(.title).map { fold($0) } == folded
        }
        let applied = rows.map { state.table.rows[Int($0)].entity }.filter { drafted[$0] == nil }
        return (applied + alike.keys).compactMap { item($0) }.sorted()
    }

    // MARK: Rows

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
