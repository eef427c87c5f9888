/// The household: its name, its members, and the devices that are in; the fold of the household scope's batches.
package struct HouseholdState: Sendable {
    private let state: ScopeState
    private let draft: ScopeDraft?

    /// Creates a view of a household.
    ///
    /// - Parameters:
    ///   - state: What is applied.
    ///   - draft: What is on its way to the disk and shall be seen too; the roster does not show it.
    package init(_ state: ScopeState, with draft: ScopeDraft? = nil) {
        self.state = state
        self.draft = draft
    }

    package var name: String {
        entry(of: .root)?.text(.title) ?? ""
    }

    /// The secret by which devices of the household recognise each other's announcements.
    package var discoveryKey: DiscoveryKey? {
        roster.discoveryKeys.first
    }

    package var roster: Roster {
        state.roster
    }

    /// The members that are not removed, in the order of their ids.
    package var members: [MemberID] {
        everybody.filter { !$0.isRemoved }.map(\.id)
    }

    /// The members, those that were removed included, in the order of their ids.
    package var everybody: [MemberState] {
        let drafted = draft?.entries.keys.filter { state.table.row(of: $0) == nil } ?? []
        return (Array(state.table.entities) + drafted).compactMap { member($0) }.sorted { $0.id < $1.id }
    }

    /// One member, removed or not.
    package func member(_ id: MemberID) -> MemberState? {
        member(EntityID(id)).flatMap { $0.id == id ? $0 : nil }
    }

    private func member(_ entity: EntityID) -> MemberState? {
        entry(of: entity).flatMap { MemberState(entity, $0) }
    }

    /// Whether anything of a member has come, whether he was removed or not; what is drafted does not count.
    package func knows(_ member: MemberID) -> Bool {
        state.table.row(of: EntityID(member)).map { state.table.hasValues($0) } ?? false
    }

    /// A member's name, also after he was removed: what he did stays his.
    package func memberName(_ member: MemberID) -> String? {
        guard let entry = entry(of: EntityID(member)), !entry.fields.isEmpty else { return nil }
        return entry.text(.title) ?? ""
    }

    /// What the draft changes of an entity, as a history will show it.
    package func draftedChanges(of entity: EntityID) -> [HistoryChange] {
        entities.draftedChanges(of: entity)
    }

    /// The same scope, looked at as any other: entities with fields.
    var entities: ListState {
        ListState(state, with: draft)
    }

    private func entry(of entity: EntityID) -> RegisterEntry? {
        draft?.entries[entity] ?? state.entry(of: entity)
    }
}

/// One person as the household's registers show him.
package struct MemberState: Sendable {
    package let id: MemberID
    package let name: String
    /// Empty when nobody has said one.
    package let email: String
    /// A rename beats a concurrent removal, as an edit of an item does.
    package let isRemoved: Bool
    /// The fields for which values compete, in the order of their ids.
    package let conflicts: [FieldConflict]

    /// Nil when the entity is no member.
    init?(_ entity: EntityID, _ entry: RegisterEntry) {
        guard let id = entry.shown(.member).flatMap({ MemberID(bytes: $0.value) }) else { return nil }
        self.id = id
        name = entry.text(.title) ?? ""
        email = entry.text(.email) ?? ""
        let lives = entry.values(.life, as: Life.self)
        isRemoved = !lives.isEmpty && !lives.contains(.alive)
        conflicts = entry.conflicts(of: entity)
    }
}
