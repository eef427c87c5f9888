import PhlistVocabulary

/// The current writes of one entity, and which of them are concurrent.
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

    /// The last act of each field but the state, among the writes that are concurrent with every closing; empty if none
    /// of them also wrote that the entity is alive, as each change of content does.
    var changesBesideClosing: [FieldID: Act] {
        // Making an occurrence by completing the one before is no change.
        let makings = Set(writes(of: .life).filter { table.value(of: $0).life == .made }.map(\.batch))
        // Nor is a removal; a notice of its own tells why the item stays.
        let contents = writes(concurrentWith: closings).filter {
            table.field(of: $0) != .state && !makings.contains($0.batch)
                && !(table.field(of: $0) == .life && table.value(of: $0).isDead)
        }
        guard contents.contains(where: { table.field(of: $0) == .life }) else { return [:] }
        return contents.reduce(into: [:]) { changes, write in
            let act = ledger.act(of: Int(write.batch))
            changes[table.field(of: write)] = changes[table.field(of: write)].map { max($0, act) } ?? act
        }
    }

    /// Whether the entity was closed concurrently with every write that moved it to the trash.
    var isClosedBesideTrashing: Bool {
        let trashings = writes(of: .life).filter { table.value(of: $0).isDead }
        return writes(concurrentWith: trashings).contains { table.field(of: $0) == .state }
    }

    /// Whether an entity with these facts may have concurrent changes that are not settled.
    ///
    /// The answer depends on these writes alone. A closer look, also at other entities, can find nothing to tell.
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
    var closings: [RegisterTable.Write] {
        writes(of: .state).filter { table.value(of: $0) != [WorkState.open.rawValue] }
    }

    /// The writes that are concurrent with all the others; none if there are no others.
    func writes(concurrentWith others: [RegisterTable.Write]) -> [RegisterTable.Write] {
        guard !others.isEmpty else { return [] }
        return writes.filter { write in others.allSatisfy { isConcurrent(Int(write.batch), with: Int($0.batch)) } }
    }

    private func isConcurrent(_ batch: Int, with other: Int) -> Bool {
        let (place, otherPlace) = (ledger.place(ofBatch: batch), ledger.place(ofBatch: other))
        return !ledger.isKnown(place, to: otherPlace) && !ledger.isKnown(otherPlace, to: place)
    }
}
