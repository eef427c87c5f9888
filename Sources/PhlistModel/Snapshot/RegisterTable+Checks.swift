/// Checks of a table that was read, so that later uses stay inside of it and terminate.
extension RegisterTable {
    func check(in ledger: Ledger) throws(CodecError) {
        guard fieldNumbers.count == fields.count, fields.allSatisfy({ $0.mergeClass != nil }) else {
            throw .badValue("field twice, or of no merge class")
        }
        guard rowNumbers.count == rows.count else { throw .badValue("entity twice") }
        let batchCount = ledger.batches.count
        let isTouched = rows.allSatisfy { max($0.created, $0.updated, $0.touched) < batchCount }
        guard isTouched else { throw .badValue("entity of no batch") }
        try checkWrites(in: ledger)
        try checkChains()
    }

    private func checkWrites(in ledger: Ledger) throws(CodecError) {
        let isSet = fields.map { $0.mergeClass == .set }
        var valueEnd = 0
        for (number, write) in writes.enumerated() {
            guard write.row < rows.count, write.field < fields.count else {
                throw .badValue("write \(number) of nothing")
            }
            // The write that superseded another is newer and of the same field; or it is the write itself, which then
            // leaves no value.
            let isVoid = write.link == Self.noWrite && field(of: write) == .purge
            let isReplaced =
                Int(write.link) >= number && write.link < writes.count && writes[Int(write.link)].field == write.field
                && writes[Int(write.link)].row == write.row
            guard write.isCurrent || isVoid || isReplaced else {
                throw .badValue("write \(number) superseded by \(write.link)")
            }
            guard values.contains(write.value, behind: &valueEnd) else { throw .badValue("value of write \(number)") }
            if isSet[Int(write.field)], withValue(of: write, { $0.first.flatMap(SetChange.init) }) == nil {
                throw .badValue("write \(number) neither puts in nor takes out")
            }
        }
        guard valueEnd == values.count else { throw .badValue("bytes of no value") }
    }

    /// Checks that every current write is in the chain of its entity, once, and the chain in the order of the fields.
    private func checkChains() throws(CodecError) {
        var left = writes.count(where: \.isCurrent)
        for (row, start) in rows.enumerated() {
            var (cursor, field) = (start.first, UInt32(0))
            while cursor != Self.noWrite {
                guard cursor < writes.count, left > 0 else { throw .badValue("chain of row \(row)") }
                let write = writes[Int(cursor)]
                guard write.isCurrent, write.row == row, write.field >= field else {
                    throw .badValue("write \(cursor) in the chain of row \(row)")
                }
                (cursor, field, left) = (write.link, write.field, left - 1)
            }
        }
        guard left == 0 else { throw .badValue("\(left) writes in no chain") }
    }
}

extension ValueStore {
    /// Whether a position is where `append` puts the value that begins at `end`; moves `end` after that value.
    fileprivate func contains(_ position: Position, behind end: inout Int) -> Bool {
        guard !position.isInline else { return true }
        guard Int(position.rawValue) == end else { return false }
        var (count, shift) = (0, 0)
        while end < bytes.count, shift < 28 {
            let byte = bytes[end]
            end += 1
            count |= Int(byte & 0x7F) << shift
            guard byte & 0x80 != 0 else {
                guard count <= min(Limits.opBytesMax, bytes.count - end) else { return false }
                end += count
                return true
            }
            shift += 7
        }
        return false
    }
}
