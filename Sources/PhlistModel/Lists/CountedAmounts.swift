/// The amounts that earlier merges of a list, which nobody took back, added to items of another one.
package struct CountedAmounts {
    private let source: ListState
    /// The last batch that put the list into the trash for a merge; nil if there is none.
    private let lastMerge: Int?
    private let entities: Set<EntityID>

    /// Looks through both lists.
    package init(of source: ListState, in target: ListState) {
        let trashings = source.state.trashings
        let merges = Set(trashings.keys)
        let writes = merges.isEmpty ? [] : target.state.writes(of: .quantity)
        let added = writes.filter { merges.contains(target.state.group(of: $0)) }
        let rows = target.state.table.rows
        entities = Set(added.map { rows[Int($0.row)].entity })
        lastMerge = added.compactMap { trashings[target.state.group(of: $0)] }.max()
        self.source = source
    }

    /// Whether the amount of an item is a part of that of an item of the other list already.
    package func holds(_ item: ItemState, in other: EntityID) -> Bool {
        guard let lastMerge, entities.contains(other) else { return false }
        return source.state.isKnown(.quantity, of: item.entity, toAuthorOf: lastMerge)
    }
}

extension ScopeState {
    /// The batches that put the list into the trash, by action, also if it was restored since; without actions that
    /// were taken back.
    fileprivate var trashings: [UInt64: Int] {
        let history = UndoHistory(of: self, by: nil)
        let lives = writes(of: .life).filter {
            table.rows[Int($0.row)].entity == .root && table.value(of: $0) == [Life.dead.rawValue]
        }
        let batches = lives.filter { !history.isUndone(group(of: $0)) }.map { (group(of: $0), Int($0.batch)) }
        return Dictionary(batches) { max($0, $1) }
    }

    /// Returns all writes of a field, superseded or not.
    fileprivate func writes(of field: FieldID) -> [RegisterTable.Write] {
        table.writes.filter { table.field(of: $0) == field }
    }

    fileprivate func group(of write: RegisterTable.Write) -> UInt64 { ledger.batches[Int(write.batch)].group }

    /// Whether the author of a batch knew all current values of a field.
    fileprivate func isKnown(_ field: FieldID, of entity: EntityID, toAuthorOf batch: Int) -> Bool {
        let current = table.row(of: entity).map { EntityWrites(ofRow: $0, in: table, ledger).writes(of: field) } ?? []
        return current.allSatisfy { isKnown(Int($0.batch), to: batch) }
    }
}
