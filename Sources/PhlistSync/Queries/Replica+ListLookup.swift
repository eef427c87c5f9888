package import PhlistModel

/// Lists by name, also those in the trash.
extension Replica {
    /// The lists that a caller sees, in the trash or not, in the order of their ids.
    package func listsWithTrash(for caller: Principal) -> [ListState] {
        listScopes
            .compactMap { scopes[$0]?.state.list }
            .filter { $0.origin != nil && isVisible($0, to: caller) }
    }

    /// The list that a name stands for: among those that are there, else in the trash.
    package func listOrTrash(named name: String, for caller: Principal) throws(CommandError) -> ScopeID {
        try list(named: name, for: caller, toBeTrashed: true)
    }

    /// The list that a name stands for, looked for first where it makes sense: to be trashed among those that are
    /// there, to be restored in the trash; for anything else it has to be there.
    func list(
        named name: String,
        for caller: Principal,
        toBeTrashed isTrashed: Bool?
    ) throws(CommandError) -> ScopeID {
        let lists = (upcomingLists(for: caller), upcomingTrash(for: caller))
        guard let isTrashed else { return try list(named: name, among: lists.0) }
        let pools = isTrashed ? [lists.0, lists.1] : [lists.1, lists.0]
        do {
            return try list(named: name, among: pools[0])
        } catch .listNotFound {
            return try list(named: name, among: pools[1])
        }
    }

    /// A list of items that a name stands for.
    func checklist(named name: String, for caller: Principal) throws(CommandError) -> ListState {
        let scope = try list(named: name, for: caller)
        guard let list = scopes[scope]?.upcomingList else { throw .listNotFound(name) }
        guard list.kind == .checklist else { throw .notChecklist(scope) }
        return list
    }

    /// Where a bare `add` of a caller goes by his own choice.
    package func chosenList(of caller: Principal) -> ScopeID? {
        defaultLists[caller.uid]
    }

    /// Other lists that a caller sees under the same name.
    package func namesakes(of list: ListState, for caller: Principal) -> [ListState] {
        let name = fold(list.title)
        return lists(for: caller).filter { $0.scope != list.scope && fold($0.title) == name }
    }

    private func upcomingTrash(for caller: Principal) -> [ListState] {
        listScopes
            .compactMap { scopes[$0]?.upcomingList }
            .filter { $0.origin != nil && $0.isTrashed && isVisible($0, to: caller) }
    }
}
