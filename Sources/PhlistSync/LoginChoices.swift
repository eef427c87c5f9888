package import PhlistModel

/// What the logins of this machine have chosen for themselves, by their user ids.
package struct LoginChoices: Hashable, Sendable {
    /// Where a bare `add` goes.
    package private(set) var defaultLists: [UInt32: ScopeID] = [:]
    /// How lists are shown, in place of the views that everybody has of them.
    package private(set) var views: [UInt32: [ScopeID: DefaultView]] = [:]

    /// Takes in a choice; nil takes one back.
    mutating func choose(defaultList list: ScopeID?, for uid: UInt32) {
        defaultLists[uid] = list
    }

    /// Takes in a choice; nil takes one back.
    mutating func choose(_ view: DefaultView?, of list: ScopeID, for uid: UInt32) {
        views[uid, default: [:]][list] = view
        if views[uid]?.isEmpty ?? false { views[uid] = nil }
    }

    /// All choices, in an order that does not depend on their hashes.
    var facts: [LocalFact] {
        let lists = defaultLists.sorted { $0.key < $1.key }.map { LocalFact.defaultList(uid: $0.key, $0.value) }
        return lists + viewFacts { $0 }
    }

    /// What is chosen once lists are copied: a bare `add` goes to nothing that stays behind.
    func facts(following copies: [ScopeID: ScopeID]) -> [LocalFact] {
        let lists = defaultLists.sorted { $0.key < $1.key }
        return lists.map { .defaultList(uid: $0.key, copies[$0.value]) } + viewFacts { copies[$0] }
    }

    /// What logins take over that have not chosen here.
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
