/// All values that were ever written in a scope, in a few flat arrays: 24 bytes for a write, and its value.
///
/// The current values of an entity form a chain, field by field. A superseded value links to the write that superseded
/// it: that is the history, and the source of an undo.
package struct RegisterTable: Sendable {
    private(set) var rows: [Row] = []
    private(set) var rowNumbers: [EntityID: UInt32] = [:]
    private(set) var writes: [Write] = []
    private(set) var values = ValueStore()
    private(set) var fields: [FieldID] = []
    private(set) var fieldNumbers: [FieldID: UInt32] = [:]
    /// The marks of the effective purges by row and chain, in the order of arrival.
    private(set) var purges: [Int: [UInt16: [UInt32]]] = [:]
    /// The rows that ever had concurrent changes, settled or not.
    ///
    /// Batches arrive after those that their authors knew, so every device finds the same rows. The exception is a
    /// purge by an author who knew no write of the entity: it counts only where it arrives after one.
    private(set) var concurrentRows: Set<UInt32> = []
    /// The index of rows with many values, and of the edits that purges must examine.
    private(set) var index = RegisterIndex()
    /// Σ over all current values, and all marks of effective purges, of a hash of entity, field, dot, stamp and value,
    /// modulo 2^128.
    package private(set) var digest: UInt128 = 0

    struct Row: Sendable {
        let entity: EntityID
        /// The first of the current writes; `noWrite` if there is none.
        fileprivate(set) var first: UInt32
        /// The newest of all its writes, current or not.
        fileprivate(set) var newest: UInt32 = RegisterTable.noWrite
        /// The end of the purged writes: those with lower numbers were purged.
        fileprivate(set) var purgedEnd: UInt32 = 0
        /// The batches that touched it first and last, by the order of acts.
        fileprivate(set) var created: UInt32
        fileprivate(set) var updated: UInt32
        /// The batch that touched it last, in the order of arrival.
        fileprivate(set) var touched: UInt32
    }

    /// One value for one field of one entity, superseded or not.
    struct Write: Sendable {
        /// The next write of the entity while this one is current; then the write that superseded it.
        ///
        /// The mark of a purge, and the removal of an element, link to themselves; the mark of an ineffective purge has
        /// no link.
        fileprivate(set) var link: UInt32
        let row: UInt32
        let batch: UInt32
        let value: ValueStore.Position
        /// The previous write to the same entity, of any field.
        fileprivate(set) var earlier: UInt32 = RegisterTable.noWrite
        /// Whether it is current, 1 bit | the op in its batch, 9 bits | the field's number, 22 bits.
        private var bits: UInt32

        fileprivate init(
            link: UInt32,
            row: Int,
            _ arrival: borrowing Arrival,
            field: UInt32,
            _ value: ValueStore.Position
        ) {
            self.link = link
            self.row = UInt32(row)
            batch = UInt32(arrival.batch)
            self.value = value
            bits = UInt32(arrival.op) << Self.fieldBits | field
        }

        init(link: UInt32, row: UInt32, batch: UInt32, value: ValueStore.Position, op: UInt32, field: UInt32) {
            (self.link, self.row, self.batch, self.value) = (link, row, batch, value)
            bits = op << Self.fieldBits | field
        }

        private static let fieldBits: UInt32 = 22
        private static let currentBit: UInt32 = 1 << 31

        var field: UInt32 { bits & (1 << Self.fieldBits - 1) }
        var op: UInt32 { (bits & ~Self.currentBit) >> Self.fieldBits }

        var isCurrent: Bool {
            get { bits & Self.currentBit != 0 }
            set { bits = newValue ? bits | Self.currentBit : bits & ~Self.currentBit }
        }
    }

    static let noWrite = UInt32.max

    init() {}

    /// Creates a table from its parts, without its purges.
    ///
    /// The numbers of entities and fields follow from the parts. Of duplicate entities or fields only the last is
    /// found.
    init(
        rows: [Row],
        concurrentRows: Set<UInt32>,
        writes: [Write],
        values: ValueStore,
        fields: [FieldID],
        digest: UInt128
    ) {
        (self.rows, self.concurrentRows, self.writes, self.values) = (rows, concurrentRows, writes, values)
        (self.fields, self.digest) = (fields, digest)
        rowNumbers.reserveCapacity(rows.count)
        for (number, row) in rows.enumerated() {
            rowNumbers[row.entity] = UInt32(number)
        }
        for (number, field) in fields.enumerated() {
            fieldNumbers[field] = UInt32(number)
        }
    }

    /// Recomputes each row's order of writes, and its effective purges from their marks.
    mutating func restoreRows(in ledger: Ledger) {
        for number in writes.indices {
            let row = Int(writes[number].row)
            writes[number].earlier = rows[row].newest
            rows[row].newest = UInt32(number)
            guard !writes[number].isCurrent, writes[number].link == number, field(of: writes[number]) == .purge else {
                continue
            }
            purges[row, default: [:]][chain(of: UInt32(number), in: ledger), default: []].append(UInt32(number))
            rows[row].purgedEnd = UInt32(number)
        }
    }

    // MARK: Changing

    /// Finds or adds the row of an entity that a batch touches.
    ///
    /// - Parameters:
    ///   - entity: The entity.
    ///   - arrival: The batch, and what its author knew.
    ///   - isWritten: Whether the batch writes to it: a purge does not count as its author's work.
    ///   - ledger: The acts of the batches.
    /// - Returns: The row, and the batch that last touched it before; nil if the row is new.
    mutating func touch(
        _ entity: EntityID,
        by arrival: borrowing Arrival,
        isWritten: Bool,
        in ledger: Ledger
    ) -> (row: Int, last: UInt32?) {
        let batch = UInt32(arrival.batch)
        guard let row = rowNumbers[entity].map(Int.init) else {
            rowNumbers[entity] = UInt32(rows.count)
            rows.append(Row(entity: entity, first: Self.noWrite, created: batch, updated: batch, touched: batch))
            return (rows.count - 1, nil)
        }
        let last = rows[row].touched
        rows[row].touched = batch
        if !arrival.knows(batch: last, in: ledger) { concurrentRows.insert(UInt32(row)) }
        guard isWritten else { return (row, last) }
        if ledger.isEarlier(batch, rows[row].created) {
            rows[row].created = batch
        }
        if ledger.isEarlier(rows[row].updated, batch) {
            rows[row].updated = batch
        }
        return (row, last)
    }

    /// Applies the fields of one op.
    mutating func apply(_ fieldWrites: [FieldWrite], to row: Int, _ arrival: borrowing Arrival, in ledger: Ledger) {
        for write in fieldWrites {
            switch write.field.mergeClass {
            // The mark of a purge is not a value, and only a purge makes one.
            case .register where write.field == .purge: continue
            case .register: put(write, element: nil, into: row, arrival, in: ledger)
            case .set: change(write, in: row, arrival, ledger)
            case nil: continue
            }
        }
    }

    /// Purges an entity, and leaves a mark.
    ///
    /// A purge is effective while every edit of the entity here was known to its author, or knows of the purge: then
    /// all that its author knew is gone, which is everything before the mark.
    mutating func purge(_ row: Int, _ arrival: borrowing Arrival, in ledger: Ledger) {
        watchEdits(of: row, in: ledger)
        let edits = index.newestEdits(ofRow: row)
        let field = fieldNumber(of: .purge)
        let mark = append(Write(link: Self.noWrite, row: row, arrival, field: field, values.append([])))
        index.noteVisits(edits.count)
        guard let newest = edits.max(), !isCovered(newest, arrival, row, in: ledger) else { return }
        guard edits.allSatisfy({ arrival.knows(writes[Int($0)], in: ledger) }) else { return }
        writes[Int(mark)].link = mark
        purges[row, default: [:]][chain(of: mark, in: ledger), default: []].append(mark)
        rows[row].purgedEnd = mark
        digest &+= contribution(of: mark, in: ledger)
    }

    /// Whether the author of a purge knew another effective one that covers the newest edit already.
    private mutating func isCovered(
        _ newest: UInt32,
        _ arrival: borrowing Arrival,
        _ row: Int,
        in ledger: Ledger
    ) -> Bool {
        let purges = purges[row] ?? [:]
        index.noteVisits(purges.count)
        for marks in purges.values {
            let knownCount = marks.partitioningIndex { !arrival.knows(writes[Int($0)], in: ledger) }
            if knownCount > 0, marks[knownCount - 1] > newest { return true }
        }
        return false
    }

    /// Records an edit of an entity, which cancels the purges that its author did not know.
    private mutating func noteEdit(_ write: UInt32, _ arrival: borrowing Arrival, in ledger: Ledger) {
        let row = Int(writes[Int(write)].row)
        let before = index.noteEdit(write, ofRow: row, chain: chain(of: write, in: ledger))
        // The other edits of a batch know the same as the first one, and what the batch itself purged.
        guard let purges = purges[row], before.map({ Int(writes[Int($0)].batch) }) != arrival.batch else { return }
        index.noteVisits(purges.count)
        for (chain, marks) in purges {
            let knownCount = marks.partitioningIndex { !arrival.knows(writes[Int($0)], in: ledger) }
            guard knownCount < marks.count else { continue }
            for mark in marks[knownCount...] {
                writes[Int(mark)].link = Self.noWrite
                digest &-= contribution(of: mark, in: ledger)
            }
            self.purges[row]?[chain] = knownCount == 0 ? nil : Array(marks[..<knownCount])
            index.newestRevival = arrival.batch
        }
        guard index.newestRevival == arrival.batch, let left = self.purges[row] else { return }
        rows[row].purgedEnd = left.values.compactMap(\.last).max() ?? 0
        if left.isEmpty { self.purges[row] = nil }
    }

    /// Starts tracking the newest edit of an entity by each chain.
    private mutating func watchEdits(of row: Int, in ledger: Ledger) {
        guard !index.hasEdits(ofRow: row) else { return }
        index.watchEdits(ofRow: row)
        var (cursor, steps) = (rows[row].newest, 0)
        while cursor != Self.noWrite {
            if field(of: writes[Int(cursor)]) != .purge {
                index.noteEdit(cursor, ofRow: row, chain: chain(of: cursor, in: ledger))
            }
            (cursor, steps) = (writes[Int(cursor)].earlier, steps + 1)
        }
        index.noteVisits(steps)
    }

    private mutating func append(_ write: Write) -> UInt32 {
        invariant(writes.count < Limits.scopeWritesMax, "\(writes.count) writes in one scope")
        let number = UInt32(writes.count)
        writes.append(write)
        writes[Int(number)].earlier = rows[Int(write.row)].newest
        rows[Int(write.row)].newest = number
        return number
    }

    private func chain(of write: UInt32, in ledger: Ledger) -> UInt16 {
        ledger.batches[Int(writes[Int(write)].batch)].chain
    }

    private mutating func change(_ write: FieldWrite, in row: Int, _ arrival: borrowing Arrival, _ ledger: Ledger) {
        guard let change = write.value.first.flatMap(SetChange.init) else { return }
        let (new, before) = put(write, element: write.value.dropFirst(), into: row, arrival, in: ledger)
        // The removal of an element is complete and leaves no value of its own.
        if change == .remove { takeOut(new, behind: before, of: row, because: new, in: ledger) }
    }

    /// Adds a write to its field and removes what it supersedes: all that its author knew, and earlier writes of the
    /// same op.
    ///
    /// - Returns: The write, and the one before it in the chain of the row.
    @discardableResult
    private mutating func put(
        _ write: FieldWrite,
        element: ArraySlice<UInt8>?,
        into row: Int,
        _ arrival: borrowing Arrival,
        in ledger: Ledger
    ) -> (write: UInt32, before: UInt32) {
        let (field, new) = (fieldNumber(of: write.field), UInt32(writes.count))
        let before =
            index.contains(row)
            ? supersedeIndexed(field, element, by: new, of: row, arrival, in: ledger)
            : supersede(field, element, by: new, of: row, arrival, in: ledger)
        let next = before == Self.noWrite ? rows[row].first : writes[Int(before)].link
        _ = append(Write(link: next, row: row, arrival, field: field, values.append(write.value)))
        writes[Int(new)].isCurrent = true
        link(new, behind: before, of: row)
        if index.contains(row) { index.insert(new, group(field, element), ofRow: row, between: before, next) }
        digest &+= contribution(of: new, in: ledger)
        noteEdit(new, arrival, in: ledger)
        return (new, before)
    }

    /// Removes what a write supersedes by walking the chain of its row; indexes the row if the walk was long.
    ///
    /// - Returns: The write after which the new one belongs.
    private mutating func supersede(
        _ field: UInt32,
        _ element: ArraySlice<UInt8>?,
        by new: UInt32,
        of row: Int,
        _ arrival: borrowing Arrival,
        in ledger: Ledger
    ) -> UInt32 {
        var (before, cursor, steps) = (Self.noWrite, rows[row].first, 0)
        while cursor != Self.noWrite, writes[Int(cursor)].field <= field {
            let old = writes[Int(cursor)]
            if old.field == field, isSuperseded(old, by: arrival, in: ledger), element.map({ isSame($0, old) }) ?? true
            {
                takeOut(cursor, behind: before, of: row, because: new, in: ledger)
            } else {
                before = cursor
            }
            (cursor, steps) = (old.link, steps + 1)
        }
        index.noteVisits(steps)
        if steps > RegisterIndex.stepsMax { addToIndex(row) }
        return before
    }

    /// Removes what a write supersedes in a row that is indexed.
    private mutating func supersedeIndexed(
        _ field: UInt32,
        _ element: ArraySlice<UInt8>?,
        by new: UInt32,
        of row: Int,
        _ arrival: borrowing Arrival,
        in ledger: Ledger
    ) -> UInt32 {
        let olds = index.writes(of: group(field, element), ofRow: row)
        for number in olds {
            let old = writes[Int(number)]
            guard isSuperseded(old, by: arrival, in: ledger), element.map({ isSame($0, old) }) ?? true else { continue }
            takeOut(number, behind: index.previous(of: number, ofRow: row), of: row, because: new, in: ledger)
        }
        index.noteVisits(olds.count + 1)
        return index.last(upTo: field, ofRow: row)
    }

    private mutating func addToIndex(_ row: Int) {
        var (values, cursor): ([(UInt32, RegisterIndex.Group)], UInt32) = ([], rows[row].first)
        while cursor != Self.noWrite {
            values.append((cursor, group(of: writes[Int(cursor)])))
            cursor = writes[Int(cursor)].link
        }
        index.add(row, values)
    }

    private func isSuperseded(_ old: Write, by arrival: borrowing Arrival, in ledger: Ledger) -> Bool {
        arrival.knows(old, in: ledger)
    }

    private func isSame(_ element: ArraySlice<UInt8>, _ old: Write) -> Bool {
        values.withBytes(of: old.value) { $0.dropFirst().elementsEqual(element) }
    }

    private mutating func takeOut(
        _ write: UInt32,
        behind before: UInt32,
        of row: Int,
        because reason: UInt32,
        in ledger: Ledger
    ) {
        digest &-= contribution(of: write, in: ledger)
        let old = writes[Int(write)]
        link(old.link, behind: before, of: row)
        if index.contains(row) {
            let isOfField = before != Self.noWrite && writes[Int(before)].field == old.field
            index.remove(write, group(of: old), ofRow: row, before: old.link, isPreviousOfField: isOfField)
        }
        writes[Int(write)].link = reason
        writes[Int(write)].isCurrent = false
    }

    private mutating func link(_ write: UInt32, behind before: UInt32, of row: Int) {
        if before == Self.noWrite {
            rows[row].first = write
        } else {
            writes[Int(before)].link = write
        }
    }

    private mutating func fieldNumber(of field: FieldID) -> UInt32 {
        // A list has few fields, and the most common come first: a linear scan is faster than hashing.
        if let number = fields.prefix(8).firstIndex(of: field) { return UInt32(number) }
        if let number = fieldNumbers[field] { return number }
        invariant(fields.count < Limits.scopeFieldsMax, "\(fields.count) fields in one scope")
        fields.append(field)
        fieldNumbers[field] = UInt32(fields.count - 1)
        return UInt32(fields.count - 1)
    }
}
