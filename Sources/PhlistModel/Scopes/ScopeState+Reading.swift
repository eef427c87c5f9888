import PhlistVocabulary

extension ScopeState {
    /// The entities that some members have changed; moving one is not a change.
    package func entities(changedBy isMeant: (MemberID) -> Bool) -> Set<EntityID> {
        let meant = Set(ledger.members.filter(isMeant))
        let writes = table.writes.lazy.filter { write in
            meant.contains(ledger.member(of: Int(write.batch))) && table.field(of: write) != .place
        }
        return Set(writes.map { table.rows[Int($0.row)].entity })
    }

    /// All visible values of a field, of any entity, with the time of their writes.
    package func currentValues(of field: FieldID) -> [(stamp: Stamp, value: [UInt8])] {
        guard let number = table.fieldNumbers[field] else { return [] }
        return table.writes.indices.filter { table.writes[$0].field == number && table.isThere(UInt32($0)) }
            .map { table.writes[$0] }
            .map { (stamp: ledger.batches[Int($0.batch)].stamp, value: table.value(of: $0)) }
    }

    /// Whether the newest batch may have changed the values of a field, also by cancelling a purge.
    package func newestBatchChanged(_ field: FieldID) -> Bool {
        guard let number = table.fieldNumbers[field], let batch = ledger.batches.last else { return false }
        let purge = table.fieldNumbers[.purge]
        return table.index.newestRevival == ledger.batches.count - 1
            || table.writes[Int(batch.firstWrite)...].contains { $0.field == number || $0.field == purge }
    }

    /// The value that everybody shows for a field; nil if there is none.
    package func shown(_ field: FieldID, of entity: EntityID) -> Sibling? {
        table.row(of: entity).flatMap { table.shown(field, of: $0, in: ledger) }.map { table.sibling($0, in: ledger) }
    }

    /// Whether somebody who knew all content, except concurrent removals, has permanently removed the list.
    ///
    /// A concurrent write cancels that, as it cancels the purge of an item: then the list is in the trash.
    var isPurged: Bool {
        let purges = purges.map { ledger.place(ofBatch: Int($0.batch)) }
        return purges.contains { ledger.knowsContent($0, butFor: purges) }
    }

    /// Whether somebody has permanently removed the list, with or without effect.
    package var mayBePurged: Bool { !purges.isEmpty }

    private var purges: [RegisterTable.Write] {
        lives.filter { table.value(of: $0) == [Life.purged.rawValue] }
    }

    /// The current writes of the list's own `life`.
    private var lives: [RegisterTable.Write] {
        writes(of: .root)?.writes(of: .life) ?? []
    }

    /// Whether an entity ever had concurrent changes, settled or not.
    package func wasConcurrent(_ entity: EntityID) -> Bool {
        table.row(of: entity).map { table.concurrentRows.contains(UInt32($0)) } ?? false
    }

    /// Whether the list is in the trash and every current deletion of it has concurrent edits.
    var hasEditsBesideTrash: Bool {
        let trashings = lives.filter { table.value(of: $0) != [Life.alive.rawValue] }
        return !trashings.isEmpty && trashings.allSatisfy(isBesideEdits)
    }

    /// Whether the list is closed, and each write that closed it has concurrent edits.
    var hasEditsBesideClosing: Bool {
        let closings = writes(of: .root)?.closings ?? []
        return !closings.isEmpty && closings.allSatisfy(isBesideEdits)
    }

    /// The actions that put the list into the trash, without those that were taken back, in the order of time; none if
    /// the list is not there.
    package var trashActions: [(group: UInt64, member: MemberID)] {
        let trashings = lives.filter { table.value(of: $0) != [Life.alive.rawValue] }.map { Int($0.batch) }
        guard !trashings.isEmpty else { return [] }
        let history = UndoHistory(of: self, by: nil)
        return trashings.sorted { ledger.act(of: $0) < ledger.act(of: $1) }
            .map { (ledger.batches[$0].group, ledger.member(of: $0)) }
            .filter { history.stands($0.0) }
    }

    /// The entities that no action made, restored or removed, but for those that were taken back.
    var takenBackEntities: Set<EntityID> {
        let history = UndoHistory(of: self, by: nil)
        guard !history.targets.isEmpty else { return [] }
        var (made, standing) = (Set<EntityID>(), Set<EntityID>())
        for write in table.writes where table.field(of: write) == .life {
            let (entity, group) = (table.rows[Int(write.row)].entity, group(of: write))
            made.insert(entity)
            // An undo removes only what it takes back.
            let isUndo = table.value(of: write).isDead && history.target(of: group) != nil
            if !isUndo, history.stands(group) { standing.insert(entity) }
        }
        return made.subtracting(standing)
    }

    /// The last act of each changed field of an entity whose author knew none of the writes that closed it.
    func changes(besideClosing entity: EntityID) -> [FieldID: Act] {
        writes(of: entity)?.changesBesideClosing ?? [:]
    }

