import PhlistVocabulary

/// The entities of a list by row, with the draft laid over the applied state.
///
/// A drafted entity that is new has a row after those of the table. It never changes, and is a class for the reason for
/// which `ListState` is one.
final class ListRows {
    private let state: ScopeState
    private let index: ListIndex
    private let drafted: [UInt32: Drafted]

    private struct Drafted {
        var entity: EntityID
        var entry: RegisterEntry
        var facts: EntityFacts
    }

    /// Lays a draft over a state.
    init(_ state: ScopeState, _ draft: ScopeDraft?, making parts: ListIndex.Parts = []) {
        self.state = state
        index = state.index.current(for: state, making: parts)
        var drafted: [UInt32: Drafted] = [:]
        for (entity, entry) in (draft?.entries ?? [:]).sorted(by: { $0.key < $1.key }) {
            let row = state.table.row(of: entity) ?? state.table.rows.count + drafted.count
            var facts = EntityFacts(of: entity, entry)
            if state.wasConcurrent(entity) {
                facts.noteConcurrency()
                facts.noteUnsettled()
            }
            drafted[UInt32(row)] = Drafted(entity: entity, entry: entry, facts: facts)
        }
        self.drafted = drafted
    }

    // MARK: One row

    func entity(of row: UInt32) -> EntityID {
        drafted[row]?.entity ?? state.table.rows[Int(row)].entity
    }

    func row(of entity: EntityID) -> UInt32? {
        state.table.row(of: entity).map(UInt32.init) ?? drafted.first { $0.value.entity == entity }?.key
    }

    func facts(of row: UInt32) -> EntityFacts {
        drafted.isEmpty ? index.facts[Int(row)] : drafted[row]?.facts ?? index.facts[Int(row)]
    }

    func entry(of row: UInt32) -> RegisterEntry {
        drafted[row]?.entry ?? state.table.entry(ofRow: Int(row), in: state.ledger)
    }

    func item(_ row: UInt32) -> ItemState? {
        ItemState(entity(of: row), entry(of: row))
    }

    /// Lends the bytes that a row shows for a field; nil if it shows no value.
    func withShown<Result>(
        _ field: FieldID,
        of row: UInt32,
        _ body: (UnsafeRawBufferPointer) -> Result
    ) -> Result? {
        guard let draft = drafted[row] else {
            return state.table.withShown(field, ofRow: Int(row), in: state.ledger, body)
        }
        return draft.entry.shown(field).map { $0.value.withUnsafeBytes(body) }
    }

    func place(of row: UInt32) -> Place? {
        withShown(.place, of: row) { try? Place(decoding: Array($0)) } ?? nil
    }

    /// The sort key of a section or a form field.
    func key(of row: UInt32) -> [UInt8] {
        withShown(.key, of: row) { Array($0) } ?? []
    }

    private static let searchedFields = [FieldID.title] + ItemTextField.searched.map(\.field.id)

    /// Whether the title, a searched text field or a tag of an item matches.
    func hasText(_ row: UInt32, where isMatch: (UnsafeRawBufferPointer) -> Bool) -> Bool {
        guard !Self.searchedFields.contains(where: { withShown($0, of: row, isMatch) == true }) else { return true }
        guard let draft = drafted[row] else {
            return state.table.containsElement(of: .tags, ofRow: Int(row), where: isMatch)
        }
        return draft.entry.elements(.tags).contains { Array($0.utf8).withUnsafeBytes(isMatch) }
    }

    // MARK: Ids

    /// Walks over the rows of a range of ids that only the draft has, until `isEnough` returns true.
    func walkNew(_ range: ClosedRange<EntityID>, isEnough: (UInt32) -> Bool) {
        for (row, draft) in drafted where row >= UInt32(index.facts.count) && range.contains(draft.entity) {
            guard !isEnough(row) else { return }
        }
    }

    /// Whether a row is that of an entity; for rows from elsewhere, which this list may not have yet.
    func has(_ entity: EntityID, in row: UInt32) -> Bool {
        row < UInt32(index.facts.count) && state.table.rows[Int(row)].entity == entity
    }

    /// The rank of an item among others that would have the same short id; nil if the row is not an item.
    func seniority(of row: UInt32) -> ShortIDs.Seniority? {
        let facts = facts(of: row)
        guard facts.isItem else { return nil }
        if !drafted.isEmpty, let draft = drafted[row] {
            return ShortIDs.Seniority(
                isTrashed: !facts.isVisible,
                created: draft.entry.created.stamp,
                entity: draft.entity
            )
        }
        let stored = state.table.rows[Int(row)]
        let created = state.ledger.batches[Int(stored.created)].stamp
        return ShortIDs.Seniority(isTrashed: !facts.isVisible, created: created, entity: stored.entity)
    }

    // MARK: Many rows

    var counts: ItemCounts {
        drafted.reduce(into: index.counts) { counts, drafted in
            if drafted.key < UInt32(index.facts.count) {
                counts.remove(index.facts[Int(drafted.key)])
            }
            counts.add(drafted.value.facts)
        }
    }

    /// The competing values of the list and of its entities that are not in the trash: by entity, then by field.
    var conflicts: [FieldConflict] {
        let entities = self[.conflicted].map { (entity: entity(of: $0), row: $0) }
        return entities.sorted { $0.entity < $1.entity }.flatMap { entry(of: $0.row).conflicts(of: $0.entity) }
    }

    subscript(group: RowGroup) -> [UInt32] {
        let applied = index[group]
        guard !drafted.isEmpty else { return Array(applied) }
        let added = drafted.filter { group.contains($0.value.facts) }.keys
        return (applied.filter { drafted[$0] == nil } + added).sorted()
    }

