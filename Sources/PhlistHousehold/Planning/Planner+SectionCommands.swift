import OrderedCollections
import PhlistModel
import PhlistVocabulary

/// Planning commands about sections.
extension Planner {
    mutating func plan(_ command: SectionCommand, _ action: inout Action) throws(CommandError) {
        switch command {
        case .add(let list, let names): try addSections(names, to: list, &action)
        case .rename(let section, let name): try rename(section, to: name, &action)
        case .move(let section, let spot): try move(section, to: spot, &action)
        case .remove(let sections): try remove(sections, &action)
        }
    }

    private mutating func addSections(_ names: [String], to list: String, _ action: inout Action) throws(CommandError) {
        let scope = try library.checklist(named: list, for: action.caller).scope
        var checked: [String] = []
        for name in names {
            let name = try checkedName(name, in: scope)
            guard !checked.contains(where: { fold($0) == fold(name) }) else { throw .section(.namedTwice(name)) }
            checked.append(name)
        }
        let count = library.scopes[scope]?.upcomingList?.sectionsWithTrash.count ?? 0
        let placement = placement(ofSections: checked.count, at: count, in: scope)
        action.outcome.list = scope
        action.add(placement.moves, in: scope)
        for (name, key) in zip(checked, placement.keys) {
            action.write(
                FieldWrite.making(sectionCalled: name, at: key),
                to: newSection(called: name, in: scope),
                in: scope
            )
        }
    }

    /// Returns the id of a new section.
    func newSection(called name: String, in list: ScopeID) -> EntityID {
        newEntity(.section, from: Array(fold(name).utf8), in: list)
    }

    /// Returns an id that follows from a list and some text, so that people who add one thing apart make one.
    ///
    /// It is the first such id that was not used before, for something that has another name by now, is in the trash or
    /// was purged.
    func newEntity(_ kind: EntityKind, from text: [UInt8], in list: ScopeID) -> EntityID {
        let state = library.scopes[list]?.upcomingList
        var number = 0
        while true {
            let id = EntityID(importing: kind, text, number: number, below: .root, into: list)
            guard state?.hasEntry(of: id) == true else { return id }
            number += 1
        }
    }

    private func rename(_ reference: String, to name: String, _ action: inout Action) throws(CommandError) {
        let (list, section) = try section(at: reference, for: action.caller)
        let name = try checkedName(name, in: list.scope, of: section.entity)
        let isSame = name == section.name && section.conflicts.isEmpty
        let fields = [FieldWrite(.title, text: name), FieldWrite(.life, Life.alive)]
        action.outcome.list = list.scope
        action.write(isSame ? [] : fields, to: section.entity, in: list.scope)
    }

    private func remove(_ references: [String], _ action: inout Action) throws(CommandError) {
        let targets = OrderedSet(
            try references.map { reference throws(CommandError) in
                let (list, section) = try section(at: reference, for: action.caller)
                return EntityReference(scope: list.scope, entity: section.entity)
            }
        )
        let lists = Set(targets.map(\.scope))
        action.outcome.list = lists.count == 1 ? lists.first : nil
        for target in targets {
            action.write([FieldWrite(.life, Life.dead)], to: target.entity, in: target.scope)
        }
    }

    private func move(_ reference: String, to spot: SectionSpot, _ action: inout Action) throws(CommandError) {
        let (list, section) = try section(at: reference, for: action.caller)
        let visible = list.sections.map(\.entity)
        let neighbours = list.sectionsWithTrash.map(\.entity).filter { $0 != section.entity }
        action.outcome.list = list.scope
        let anchor = try anchor(of: spot, in: list.scope)
        // A section placed next to itself stays where it is.
        guard anchor != section.entity else { return action.write([], to: section.entity, in: list.scope) }
        let index = index(of: spot, at: anchor, among: neighbours)
        var moved = neighbours
        moved.insert(section.entity, at: index)
        guard moved.filter(visible.contains) != visible else {
            return action.write([], to: section.entity, in: list.scope)
        }
        let placement = placement(ofSections: 1, at: index, in: list.scope, without: section.entity)
        action.add(placement.moves, in: list.scope)
        action.write([FieldWrite(.key, placement.keys[0])], to: section.entity, in: list.scope)
    }

    /// Returns the section that a spot refers to.
    private func anchor(of spot: SectionSpot, in scope: ScopeID) throws(CommandError) -> EntityID? {
        switch spot {
        case .top, .bottom: nil
        case .before(let name), .after(let name): try library.section(named: name, of: scope)
        }
    }

    private func index(of spot: SectionSpot, at anchor: EntityID?, among sections: [EntityID]) -> Int {
        let index = anchor.flatMap { sections.firstIndex(of: $0) }
        switch spot {
        case .top: return 0
        case .bottom: return sections.count
        case .before: return index ?? 0
        case .after: return index.map { $0 + 1 } ?? sections.count
        }
    }

    /// Returns keys for sections, and the moves that they require.
    ///
    /// - Parameters:
    ///   - count: The number of sections.
    ///   - index: The insertion index among all sections, including trashed ones.
    ///   - scope: The list.
    ///   - moving: The section being moved, which is not a neighbour of itself.
    /// - Returns: Ascending keys, and the ops that move others.
    func placement(
        ofSections count: Int,
        at index: Int,
        in scope: ScopeID,
        without moving: EntityID? = nil
    ) -> (keys: [[UInt8]], moves: [Op]) {
        let sections = library.scopes[scope]?.upcomingList?.sectionsWithTrash ?? []
        let neighbours: [PlaceKey.Neighbour] = sections.filter { $0.entity != moving }
        let placement = PlaceKey.place(count, among: neighbours, at: index, by: placeWriter)
        return (placement.keys, placement.moves.map { .write($0.entity, [FieldWrite(.key, $0.key)]) })
    }

    /// Checks that no other section of the list has the name.
    private func checkedName(
        _ text: String,
        in scope: ScopeID,
        of section: EntityID? = nil
    ) throws(CommandError) -> String {
        let name = try checked(text, as: .title)
        let others = (library.scopes[scope]?.upcomingList?.sections ?? []).filter { $0.entity != section }
        if let other = others.first(where: { fold($0.name) == fold(name) }) {
            throw .section(.exists(other.name, in: scope))
        }
        return name
    }

    /// Resolves `LIST/SECTION`.
    private func section(
        at reference: String,
        for caller: Principal
    ) throws(CommandError) -> (list: ListState, section: SectionState) {
        let spot = try library.spot(named: reference, for: caller)
        guard let list = library.scopes[spot.scope]?.upcomingList,
            let section = list.sections.first(where: { $0.entity == spot.section })
        else { throw .section(.missing(reference)) }
        return (list, section)
    }
}