    /// The fields of an occurrence with a write that is concurrent to each one that closed it, or to each closing that
    /// dated the next occurrence, also if that closing was taken back and done again.
    ///
    /// Changes for this time alone are not among them: the batch that took the rule off made the next one as it was
    /// before, and what its author changed since is for this time, too.
    func fieldsWritten(of past: EntityID, besideClosingBefore next: EntityID) -> Set<FieldID> {
        guard let writes = writes(of: past) else { return [] }
        let datings = datings(of: next).filter { entities(closedInBatch: Int($0.batch)).contains(past) }
        let found = writes.writes(concurrentWith: writes.closings) + writes.writes(concurrentWith: datings)
        let once = batch(takingOut: past, andMaking: next)
        let isForOnce = { (batch: Int) in once.map { batch == $0 || isKnown($0, to: batch) } ?? false }
        return Set(found.filter { !isForOnce(Int($0.batch)) }.map { table.field(of: $0) })
    }

    /// Returns the batch that took an occurrence out of its series, which goes on with the next one; nil for none.
    func batch(takingOut past: EntityID, andMaking next: EntityID) -> Int? {
        let writes = writes(of: past)?.writes(of: .recurrence) ?? []
        return writes.filter { table.value(of: $0).isEmpty }.map { Int($0.batch) }.first { isMade(next, inBatch: $0) }
    }

    /// Whether an entity was closed by somebody who knew none of the writes that put it into the trash.
    func isClosed(besideTrashing entity: EntityID) -> Bool {
        writes(of: entity)?.isClosedBesideTrashing ?? false
    }

    private func writes(of entity: EntityID) -> EntityWrites? {
        table.row(of: entity).map { EntityWrites(ofRow: $0, in: table, ledger) }
    }

    /// The entities whose state was written together with a value that another one has.
    func entities(closedWithWriting other: EntityID) -> Set<EntityID> {
        let writes = table.row(of: other).map { table.currentWrites(of: $0) } ?? []
        let batches = Set(writes.map(\.batch))
        return Set(batches.flatMap { entities(closedInBatch: Int($0)) })
    }

    private func datings(of entity: EntityID) -> [RegisterTable.Write] {
        writes(of: entity)?.writes(of: .recurrence) ?? []
    }

    private func entities(closedInBatch row: Int) -> [EntityID] {
        writes(ofBatch: row).filter { table.field(of: $0) == .state }.map { table.rows[Int($0.row)].entity }
    }

    private func isMade(_ entity: EntityID, inBatch row: Int) -> Bool {
        writes(ofBatch: row).contains { table.field(of: $0) == .life && table.rows[Int($0.row)].entity == entity }
    }

    private func writes(ofBatch row: Int) -> ArraySlice<RegisterTable.Write> {
        let next = row + 1 < ledger.batchCount ? Int(ledger.batches[row + 1].firstWrite) : table.writes.count
        return table.writes[Int(ledger.batches[row].firstWrite)..<next]
    }

    /// Whether the author of the other batch knew a batch.
    func isKnown(_ batch: Int, to other: Int) -> Bool {
        ledger.isKnown(ledger.place(ofBatch: batch), to: ledger.place(ofBatch: other))
    }

    /// Whether another action wrote content concurrently with a write.
    private func isBesideEdits(_ write: RegisterTable.Write) -> Bool {
        let (place, group) = (ledger.place(ofBatch: Int(write.batch)), ledger.batches[Int(write.batch)].group)
        let known = ledger.known(behind: place)
        return ledger.chains.enumerated().contains { number, chain in
            let end = number < known.count ? Int(known[number]) : 0
            return chain.tier == .content
                && chain.rows.dropFirst(max(0, end - Int(chain.start))).contains { row in
                    let batch = ledger.batches[Int(row)]
                    guard batch.opCount > 0, batch.group != group, !isRemoval(Int(row)) else { return false }
                    return !isKnown(Int(write.batch), to: Int(row))
                }
        }
    }

    /// Whether a batch does nothing but remove the list.
    private func isRemoval(_ batch: Int) -> Bool {
        let writes = writes(ofBatch: batch)
        return !writes.isEmpty
            && writes.allSatisfy { write in
                table.rows[Int(write.row)].entity == .root && table.field(of: write) == .life
                    && table.value(of: write) == [Life.dead.rawValue]
            }
    }

    /// The approximate size of a batch in bytes: its values, and their overhead.
    package func byteCount(ofBatch row: Int) -> Int {
        Self.headerBytes + writes(ofBatch: row).reduce(0) { $0 + Self.writeBytes + table.withValue(of: $1, \.count) }
    }

    private static let headerBytes = 64
    private static let writeBytes = 12

    /// The approximate size in bytes of the batches in a chain after the batch `first` through the batch `last`.
    package func byteCount(of chain: Int, after first: UInt64, through last: UInt64) -> Int {
        ledger.rows(of: chain, after: first, through: last).reduce(0) { $0 + byteCount(ofBatch: Int($1)) }
    }
}
