package import PhlistModel

/// What a caller sees. Reads come from memory and wait for nobody.
extension Replica {
    /// The member that a caller acts as, once there is one.
    package func member(of caller: Principal) -> MemberID? {
        bindings[caller.uid]
    }

    /// The lists that a caller sees and that are not in the trash, by title, then by id.
    package func lists(for caller: Principal) -> [ListState] {
        listScopes
            .compactMap { scopes[$0]?.state.list }
            .filter { $0.origin != nil && !$0.isTrashed && isVisible($0, to: caller) }
            .map { (list: $0, name: fold($0.title)) }
            .sorted { ($0.name, $0.list.scope) < ($1.name, $1.list.scope) }
            .map(\.list)
    }

    /// One list, with what is drafted laid over it: also one that only a draft knows.
    package func list(_ scope: ScopeID, with draft: ScopeDraft? = nil) -> ListState? {
        guard let draft else { return scopes[scope]?.state.list }
        return ListState(scopes[scope]?.state ?? ScopeState(.list, scope), with: draft)
    }

    /// A member's name, as far as it is known.
    package func memberName(_ member: MemberID) -> String? {
        member == .house ? nil : household?.memberName(member)
    }

    /// Whether a list is for a caller's eyes.
    package func isVisible(_ list: ListState, to caller: Principal) -> Bool {
        guard list.visibility == .participants, !caller.isOwner else { return true }
        return bindings[caller.uid] != nil && bindings[caller.uid] == list.owner
    }

    /// The lists with those that are on their way to the disk.
    func upcomingLists(for caller: Principal) -> [ListState] {
        listScopes
            .compactMap { scopes[$0]?.upcomingList }
            .filter { $0.origin != nil && !$0.isTrashed && isVisible($0, to: caller) }
    }

    /// The shortest beginnings, at least two letters, that tell these items apart from all others here.
    package func shortIDs(of entities: [EntityID]) -> [EntityID: String] {
        let lists = listScopes.compactMap { scopes[$0]?.state.list }
        let short = entities.map { entity in
            let count = lists.map { $0.letterCount(telling: entity) }.max() ?? EntityID.letterCountMin
            return (entity, String(entity.description.prefix(count)))
        }
        return Dictionary(short) { first, _ in first }
    }
}
