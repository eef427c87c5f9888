/// The lists by their titles, so that a name is looked up without looking at every list.
///
/// Titles are compared by `fold`. It returns candidates: the caller checks who may see them, and what is in the trash.
package struct ListNames: Sendable {
    private var titles: [ScopeID: FoldedText] = [:]
    private var scopes: [FoldedText: Set<ScopeID>] = [:]

    package init() {}

    /// Whether the title of a list is known.
    package func contains(_ scope: ScopeID) -> Bool {
        titles[scope] != nil
    }

    /// Takes the title that a list has now.
    package mutating func note(_ title: String, of scope: ScopeID) {
        let folded = fold(title)
        guard titles[scope] != folded else { return }
        if let former = titles[scope] {
            scopes[former]?.remove(scope)
            if scopes[former]?.isEmpty == true { scopes[former] = nil }
        }
        titles[scope] = folded
        scopes[folded, default: []].insert(scope)
    }

    /// Returns the lists with a title, in no particular order.
    package func lists(titled folded: FoldedText) -> Set<ScopeID> {
        scopes[folded] ?? []
    }
}
