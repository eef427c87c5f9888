/// The household: its name, its members, and the devices that are in; the fold of the household scope's batches.
package struct HouseholdState: Sendable {
    private let state: ScopeState

    init(_ state: ScopeState) {
        self.state = state
    }

    package var name: String {
        state.entry(of: .root)?.text(.title) ?? ""
    }

    package var discoveryKey: [UInt8]? {
        state.entry(of: .root)?.shown(.discoveryKey)?.value
    }

    package var roster: Roster {
        state.roster
    }

    /// The members in the order of their ids.
    package var members: [MemberID] {
        state.table.entities.compactMap { member($0) }.sorted()
    }

    private func member(_ entity: EntityID) -> MemberID? {
        state.entry(of: entity)?.shown(.member).flatMap { MemberID(bytes: $0.value) }
    }

    package func memberName(_ member: MemberID) -> String? {
        guard let entry = state.entry(of: EntityID(member)), !entry.fields.isEmpty else { return nil }
        return entry.text(.title) ?? ""
    }
}
