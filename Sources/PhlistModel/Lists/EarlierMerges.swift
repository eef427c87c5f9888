import PhlistVocabulary

/// The merges of a list into another one, or of an item into others of its list, that nobody took back: what they
/// brought there, and what was closed or removed there since.
package struct EarlierMerges {
    private let source: ScopeState
    private let target: ScopeState
    private let merges: [Merge]
    /// The closed items of the target, and those in the trash, by title.
    private let closed: [FoldedText: [ItemState]]

    /// A merge, by its batch in the source and its last one in the target, with what it wrote and kept there.
    private struct Merge {
        var batch: Int
        var part = 0
        var written: Set<EntityID> = []
        var kept: Set<EntityID> = []
    }

    /// Looks through both lists.
    package init(of source: ListState, in target: ListState) {
        (self.source, self.target) = (source.state, target.state)
        merges = Self.merges(of: .root, source.state, in: target.state)
        let items = merges.isEmpty ? [] : target.items.filter { $0.isTrashed || $0.state != .open }
        closed = Dictionary(grouping: items) { fold($0.title) }
    }

    /// Looks for merges of an item, which stays if somebody changed it at the same time.
    package init(of item: ItemState, in list: ListState) {
        (source, target, closed) = (list.state, list.state, [:])
        merges = Self.merges(of: item.entity, list.state, in: list.state)
    }

    private static func merges(of entity: EntityID, _ source: ScopeState, in target: ScopeState) -> [Merge] {
        let trashings = source.trashings(of: entity)
        guard !trashings.isEmpty else { return [] }
        // A command that removed both lists merged nothing.
        let removals = target.trashings(of: .root)
        var merges: [UInt64: Merge] = [:]
        for write in target.table.writes {
            let group = target.group(of: write)
            guard let batch = trashings[group], removals[group] == nil else { continue }
            var merge = merges[group] ?? Merge(batch: batch)
            merge.part = max(merge.part, Int(write.batch))
            let entity = target.table.rows[Int(write.row)].entity
            merge.written.insert(entity)
            if target.table.field(of: write) == .life, target.table.value(of: write) == [Life.alive.rawValue] {
                merge.kept.insert(entity)
            }
            merges[group] = merge
        }
        return merges.values.sorted { $0.part < $1.part }
    }

    /// The items into which others were merged.
    package var kept: Set<EntityID> { merges.reduce(into: []) { $0.formUnion($1.kept) } }

    /// The people who merged.
    package var mergers: Set<MemberID> { Set(merges.map { target.ledger.member(of: $0.part) }) }

    /// Returns the amount of an item that a merge brought to another one; nil if it brought none.
    package func amountBrought(of item: ItemState, to other: ItemState) -> String? {
        guard let merge = merges.last(where: { $0.written.contains(other.entity) }),
            let row = source.table.row(of: item.entity)
        else { return nil }
        let amount = source.table.writes.last { write in
            Int(write.row) == row && source.table.field(of: write) == .quantity
                && source.isKnown(Int(write.batch), to: merge.batch)
        }
        return amount.map { String(decoding: source.table.value(of: $0), as: UTF8.self) }
    }

    /// Returns the item of the target with which a merge made an item one, and that was closed or removed since; nil if
    /// the item changed since the merge.
    package func counterpart(of item: ItemState) -> ItemState? {
        closed[fold(item.title)]?.first { other in
            merges.contains { merge in
                source.isKnown(item.entity, toAuthorOf: merge.batch)
                    && target.isClosed(other.entity, sinceBatch: merge.part)
            }
        }
    }

    /// Whether an earlier merge brought a value to an item of the target that was not closed since; then what people
    /// have made of it there stays.
    package func hold(_ write: FieldWrite, of item: ItemState, in other: ItemState) -> Bool {
        merges.contains { merge in
            merge.written.contains(other.entity)
                && other.stateAct.map { $0 <= target.ledger.act(of: merge.part) } ?? true
                && source.isKnown(write, of: item.entity, toAuthorOf: merge.batch)
        }
    }
}

extension ScopeState {
    /// Returns the batches that put the list or an item into the trash, by action, also if it was restored since;
    /// without actions that were taken back, and without upkeep, such as a copy of a list in the trash.
    fileprivate func trashings(of entity: EntityID) -> [UInt64: Int] {
        guard let row = table.row(of: entity) else { return [:] }
        let lives = table.writes.filter {
            Int($0.row) == row && table.field(of: $0) == .life && table.value(of: $0) == [Life.dead.rawValue]
                && group(of: $0) != BatchHeader.upkeepGroup
        }
        // Most were never in the trash, and need no look at what was taken back.
        guard !lives.isEmpty else { return [:] }
        let history = UndoHistory(of: self, by: nil)
        let batches = lives.filter { history.stands(group(of: $0)) }.map { (group(of: $0), Int($0.batch)) }
        return Dictionary(batches) { max($0, $1) }
    }

    /// Whether all that an entity says, but for its place, was known to the author of a batch.
    fileprivate func isKnown(_ entity: EntityID, toAuthorOf batch: Int) -> Bool {
        let writes = table.row(of: entity).map { table.currentWrites(of: $0) } ?? []
        return writes.allSatisfy { table.field(of: $0) == .place || isKnown(Int($0.batch), to: batch) }
    }

    /// Whether the current values of a field, or those of one element, were known to the author of a batch.
    fileprivate func isKnown(_ write: FieldWrite, of entity: EntityID, toAuthorOf batch: Int) -> Bool {
        let writes = table.row(of: entity).map { table.currentWrites(of: $0) } ?? []
        return writes.allSatisfy { current in
            let isMeant = write.field.mergeClass == .register || table.value(of: current) == write.value
            return table.field(of: current) != write.field || !isMeant || isKnown(Int(current.batch), to: batch)
        }
    }

    /// Whether the author of a batch knew of nothing that closed or removed an entity.
    fileprivate func isClosed(_ entity: EntityID, sinceBatch batch: Int) -> Bool {
        guard let row = table.row(of: entity) else { return false }
        let writes = EntityWrites(ofRow: row, in: table, ledger)
        let removals = writes.writes(of: .life).filter { table.value(of: $0).isDead }
        return (writes.closings + removals).allSatisfy { !isKnown(Int($0.batch), to: batch) }
    }
}
