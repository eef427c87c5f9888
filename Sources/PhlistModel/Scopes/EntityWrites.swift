import PhlistVocabulary

/// The current writes of one entity, and which of them were made without knowing of others.
struct EntityWrites {
    private let table: RegisterTable
    private let ledger: Ledger
    private let writes: [RegisterTable.Write]

    init(ofRow row: Int, in table: RegisterTable, _ ledger: Ledger) {
        (self.table, self.ledger) = (table, ledger)
        writes = table.currentWrites(of: row)
    }

    /// The writes of one field: several if values compete.
    func writes(of field: FieldID) -> [RegisterTable.Write] {
        writes.filter { table.field(of: $0) == field }
    }

    /// The fields with a write that is concurrent to each one that closed the entity.
    var fieldsBesideClosing: Set<FieldID> { fields(beside: closings) }

    /// Returns the fields with a write that is concurrent to each of some others; empty if there are no others.
    func fields(beside others: [RegisterTable.Write]) -> Set<FieldID> {
        Set(writes(beside: others).map { table.field(of: $0) })
    }

    /// The last act of each field, without the state, whose author knew none of the writes that closed the entity;
    /// empty if none of them also wrote that it is alive, as each change of content does.
    var changesBesideClosing: [FieldID: Act] {
        let contents = writes(beside: closings).filter { table.field(of: $0) != .state }
        guard contents.contains(where: { table.field(of: $0) == .life }) else { return [:] }
        return contents.reduce(into: [:]) { changes, write in
            let act = ledger.act(of: Int(write.batch))
            changes[table.field(of: write)] = changes[table.field(of: write)].map { max($0, act) } ?? act
        }
    }

    /// Whether the entity was closed by somebody who knew none of the writes that put it into the trash.
    var isClosedBesideTrashing: Bool {
        fields(beside: writes(of: .life).filter { table.value(of: $0) == [Life.dead.rawValue] }).contains(.state)
    }

    /// Whether people have changed an entity with these facts without knowing of each other, and perhaps nobody has
    /// settled it since.
    ///
    /// It depends on nothing but these writes: a closer look, also at other entities, may find nothing to tell.
    func isUnsettled(_ facts: EntityFacts) -> Bool {
        if facts.isVisible { return facts.isRescued || facts.isVisibleItem && isVisibleItemUnsettled(facts) }
        return facts.isItem
            && (writes(of: .life).count > 1 || facts.state != .open && isClosedBesideTrashing)
    }

    private func isVisibleItemUnsettled(_ facts: EntityFacts) -> Bool {
        guard facts.state != .open else { return writes(of: .quantity).count > 1 }
        // What was changed in an occurrence may be missing in the next one.
        return !writes(of: .recurrence).isEmpty || !changesBesideClosing.isEmpty
    }

    /// The writes that close the entity: states other than open.
    private var closings: [RegisterTable.Write] {
        writes(of: .state).filter { table.value(of: $0) != [WorkState.open.rawValue] }
    }

    private func writes(beside others: [RegisterTable.Write]) -> [RegisterTable.Write] {
        guard !others.isEmpty else { return [] }
        return writes.filter { write in others.allSatisfy { isConcurrent(Int(write.batch), with: Int($0.batch)) } }
    }

    private func isConcurrent(_ batch: Int, with other: Int) -> Bool {
        let (place, otherPlace) = (ledger.place(ofBatch: batch), ledger.place(ofBatch: other))
        return !ledger.isKnown(place, to: otherPlace) && !ledger.isKnown(otherPlace, to: place)
    }
}
