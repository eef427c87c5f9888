package import PhlistModel
package import PhlistVocabulary

/// Choices that the logins of this machine, by user id, and its people made for themselves.
package struct LoginChoices: Hashable, Sendable {
    /// The list that receives a bare `add`.
    package private(set) var defaultLists: [UInt32: ScopeID] = [:]
    /// Own views of lists, which replace the views that everybody has of them.
    package private(set) var views: [UInt32: [ScopeID: DefaultView]] = [:]
    /// Own views of all lists together.
    package private(set) var overallViews: [UInt32: ItemDisplay] = [:]
    /// The filters that people saved, by their folded names.
    package private(set) var filters: [MemberID: [FoldedText: SavedFilter]] = [:]

    /// A filter with its name.
    package struct SavedFilter: Hashable, Sendable {
        package var name: String
        package var filter: ItemFilter
    }

    /// Creates the choices of nobody.
    package init() {}

    /// Takes a choice from a fact; others are not about choices.
    mutating func take(_ fact: LocalFact) {
        switch fact {
        case .defaultList(let uid, let list): choose(defaultList: list, for: uid)
        case .ownView(let uid, let list, let view): choose(view, of: list, for: uid)
        case .overallView(let uid, let display): overallViews[uid] = display
        case .savedFilter(let member, let name, let filter): save(filter, as: name, for: member)
        default: break
        }
    }

    private mutating func save(_ filter: ItemFilter?, as name: String, for member: MemberID) {
        filters[member, default: [:]][fold(name)] = filter.map { SavedFilter(name: name, filter: $0) }
        if filters[member]?.isEmpty ?? false { filters[member] = nil }
    }

    /// Returns the filters of a person, by name.
    package func filters(of member: MemberID) -> [SavedFilter] {
        (filters[member] ?? [:]).sorted { $0.key < $1.key }.map(\.value)
    }

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
    package var facts: [LocalFact] {
        let lists = defaultLists.sorted { $0.key < $1.key }.map { LocalFact.defaultList(uid: $0.key, $0.value) }
        return lists + viewFacts { $0 } + overallFacts + filterFacts(of: { $0 }) { $0 }
    }

    /// Returns the choices after lists are copied: a bare `add` goes to no list left behind.
    ///
    /// - Parameters:
    ///   - copies: The copies, by their originals.
    ///   - people: The same people in the household of the copies; nil if they are the same members.
    ///   - isMoving: Whether a person's filters come along.
    /// - Returns: The choices, with the filters that come along.
    package func facts(
        following copies: [ScopeID: ScopeID],
        people: [MemberID: MemberID]? = nil,
        where isMoving: (MemberID) -> Bool = { _ in true }
    ) -> [LocalFact] {
        func counterpart(_ member: MemberID) -> MemberID? { people.map { $0[member] } ?? member }
        var facts = defaultLists.sorted { $0.key < $1.key }.map { uid, list in
            LocalFact.defaultList(uid: uid, copies[list])
        }
        facts += viewFacts { copies[$0] }
        facts += filterFacts(of: { isMoving($0) ? counterpart($0) : nil }, { $0.following(copies, counterpart) })
        return facts
    }

    /// Returns the choices that apply to logins without their own choice here.
    package func facts(unlessIn others: LoginChoices) -> [LocalFact] {
        var taken = self
        taken.defaultLists = defaultLists.filter { others.defaultLists[$0.key] == nil }
        taken.views = views.filter { others.views[$0.key] == nil }
        taken.overallViews = overallViews.filter { others.overallViews[$0.key] == nil }
        taken.filters = filters.filter { others.filters[$0.key] == nil }
        return taken.facts
    }

    private var overallFacts: [LocalFact] {
        overallViews.sorted { $0.key < $1.key }.map { .overallView(uid: $0.key, $0.value) }
    }

    private func filterFacts(
        of people: (MemberID) -> MemberID?,
        _ changed: (ItemFilter) -> ItemFilter
    ) -> [LocalFact] {
        filters.keys.sorted().flatMap { former in
            guard let member = people(former) else { return [LocalFact]() }
            return filters(of: former).map { .savedFilter(member, name: $0.name, changed($0.filter)) }
        }
    }

    private func viewFacts(_ place: (ScopeID) -> ScopeID?) -> [LocalFact] {
        views.sorted { $0.key < $1.key }.flatMap { uid, views in
            views.sorted { $0.key < $1.key }.compactMap { list, view in
                place(list).map { .ownView(uid: uid, list: $0, view) }
            }
        }
    }
}
