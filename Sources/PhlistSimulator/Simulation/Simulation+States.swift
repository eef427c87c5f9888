import PhlistHousehold
import PhlistModel
import PhlistSync
import PhlistVocabulary
import PhlistWitness

/// The state that every device shows, compared with the expected state of its batches.
extension Simulation {
    /// The expected states of scopes, by batches; most machines have the same.
    struct Expectations {
        fileprivate var known: [Key: ExpectedScope] = [:]

        fileprivate struct Key: Hashable {
            var scope: ScopeID
            var batches: BatchSet
        }
    }

    /// Checks that every field has the expected value, and that every view shows it.
    mutating func checkStates() throws(SimulationFailure) {
        var expectations = Expectations()
        for node in nodes where !node.isDead {
            for (scope, batches) in node.held.sorted(by: { $0.key < $1.key }) {
                guard let annals = chronicle.annals[scope] else { continue }
                let key = Expectations.Key(scope: scope, batches: batches)
                let expected =
                    expectations.known[key] ?? ExpectedScope(annals, batches) { isAllowed($0, in: scope) }
                expectations.known[key] = expected
                coverage.note(.purgeBesideEdit, times: expected.voidPurgeCount)
                if let difference = node.difference(from: expected, in: scope) {
                    throw SimulationFailure(.states, "\(node.name) shows another \(difference) in \(scope)")
                }
            }
        }
    }
}

extension Simulation {
    /// Returns whether the author of a batch had the right to make its changes, by the statements that it knew.
    func isAllowed(_ entry: Annals.Entry, in scope: ScopeID) -> Bool {
        guard entry.batch.tier == .content else { return true }
        let person = entry.batch.header.actor
        return Set(entry.ops.flatMap(\.deeds)).allSatisfy {
            witness.mightDo($0, in: scope, person, knowing: entry.known)
        }
    }
}

extension Op {
    /// The rights that the op requires.
    fileprivate var deeds: [Access.Deed] {
        switch self {
        case .purge: [.trash]
        case .write(.root, let writes):
            writes.map { $0.field == .life ? .trash : $0.field == .deletionPolicy ? .setPolicy : .change }
        case .write, .originate, .roster: [.change]
        }
    }
}

extension SimulatedNode {
    /// Returns the first difference from the expected state of a scope, or nil.
    fileprivate func difference(from expected: ExpectedScope, in scope: ScopeID) -> String? {
        for (entity, expectation) in expected.entities.sorted(by: { $0.key < $1.key }) {
            let entry = read { $0.library.state(of: scope)?.entry(of: entity) }
            let fields = Set(entry?.fields ?? []).union(expectation.siblings.keys)
            for field in fields.sorted() where entry?[field].siblings ?? [] != expectation.siblings[field] ?? [] {
                return "field \(field.rawValue) of \(entity)"
            }
        }
        guard let list = read({ $0.library.list(scope) }) else { return nil }
        return list.difference(from: expected)
    }
}

extension ListState {
    /// Returns the first difference of the view from the expected state, or nil.
    fileprivate func difference(from expected: ExpectedScope) -> String? {
        let root = expected.entities[.root] ?? ExpectedEntity(siblings: [:])
        guard title == root.text(.title), description == root.text(.description),
            isTrashed == root.values(.life).contains([Life.dead.rawValue]),
            due?.encoded ?? [] == root.shown(.due) ?? [],
            [workState.rawValue] == root.shown(.state, orElse: [0])
        else { return "head" }
        let wanted = expected.items
        guard items.map(\.entity) == wanted.map(\.id) else { return "order of items" }
        for (item, shown) in zip(items, wanted) {
            if let view = item.difference(from: shown.entity) { return "\(view) of item \(shown.id)" }
        }
        guard trash.map(\.entity) == wanted.filter({ !$0.entity.isAlive }).map(\.id) else { return "trash" }
        let sections = expected.sections
        guard self.sections.map(\.entity) == sections.map(\.id) else { return "order of sections" }
        guard self.sections.map(\.name) == sections.map({ $0.entity.text(.title) }) else { return "name of a section" }
        return outline.map(\.lines) == expected.outline ? nil : "outline"
    }
}

extension ListSection {
    fileprivate var lines: [ExpectedScope.Line] {
        items.map { ExpectedScope.Line(section: section?.entity, item: $0.item.entity, depth: $0.depth) }
    }
}

