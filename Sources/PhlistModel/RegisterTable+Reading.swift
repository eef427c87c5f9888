/// What a scope shows.
extension RegisterTable {
    /// All entities, in the order in which they came.
    var entities: some Sequence<EntityID> {
        rows.lazy.map(\.entity)
    }

    func row(of entity: EntityID) -> Int? {
        rowNumbers[entity].map(Int.init)
    }

    func field(of write: Write) -> FieldID {
        fields[Int(write.field)]
    }

    /// Whether an entity has a value that nothing has superseded.
    func hasValues(_ row: Int) -> Bool {
        rows[row].first != Self.noWrite
    }

    /// The values of an entity that nothing has superseded, field by field.
    func currentWrites(of row: Int) -> [Write] {
        var (found, cursor): ([Write], UInt32) = ([], rows[row].first)
        while cursor != Self.noWrite {
            found.append(writes[Int(cursor)])
            cursor = writes[Int(cursor)].link
        }
        return found
    }

    /// What purges have dropped of an entity and nobody has written over since: purge by purge, each as it stood.
    func droppedWrites(of row: Int) -> [UInt32] {
        (dropped[row] ?? [:]).values.joined().sorted { left, right in
            let (one, other) = (writes[Int(left)], writes[Int(right)])
            return (one.link, one.field, left) < (other.link, other.field, right)
        }
    }

    /// The value of a field that everybody shows: the greatest by (stamp, dot); nil when there is none.
    func shown(_ field: FieldID, of row: Int, in ledger: Ledger) -> Write? {
        guard let number = fieldNumbers[field] else { return nil }
        let shown = shownNumber(ofField: number, ofRow: row, in: ledger)
        return shown == Self.noWrite ? nil : writes[Int(shown)]
    }

    /// The number of the write that a row shows for a field; `noWrite` for none.
    func shownNumber(ofField number: UInt32, ofRow row: Int, in ledger: Ledger) -> UInt32 {
        var (best, cursor) = (Self.noWrite, rows[row].first)
        if let numbers = indexedWrites(ofField: number, ofRow: row) {
            return numbers.reduce(best) { best, number in
                best == Self.noWrite || isShown(writes[Int(number)], before: writes[Int(best)], in: ledger)
                    ? number : best
            }
        }
        while cursor != Self.noWrite, writes[Int(cursor)].field <= number {
            let write = writes[Int(cursor)]
            if write.field == number, best == Self.noWrite || isShown(write, before: writes[Int(best)], in: ledger) {
                best = cursor
            }
            cursor = write.link
        }
        return best
    }

    /// The current writes to a register of a row with many values; nil where the chain is short enough to walk.
    private func indexedWrites(ofField number: UInt32, ofRow row: Int) -> [UInt32]? {
        guard index.contains(row), fields[Int(number)].mergeClass == .register else { return nil }
        return index.writes(of: RegisterIndex.Group(register: number), ofRow: row)
    }

    func isShown(_ write: Write, before other: Write, in ledger: Ledger) -> Bool {
        let stamps = (ledger.batches[Int(write.batch)].stamp, ledger.batches[Int(other.batch)].stamp)
        guard stamps.0 != stamps.1 || defect != .lastArrivalWinsTies else { return write.batch >= other.batch }
        return stamps.0 == stamps.1 ? dot(of: other, in: ledger) < dot(of: write, in: ledger) : stamps.1 < stamps.0
    }

    /// Whether an entity is there: while any value says so; where the dead win, while none says that it is not.
    func isAlive(_ row: Int, deadWins: Bool) -> Bool {
        guard let number = fieldNumbers[.life] else { return deadWins }
        var (isAlive, isDead, cursor) = (false, false, rows[row].first)
        let note = { (write: Write) in
            let life = withValue(of: write) { $0.count == 1 ? Life(rawValue: $0[0]) : nil }
            (isAlive, isDead) = (isAlive || life == .alive, isDead || life == .dead)
        }
        if let numbers = indexedWrites(ofField: number, ofRow: row) {
            for number in numbers { note(writes[Int(number)]) }
            return deadWins ? !isDead : isAlive
        }
        while cursor != Self.noWrite {
            let write = writes[Int(cursor)]
            if write.field == number { note(write) }
            cursor = write.link
        }
        return deadWins ? !isDead : isAlive
    }

    func dot(of write: Write, in ledger: Ledger) -> Dot {
        Dot(batch: ledger.batches[Int(write.batch)].name, op: Int(write.op))
    }

    func value(of write: Write) -> [UInt8] {
        values.value(at: write.value)
    }

    /// Lends the bytes of a value.
    func withValue<Result>(of write: Write, _ body: (UnsafeRawBufferPointer) -> Result) -> Result {
        values.withBytes(of: write.value, body)
    }

    func sibling(_ write: Write, in ledger: Ledger) -> Sibling {
        Sibling(dot: dot(of: write, in: ledger), act: ledger.act(of: Int(write.batch)), value: value(of: write))
    }

    /// An entity with its fields.
    func entry(of entity: EntityID, in ledger: Ledger) -> RegisterEntry? {
        row(of: entity).map { entry(ofRow: $0, in: ledger) }
    }

    func entry(ofRow row: Int, in ledger: Ledger) -> RegisterEntry {
        var entry = RegisterEntry(created: ledger.act(of: Int(rows[row].created)))
        entry.touch(ledger.act(of: Int(rows[row].updated)))
        var cursor = rows[row].first
        while cursor != Self.noWrite {
            let write = writes[Int(cursor)]
            entry.insert(sibling(write, in: ledger), into: fields[Int(write.field)])
            cursor = write.link
        }
        return entry
    }
}
