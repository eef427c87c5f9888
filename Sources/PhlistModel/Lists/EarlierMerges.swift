import PhlistVocabulary

/// The merges of a list into another one that nobody took back, and what was closed or removed there since.
package struct EarlierMerges {
    private let source: ScopeState
    private let target: ScopeState
    /// The last batch of each in the target, by its batch in the source.
    private let merges: [Int: Int]
    /// The closed items of the target, and those in the trash, by title.
    private let closed: [FoldedText: [ItemState]]

    /// Looks through both lists.
    package init(of source: ListState, in target: ListState) {
        // A command that removed both lists merged nothing.
        let removals = target.state.trashings
        let trashings = source.state.trashings.filter { removals[$0.key] == nil }
        (self.source, self.target) = (source.state, target.state)
        let batches = target.state.ledger.batches
        let parts = (trashings.isEmpty ? 0..<0 : batches.indices).compactMap { number in
            trashings[batches[number].group].map { ($0, number) }
        }
        merges = Dictionary(parts) { max($0, $1) }
        let items = merges.isEmpty ? [] : target.items.filter { $0.isTrashed || $0.state != .open }
        closed = Dictionary(grouping: items) { fold($0.title) }
    }

    /// Returns the item of the target with which a merge made an item one, and that was closed or removed since; nil if
    /// the item changed since the merge.
    package func counterpart(of item: ItemState) -> ItemState? {
        closed[fold(item.title)]?.first { other in
            merges.contains { batch, part in
                source.isKnown(item.entity, toAuthorOf: batch) && target.isClosed(other.entity, sinceBatch: part)
            }
        }
    }
}

extension ScopeState {
    /// Whether all that an entity says, but for its place, was known to the author of a batch.
    fileprivate func isKnown(_ entity: EntityID, toAuthorOf batch: Int) -> Bool {
        let writes = table.row(of: entity).map { table.currentWrites(of: $0) } ?? []
        return writes.allSatisfy { table.field(of: $0) == .place || isKnown(Int($0.batch), to: batch) }
    }

    /// Whether the author of a batch knew of nothing that closed or removed an entity.
    fileprivate func isClosed(_ entity: EntityID, sinceBatch batch: Int) -> Bool {
        guard let row = table.row(of: entity) else { return false }
        let writes = EntityWrites(ofRow: row, in: table, ledger)
        let removals = writes.writes(of: .life).filter { table.value(of: $0).life?.isDead == true }
        return (writes.closings + removals).allSatisfy { !isKnown(Int($0.batch), to: batch) }
    }
}
