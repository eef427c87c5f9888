/// The name, members and devices of a household: the fold of the household scope's batches.
package struct HouseholdState: Sendable {
    private let state: ScopeState
    private let draft: ScopeDraft?

    /// Creates a view of a household.
    ///
    /// - Parameters:
    ///   - state: The applied state.
    ///   - draft: Changes that are on their way to the disk and already visible, except in the roster.
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

    /// The members, including those that were removed, in the order of their ids.
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

    /// The name of a member, kept after removal: what they did stays theirs.
    package func memberName(_ member: MemberID) -> String? {
        guard let entry = entry(of: EntityID(member)), !entry.fields.isEmpty else { return nil }
        return entry.text(.title) ?? ""
    }

    /// The changes that the draft makes to an entity, as a history will show them.
    package func draftedChanges(of entity: EntityID) -> [HistoryChange] {
        entities.draftedChanges(of: entity)
    }

    /// The same scope as entities with fields, like any other.
    var entities: ListState {
        ListState(state, with: draft)
    }

    private func entry(of entity: EntityID) -> RegisterEntry? {
        draft?.entries[entity] ?? state.entry(of: entity)
    }
}

/// One member as the household's registers show them.
package struct MemberState: Sendable {
    package let id: MemberID
    package let name: String
    /// The e-mail address; empty if none is set.
    package let email: String
    /// Whether the member is removed; a rename beats a concurrent removal, as an edit of an item does.
    package let isRemoved: Bool
    /// The change and the removal that met, if the member is there although somebody removed them.
    package let rescue: Rescue?
    /// The fields with competing values, in the order of their ids.
    package let conflicts: [FieldConflict]

    /// Creates a member; nil if the entity is not a member.
    init?(_ entity: EntityID, _ entry: RegisterEntry) {
        guard let id = entry.shown(.member).flatMap({ MemberID(bytes: $0.value) }) else { return nil }
        self.id = id
        name = entry.text(.title) ?? ""
        email = entry.text(.email) ?? ""
        let lives = entry.values(.life, as: Life.self)
        isRemoved = !lives.isEmpty && !lives.contains(.alive)
        rescue = Rescue(entry[.life])
        conflicts = entry.conflicts(of: entity)
    }
}
