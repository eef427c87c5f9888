/// Queries of a scope's values.
extension RegisterTable {
    /// All entities, in the order of arrival.
    var entities: some Sequence<EntityID> {
        rows.lazy.map(\.entity)
    }

    func row(of entity: EntityID) -> Int? {
        rowNumbers[entity].map(Int.init)
    }

    func field(of write: Write) -> FieldID {
        fields[Int(write.field)]
    }

    /// Whether a write was purged, or is the mark of a purge.
    func isPurged(_ number: UInt32) -> Bool {
        let write = writes[Int(number)]
        return number < rows[Int(write.row)].purgedEnd || field(of: write) == .purge
    }

    /// Whether a write is a visible value: neither superseded nor purged.
    func isThere(_ number: UInt32) -> Bool {
        writes[Int(number)].isCurrent && !isPurged(number)
    }

    /// The first visible value of an entity; `noWrite` if there is none.
    func firstValue(of row: Int) -> UInt32 {
        unpurged(rows[row].first, of: row)
    }

    /// The next visible value of the same entity, in the order of the fields; `noWrite` if there is none.
    func value(behind write: Write) -> UInt32 {
        unpurged(write.link, of: Int(write.row))
    }

    private func unpurged(_ number: UInt32, of row: Int) -> UInt32 {
        var cursor = number
        // `noWrite` is above any end.
        while cursor < rows[row].purgedEnd { cursor = writes[Int(cursor)].link }
        return cursor
    }

    /// Whether an entity has a visible value.
    func hasValues(_ row: Int) -> Bool {
        firstValue(of: row) != Self.noWrite
    }

    /// The visible values of an entity, field by field.
    func currentWrites(of row: Int) -> [Write] {
        var (found, cursor): ([Write], UInt32) = ([], firstValue(of: row))
        while cursor != Self.noWrite {
            found.append(writes[Int(cursor)])
            cursor = value(behind: writes[Int(cursor)])
        }
        return found
    }

    /// The value that everybody shows for a field: the greatest by (stamp, dot); nil if there is none.
    func shown(_ field: FieldID, of row: Int, in ledger: Ledger) -> Write? {
        guard let number = fieldNumbers[field] else { return nil }
        let shown = shownNumber(ofField: number, ofRow: row, in: ledger)
        return shown == Self.noWrite ? nil : writes[Int(shown)]
    }

    /// The number of the write that a row shows for a field; `noWrite` if there is none.
    func shownNumber(ofField number: UInt32, ofRow row: Int, in ledger: Ledger) -> UInt32 {
        var best = Self.noWrite
        if let numbers = indexedWrites(ofField: number, ofRow: row) {
            return numbers.reduce(best) { best, number in
                best == Self.noWrite || isShown(writes[Int(number)], before: writes[Int(best)], in: ledger)
                    ? number : best
            }
        }
        var cursor = firstValue(of: row)
        while cursor != Self.noWrite, writes[Int(cursor)].field <= number {
            let write = writes[Int(cursor)]
            if write.field == number, best == Self.noWrite || isShown(write, before: writes[Int(best)], in: ledger) {
                best = cursor
            }
            cursor = value(behind: write)
        }
        return best
    }

    /// The current writes to a register of a row with many values; nil if the chain is short enough to walk.
    private func indexedWrites(ofField number: UInt32, ofRow row: Int) -> [UInt32]? {
        guard index.contains(row), fields[Int(number)].mergeClass == .register else { return nil }
        return index.writes(of: RegisterIndex.Group(register: number), ofRow: row).filter(isThere)
    }

    func isShown(_ write: Write, before other: Write, in ledger: Ledger) -> Bool {
        let stamps = (ledger.batches[Int(write.batch)].stamp, ledger.batches[Int(other.batch)].stamp)
        return stamps.0 == stamps.1 ? dot(of: other, in: ledger) < dot(of: write, in: ledger) : stamps.1 < stamps.0
    }

    /// Whether an entity is alive, by the value of its life that counts; without one, only with `deadWins`.
    func isAlive(_ row: Int, deadWins: Bool) -> Bool {
        guard let number = fieldNumbers[.life] else { return deadWins }
        var shown: Life?
        let note = { (write: Write) in
            guard let life = withValue(of: write, { $0.life }) else { return }
            let precedence = shown?.precedence(deadWins: deadWins) ?? -1
            if life.precedence(deadWins: deadWins) > precedence { shown = life }
        }
        if let numbers = indexedWrites(ofField: number, ofRow: row) {
            for number in numbers { note(writes[Int(number)]) }
            return shown?.isAlive ?? deadWins
        }
        var cursor = firstValue(of: row)
        while cursor != Self.noWrite, writes[Int(cursor)].field <= number {
            let write = writes[Int(cursor)]
            if write.field == number { note(write) }
            cursor = value(behind: write)
        }
        return shown?.isAlive ?? deadWins
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

    /// Returns an entity with its fields.
    func entry(of entity: EntityID, in ledger: Ledger) -> RegisterEntry? {
        row(of: entity).map { entry(ofRow: $0, in: ledger) }
    }

    func entry(ofRow row: Int, in ledger: Ledger) -> RegisterEntry {
        var entry = RegisterEntry(created: ledger.act(of: Int(rows[row].created)))
        entry.touch(ledger.act(of: Int(rows[row].updated)))
        for write in currentWrites(of: row) {
            entry.insert(sibling(write, in: ledger), into: fields[Int(write.field)])
        }
        return entry
    }
}
