package import PhlistModel
import PhlistVocabulary

/// Look-up of lists by name, including the trash.
extension Library {
    /// Returns the lists outside the trash that some names may mean, with what is in flight.
    ///
    /// They are all the lists that one of the names fits, and perhaps some more.
    func upcomingLists(for caller: Principal, named names: String...) -> [ListState] {
        lists(for: caller, among: candidates(named: names), where: { !$0.isTrashed }, \.upcomingList)
    }

    /// Returns the lists that some names may mean, in the order of their ids.
    func candidates(named names: [String]) -> [ScopeID] {
        var found = draftedScopes
        for name in names {
            found.formUnion(self.names.lists(titled: fold(name)))
            found.formUnion(self.names.lists(titled: fold(name.trimmed)))
            guard name.trimmed.hasOnlyLettersOfIDs else { continue }
            found.formUnion(scopes.keys.filter { $0.description.hasPrefix(name.trimmed) })
        }
        return found.sorted()
    }

    /// Finds a list by name: outside the trash, else in it.
    package func listOrTrash(named name: String, for caller: Principal) throws(CommandError) -> ScopeID {
        try list(named: name, for: caller, toBeTrashed: true)
    }

    /// Finds a list by name.
    ///
    /// A list to be trashed is first looked for outside the trash, one to be restored in it; for anything else the
    /// trash is excluded.
    func list(named name: String, for caller: Principal, toBeTrashed isTrashed: Bool?) throws(CommandError) -> ScopeID {
        guard let isTrashed else { return try list(named: name, for: caller) }
        let lists = lists(for: caller, among: candidates(named: [name, name.withoutEscapes]), \.upcomingList)
        do {
            return try list(named: name, among: lists.filter { $0.isTrashed != isTrashed })
        } catch .list(.notFound) {
            return try list(named: name, among: lists.filter { $0.isTrashed == isTrashed })
        }
    }

    /// Finds a checklist by name, in its durable state.
    package func exportedList(named name: String, for caller: Principal) throws(CommandError) -> ListState {
        let candidates = candidates(named: [name, name.withoutEscapes])
        let lists = lists(for: caller, among: candidates, where: { !$0.isTrashed }) { $0.state.list }
        let scope = try list(named: name, among: lists)
        guard let list = list(scope) else { throw .list(.notFound(name)) }
        guard list.kind == .checklist else { throw .list(.notChecklist(scope)) }
        return list
    }

    /// Finds a checklist by name.
    func checklist(named name: String, for caller: Principal) throws(CommandError) -> ListState {
        let scope = try list(named: name, for: caller)
        guard let list = scopes[scope]?.upcomingList else { throw .list(.notFound(name)) }
        guard list.kind == .checklist else { throw .list(.notChecklist(scope)) }
        return list
    }

    /// Returns the list that a caller chose for a bare `add`.
    package func chosenList(of caller: Principal) -> ScopeID? {
        choices.defaultLists[caller.uid]
    }

    /// The title of the list that a bare `add` creates if there is none.
    static var defaultListTitle: String { "Shopping" }

    /// Returns the list for a bare `add`: the caller's choice, else the only list, else one called "Shopping"; of
    /// several, one of the household first, then the oldest.
    ///
    /// - Throws: If the choice was for some alone, and is gone: what was meant for it must not go where others see it.
    func defaultList(for caller: Principal) throws(CommandError) -> ScopeID? {
        func fitting(_ candidates: [ScopeID]) -> [ListState] {
            lists(for: caller, among: candidates, where: { !$0.isTrashed && $0.kind == .checklist }, \.upcomingList)
                .filter { !hasEnded($0.scope) }
        }
        if let chosen = chosenList(of: caller) {
            guard fitting([chosen]).isEmpty else { return chosen }
            try checkChoice(chosen, for: caller)
        }
        // Whether there is another one does not depend on the order in which they are looked at.
        let found = Array(scopes.keys.lazy.filter { !fitting([$0]).isEmpty }.prefix(2))
        guard found.count != 1 else { return found[0] }
        return
            fitting(candidates(named: [Self.defaultListTitle]))
            .filter { $0.title == Self.defaultListTitle }
            .map { (rank: isEverybodys($0) ? 0 : 1, created: $0.createdStamp, scope: $0.scope) }
            .min { ($0.rank, $0.created) < ($1.rank, $1.created) }?
            .scope
    }

    /// Throws if a list that is gone was chosen by the caller, and was for some alone; a member whom the caller acts as
    /// has not chosen it.
    private func checkChoice(_ chosen: ScopeID, for caller: Principal) throws(CommandError) {
        guard caller.actsAs == nil, let list = scopes[chosen]?.upcomingList, !isEverybodys(list) else { return }
        // Its title may have changed since it was shared.
        let seen = lists(for: caller, among: [chosen], where: { !$0.isPurged }, \.upcomingList)
        throw .list(.defaultGone(seen.first?.scope))
    }

    /// Returns a caller's own view of a list; nil if none is chosen.
    package func ownView(of list: ScopeID, for caller: Principal) -> DefaultView? {
        choices.views[caller.uid]?[list]
    }

    /// Returns the view of a list for a caller when nothing else is requested.
    package func view(of list: ListState, for caller: Principal) -> DefaultView {
        ownView(of: list.scope, for: caller) ?? list.defaultView
    }

    /// Returns other lists that a caller sees with the same name.
    package func namesakes(of list: ListState, for caller: Principal) -> [ListState] {
        let name = fold(list.title)
        let found = lists(for: caller, among: candidates(named: [list.title])) { $0.state.list }
        return found.filter { $0.scope != list.scope && !$0.isTrashed && fold($0.title) == name }
    }
}

extension String {
    /// Whether the text could be a part of an id.
    fileprivate var hasOnlyLettersOfIDs: Bool {
        utf8.allSatisfy { (UInt8(ascii: "k")...UInt8(ascii: "z")).contains($0) }
    }
}
