package import PhlistModel

/// Choices that the logins of this machine made for themselves, by user id.
package struct LoginChoices: Hashable, Sendable {
    /// The list that receives a bare `add`.
    package private(set) var defaultLists: [UInt32: ScopeID] = [:]
    /// Own views of lists, which replace the views that everybody has of them.
    package private(set) var views: [UInt32: [ScopeID: DefaultView]] = [:]

    /// Sets or clears a choice.
    mutating func choose(defaultList list: ScopeID?, for uid: UInt32) {
        defaultLists[uid] = list
    }

    /// Sets or clears a choice.
    mutating func choose(_ view: DefaultView?, of list: ScopeID, for uid: UInt32) {
        views[uid, default: [:]][list] = view
        if views[uid]?.isEmpty ?? false { views[uid] = nil }
    }

    /// All choices, in an order independent of hashing.
    var facts: [LocalFact] {
        let lists = defaultLists.sorted { $0.key < $1.key }.map { LocalFact.defaultList(uid: $0.key, $0.value) }
        return lists + viewFacts { $0 }
    }

    /// Returns the choices after lists are copied: a bare `add` goes to no list left behind.
    func facts(following copies: [ScopeID: ScopeID]) -> [LocalFact] {
        let lists = defaultLists.sorted { $0.key < $1.key }
        return lists.map { .defaultList(uid: $0.key, copies[$0.value]) } + viewFacts { copies[$0] }
    }

    /// Returns the choices that apply to logins without their own choice here.
    func facts(unlessIn others: LoginChoices) -> [LocalFact] {
        var taken = self
        taken.defaultLists = defaultLists.filter { others.defaultLists[$0.key] == nil }
        taken.views = views.filter { others.views[$0.key] == nil }
        return taken.facts
    }

    private func viewFacts(_ place: (ScopeID) -> ScopeID?) -> [LocalFact] {
        views.sorted { $0.key < $1.key }.flatMap { uid, views in
            views.sorted { $0.key < $1.key }.compactMap { list, view in
                place(list).map { .ownView(uid: uid, list: $0, view) }
            }
        }
    }
}
