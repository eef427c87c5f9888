/// The values of a field that earlier merges of a list, which nobody took back, added to items of another one.
package struct AddedValues {
    private let source: ListState
    private let field: FieldID
    /// The merges that wrote the field of an item of the other list: the act there, and the batch in the source.
    private let merges: [EntityID: [(act: Act, batch: Int)]]

    /// Looks through both lists.
    package init(of source: ListState, in target: ListState, writing field: FieldID) {
        let (trashings, state) = (source.state.trashings, target.state)
        var merges: [EntityID: [(act: Act, batch: Int)]] = [:]
        for write in trashings.isEmpty ? [] : state.writes(of: field) {
            guard let batch = trashings[state.group(of: write)] else { continue }
            let act = state.ledger.act(of: Int(write.batch))
            merges[state.table.rows[Int(write.row)].entity, default: []].append((act, batch))
        }
        (self.source, self.field, self.merges) = (source, field, merges)
    }

    /// Whether a merge has already added the value of an item to one in the other list that was not closed since.
    package func holds(_ item: ItemState, in other: ItemState) -> Bool {
        merges[other.entity, default: []].contains { merge in
            other.stateAct.map { $0 < merge.act } ?? true
                && source.state.isKnown(field, of: item.entity, toAuthorOf: merge.batch)
        }
    }
}

extension ScopeState {
    /// The batches that put the list into the trash, by action, also if it was restored since; without actions that
    /// were taken back, and without upkeep, such as a copy of a list in the trash.
    var trashings: [UInt64: Int] {
        let lives = writes(of: .life).filter {
            table.rows[Int($0.row)].entity == .root && table.value(of: $0) == [Life.dead.rawValue]
                && group(of: $0) != BatchHeader.upkeepGroup
        }
        // Most lists were never in the trash, and need no look at what was taken back.
        guard !lives.isEmpty else { return [:] }
        let history = UndoHistory(of: self, by: nil)
        let batches = lives.filter { !history.isUndone(group(of: $0)) }.map { (group(of: $0), Int($0.batch)) }
        return Dictionary(batches) { max($0, $1) }
    }

    /// Returns all writes of a field, superseded or not.
    fileprivate func writes(of field: FieldID) -> [RegisterTable.Write] {
        table.writes.filter { table.field(of: $0) == field }
    }

    /// Whether all current values of a field were known to the author of a batch.
    fileprivate func isKnown(_ field: FieldID, of entity: EntityID, toAuthorOf batch: Int) -> Bool {
        let current = table.row(of: entity).map { EntityWrites(ofRow: $0, in: table, ledger).writes(of: field) } ?? []
        return current.allSatisfy { isKnown(Int($0.batch), to: batch) }
    }
}