extension ItemState {
    /// Returns the first difference of the view from the expected state, or nil.
    fileprivate func difference(from expected: ExpectedEntity) -> String? {
        for field in Self.shownFields
        where shownValue(of: field) != expected.shown(field, orElse: Self.defaults[field] ?? []) {
            return "field \(field.rawValue)"
        }
        let elements = Set(expected.values(.tags).map { String(decoding: $0.dropFirst(), as: UTF8.self) })
        guard tags == elements.sorted() else { return "tags" }
        guard place == expected.place ?? Place(key: []) else { return "place" }
        return isTrashed == !expected.isAlive ? nil : "life"
    }

    private static let shownFields = ItemField.allCases.filter { ![.tags, .photo].contains($0) }.map(\.id)
    private static let defaults: [FieldID: [UInt8]] = [.state: [0], .priority: [0], .percent: [0]]

    /// Returns the value that the view shows, as encoded in the field.
    func shownValue(of field: FieldID) -> [UInt8] {
        switch field {
        case .title: Array(title.utf8)
        case .state: [state.rawValue]
        case .due: due?.encoded ?? []
        case .assignee: assignee?.bytes ?? []
        case .rotation: rotation.encoded
        case .priority: [priority.rawValue]
        case .percent: [UInt8(percent)]
        default:
            ItemField.byID[field].flatMap(ItemTextField.of).map { Array(record[keyPath: $0.inRecord].utf8) } ?? []
        }
    }
}

extension ExpectedScope {
    /// A visible entity.
    struct Shown {
        var id: EntityID
        var entity: ExpectedEntity
    }

    /// An item in an outline.
    struct Line: Equatable {
        var section: EntityID?
        var item: EntityID
        var depth: Int
    }

    private func sorted(by key: (ExpectedEntity) -> [UInt8], where isShown: (ExpectedEntity) -> Bool) -> [Shown] {
        let shown = entities.filter { $0.key != .root && isShown($0.value) }
        let keyed = shown.map { (key: key($0.value), shown: Shown(id: $0.key, entity: $0.value)) }
        return keyed.sorted { left, right in
            left.key == right.key ? left.shown.id < right.shown.id : left.key.lexicographicallyPrecedes(right.key)
        }.map(\.shown)
    }

    /// The items, in the trash or not, in the order of the list.
    var items: [Shown] { sorted(by: { $0.place?.key ?? [] }, where: \.isItem) }

    /// The sections, in order.
    var sections: [Shown] { sorted(by: { $0.shown(.key) ?? [] }, where: \.isSection) }

    /// The items outside the trash, by section; an item without a visible parent, or in a cycle of parents, is at top
    /// level.
    var outline: [[Line]] {
        let visible = items.filter(\.entity.isAlive)
        let places = Dictionary(uniqueKeysWithValues: visible.map { ($0.id, $0.entity.place ?? Place(key: [])) })
        let parents = places.compactMapValues { place in place.parent.flatMap { places[$0] == nil ? nil : $0 } }
        let free = parents.filter { !isInCircle($0.key, parents) }
        let sections: [EntityID?] = [nil] + sections.map(\.id)
        let outline = sections.map { section in
            visible.filter { item in
                let own = places[item.id]?.section
                return free[item.id] == nil && (sections.contains(own) ? own : nil) == section
            }.flatMap { lines(below: $0.id, depth: 0, in: section, visible, free) }
        }
        return outline[0].isEmpty ? Array(outline.dropFirst()) : outline
    }

    private func isInCircle(_ item: EntityID, _ parents: [EntityID: EntityID]) -> Bool {
        var (next, seen): (EntityID?, Set<EntityID>) = (parents[item], [])
        while let parent = next, seen.insert(parent).inserted {
            if parent == item { return true }
            next = parents[parent]
        }
        return false
    }

    private func lines(
        below item: EntityID,
        depth: Int,
        in section: EntityID?,
        _ visible: [Shown],
        _ parents: [EntityID: EntityID]
    ) -> [Line] {
        [Line(section: section, item: item, depth: depth)]
            + visible.filter { parents[$0.id] == item }
            .flatMap { lines(below: $0.id, depth: depth + 1, in: section, visible, parents) }
    }
}