    /// The entities that fulfil a condition; costs the size of the list.
    func entities(where isWanted: (EntityFacts) -> Bool) -> [UInt32] {
        let applied = index.facts.indices.map { UInt32($0) }.filter {
            drafted[$0] == nil && isWanted(index.facts[Int($0)])
        }
        return applied + drafted.filter { isWanted($0.value.facts) }.keys.sorted()
    }

    /// All items, in the trash or not, by place; needs the part `order`.
    var items: [UInt32] {
        guard let order = index.order else { return [] }
        guard !drafted.isEmpty else { return Array(order.rows) }
        let added = drafted.filter { $0.value.facts.isItem }.keys.sorted { isBefore($0, $1) }
        var (merged, rest) = ([UInt32](), added[...])
        for row in order.rows where drafted[row] == nil {
            while let next = rest.first, isBefore(next, row) {
                merged.append(rest.removeFirst())
            }
            merged.append(row)
        }
        return merged + rest
    }

    /// The last item by place; needs the part `order`.
    var lastItem: UInt32? {
        let applied = index.order?.rows.last { drafted[$0] == nil }
        let added = drafted.filter { $0.value.facts.isItem }.keys
        return (added + [applied].compactMap(\.self)).max { isBefore($0, $1) }
    }

    /// The open items that have a due date, by date, then by row; needs the part `dues`.
    var dues: [(row: UInt32, date: CivilDate)] {
        guard let dues = index.dues else { return [] }
        let applied = dues.rows.filter { drafted[$0] == nil }.compactMap { row in dues.dates[row].map { (row, $0) } }
        let added = drafted.filter { $0.value.facts.isOpenItem }.compactMap { row, draft in
            draft.entry.due.map { (row, $0) }
        }
        return added.isEmpty ? applied : (applied + added).sorted { ($0.1.deadline, $0.0) < ($1.1.deadline, $1.0) }
    }

    /// The earliest due date of an open item; needs the part `dues`.
    var nearestDue: CivilDate? {
        guard let dues = index.dues else { return nil }
        let applied = dues.rows.lazy.filter { [drafted] in drafted[$0] == nil }.compactMap { dues.dates[$0] }.first
        let added = drafted.values.lazy.filter { $0.facts.isOpenItem }.compactMap(\.entry.due)
        return (added + [applied].compactMap(\.self)).min { $0.deadline < $1.deadline }
    }

    /// Whether an item comes before another one by key, then by id.
    func isBefore(_ left: UInt32, _ right: UInt32) -> Bool {
        let keys = [left, right].map { place(of: $0)?.key ?? [] }
        return keys[0].withUnsafeBytes { first in
            keys[1].withUnsafeBytes { second in
                PlaceOrder.isBefore(first, entity(of: left), second, entity(of: right))
            }
        }
    }
}

/// Items by space; needs the part `spaces`.
extension ListRows {
    /// A side of a position.
    enum Side {
        case before
        case behind
    }

    /// The items that a draft has changed or made.
    var draftedItems: [UInt32] {
        drafted.filter { $0.value.facts.isItem }.keys.sorted()
    }

    /// Returns the item of a space that is nearest to a position in it, among those that no draft has changed.
    ///
    /// - Parameters:
    ///   - side: The side of the position on which to look.
    ///   - position: The key and the id of an item, which is never found itself; nil to look behind the beginning of
    ///     the space, or before its end.
    ///   - prefix: The bytes with which the places of the space begin.
    ///   - isTrashed: Whether to look at the items in the trash instead of the visible ones.
    ///   - isWanted: Whether an item counts.
    /// - Returns: The item; nil if there is none.
    func nearest(
        _ side: Side,
        _ position: PlaceKey.Neighbour?,
        withPrefix prefix: [UInt8],
        isTrashed: Bool,
        where isWanted: (UInt32) -> Bool
    ) -> UInt32? {
        guard let spaces = index.spaces else { return nil }
        let (order, table) = (isTrashed ? spaces.trashed : spaces.shown, state.table)
        let isHere = { order.hasPrefix(prefix, $0, in: table) }
        func isFound(_ row: UInt32) -> Bool { drafted[row] == nil && isWanted(row) }
        switch side {
        case .before:
            let end = position.map { order.index(of: prefix + $0.key, $0.entity, in: table) }
            let rows = order.rows[..<(end ?? order.index(behind: prefix, in: table))]
            return rows.reversed().lazy.prefix(while: isHere).first(where: isFound)
        case .behind:
            let start = order.index(of: prefix + (position?.key ?? []), position?.entity ?? .root, in: table)
            let rows = order.rows[start...].lazy.prefix(while: isHere)
            return rows.first { isFound($0) && table.rows[Int($0)].entity != position?.entity }
        }
    }

    /// Returns the visible items that no draft has changed, below no other one, in sections that fulfil a condition.
    ///
    /// Costs a search for each section that has items.
    func items(inSectionsWhere isWanted: (EntityID) -> Bool) -> [UInt32] {
        guard let order = index.spaces?.shown else { return [] }
        let table = state.table
        var found: [UInt32] = []
        var cursor = order.index(of: [PlaceSpace.flagOfSection], .root, in: table)
        while cursor < order.rows.endIndex, let space = order.space(of: order.rows[cursor], in: table),
            let section = space.section, space.parent == nil
        {
            let end = order.index(behind: space.prefix, in: table)
            if isWanted(section) { found += order.rows[cursor..<end] }
            cursor = end
        }
        return found.filter { drafted[$0] == nil }
    }
}

extension RegisterEntry {
    /// The due date of the entity; nil if it has none.
    var due: CivilDate? {
        shown(.due).flatMap { CivilDate(decoding: $0.value) }
    }
}
