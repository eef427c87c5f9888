extension ScopeState {
    /// The entities that some members have changed; to put one in another place is no change.
    package func entities(changedBy isMeant: (MemberID) -> Bool) -> Set<EntityID> {
        let meant = Set(ledger.members.filter(isMeant))
        let writes = table.writes.lazy.filter { write in
            meant.contains(ledger.member(of: Int(write.batch))) && table.field(of: write) != .place
        }
        return Set(writes.map { table.rows[Int($0.row)].entity })
    }

    /// Every value of a field that is there, of whatever entity, with the time of its write.
    package func currentValues(of field: FieldID) -> [(stamp: Stamp, value: [UInt8])] {
        guard let number = table.fieldNumbers[field] else { return [] }
        return table.writes.indices.filter { table.writes[$0].field == number && table.isThere(UInt32($0)) }
            .map { table.writes[$0] }
            .map { (stamp: ledger.batches[Int($0.batch)].stamp, value: table.value(of: $0)) }
    }

    /// Whether the newest batch may have changed the values of a field, also by taking a purge its effect.
    package func newestBatchChanged(_ field: FieldID) -> Bool {
        guard let number = table.fieldNumbers[field], let batch = ledger.batches.last else { return false }
        let purge = table.fieldNumbers[.purge]
        return table.index.newestRevival == ledger.batches.count - 1
            || table.writes[Int(batch.firstWrite)...].contains { $0.field == number || $0.field == purge }
    }

    /// The value of a field that everybody shows; nil when there is none.
    package func shown(_ field: FieldID, of entity: EntityID) -> Sibling? {
        table.row(of: entity).flatMap { table.shown(field, of: $0, in: ledger) }.map { table.sibling($0, in: ledger) }
    }

    /// Whether somebody has removed the list for good who knew all that is in it, but for others doing the same.
    ///
    /// A write made apart takes that its effect, as one does to the purge of an item: then the list is in the trash.
    var isPurged: Bool {
        let purges = purges.map { ledger.place(ofBatch: Int($0.batch)) }
        return purges.contains { ledger.knowsContent($0, butFor: purges) }
    }

    /// Whether somebody has removed the list for good, with an effect or without one.
    package var mayBePurged: Bool { !purges.isEmpty }

    private var purges: [RegisterTable.Write] {
        lives.filter { table.value(of: $0) == [Life.purged.rawValue] }
    }

    /// The current writes that say whether the list is there.
    private var lives: [RegisterTable.Write] {
        let writes = table.row(of: .root).map { table.currentWrites(of: $0) } ?? []
        return writes.filter { table.field(of: $0) == .life }
    }

    /// Whether somebody wrote in a list that is in the trash without knowing that it was going there.
    var hasEditsBesideTrash: Bool {
        let trashings = lives.filter { table.value(of: $0) != [Life.alive.rawValue] }
        return !trashings.isEmpty && trashings.allSatisfy(isBesideEdits)
    }

    /// Whether somebody wrote content that the author of a write did not know, and did not know that write either.
    private func isBesideEdits(_ write: RegisterTable.Write) -> Bool {
        let (place, group) = (ledger.place(ofBatch: Int(write.batch)), ledger.batches[Int(write.batch)].group)
        let known = ledger.known(behind: place)
        return ledger.chains.enumerated().contains { number, chain in
            let end = number < known.count ? Int(known[number]) : 0
            return chain.tier == .content
                && chain.rows.dropFirst(max(0, end - Int(chain.start))).contains { row in
                    let batch = ledger.batches[Int(row)]
                    guard batch.opCount > 0, batch.group != group else { return false }
                    let past = ledger.known(behind: ledger.place(ofBatch: Int(row)))
                    return place.chain >= past.count || past[place.chain] < place.number
                }
        }
    }

    /// About the size of a batch: its values, and what goes with them.
    package func byteCount(ofBatch row: Int) -> Int {
        let next = row + 1 < ledger.batchCount ? Int(ledger.batches[row + 1].firstWrite) : table.writes.count
        let writes = table.writes[Int(ledger.batches[row].firstWrite)..<next]
        return Self.headerBytes + writes.reduce(0) { $0 + Self.writeBytes + table.withValue(of: $1, \.count) }
    }

    private static let headerBytes = 64
    private static let writeBytes = 12

    /// About the size of the batches in a chain after the one with one number through the one with another.
    package func byteCount(of chain: Int, after first: UInt64, through last: UInt64) -> Int {
        ledger.rows(of: chain, after: first, through: last).reduce(0) { $0 + byteCount(ofBatch: Int($1)) }
    }
}
