package import PhlistModel

/// Lists by name, also those in the trash.
extension Library {
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
        guard let isTrashed else { return try list(named: name, for: caller) }
        let lists = upcomingListsWithTrash(for: caller)
        do {
            return try list(named: name, among: lists.filter { $0.isTrashed != isTrashed })
        } catch .listNotFound {
            return try list(named: name, among: lists.filter { $0.isTrashed == isTrashed })
        }
    }

    /// A list of items that a name stands for, as it is on the disk.
    package func exportedList(named name: String, for caller: Principal) throws(CommandError) -> ListState {
        let scope = try list(named: name, among: lists(for: caller))
        guard let list = list(scope) else { throw .listNotFound(name) }
        guard list.kind == .checklist else { throw .notChecklist(scope) }
        return list
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
        choices.defaultLists[caller.uid]
    }

    /// How a list is shown to a caller who has chosen that for himself.
    package func ownView(of list: ScopeID, for caller: Principal) -> DefaultView? {
        choices.views[caller.uid]?[list]
    }

    /// How a list is shown to a caller when nothing else is asked for.
    package func view(of list: ListState, for caller: Principal) -> DefaultView {
        ownView(of: list.scope, for: caller) ?? list.defaultView
    }

    /// Other lists that a caller sees under the same name.
    package func namesakes(of list: ListState, for caller: Principal) -> [ListState] {
        let name = fold(list.title)
        return lists(for: caller).filter { $0.scope != list.scope && fold($0.title) == name }
    }
}
