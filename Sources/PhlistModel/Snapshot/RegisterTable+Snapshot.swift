/// The table as bytes.
///
/// ```
/// table   = field count varint | field varint…                                                 by number
///         | row count varint | columns: entity, first + 1, created, updated, touched
///         | concurrent row count varint | column: row                                              ascending
///         | write count varint | columns: link + 1, row, value, op × 2 + 1 when current, field
///         | value byte count varint | bytes
///         | digest 16 B
/// ```
/// `noWrite` is 0 where 1 is added. The ledger knows the batch of each write.
extension RegisterTable {
    func encode(into writer: inout ByteWriter) {
        writer.reserve(rows.count * Self.rowBytesMax + writes.count * Self.writeBytesMax + values.count)
        writer.write(varint: UInt64(fields.count))
        for field in fields {
            writer.write(varint: field.rawValue)
        }
        encodeRows(into: &writer)
        writer.write(varint: UInt64(concurrentRows.count))
        writer.write(column: concurrentRows.sorted())
        encodeWrites(into: &writer)
        writer.write(counted: values.bytes)
        writer.write(raw: digest.bigEndianBytes)
    }

    private static let rowBytesMax = 24
    private static let writeBytesMax = 18

    private func encodeRows(into writer: inout ByteWriter) {
        writer.write(varint: UInt64(rows.count))
        writer.write(column: rows.lazy.map { $0.entity.rawValue })
        writer.write(column: rows.lazy.map { $0.first &+ 1 })
        writer.write(column: rows.lazy.map { $0.created })
        writer.write(column: rows.lazy.map { $0.updated })
        writer.write(column: rows.lazy.map { $0.touched })
    }

    private func encodeWrites(into writer: inout ByteWriter) {
        writer.write(varint: UInt64(writes.count))
        writer.write(column: writes.lazy.map { $0.link &+ 1 })
        writer.write(column: writes.lazy.map { $0.row })
        writer.write(column: writes.lazy.map { $0.value.rawValue })
        writer.write(column: writes.lazy.map { $0.op << 1 | ($0.isCurrent ? 1 : 0) })
        writer.write(column: writes.lazy.map { $0.field })
    }

    init(from reader: inout ByteReader, in ledger: Ledger) throws(CodecError) {
        var fields: [FieldID] = []
        for _ in 0..<(try reader.readCount(limit: Limits.scopeFieldsMax)) {
            fields.append(FieldID(rawValue: try reader.readVarint()))
        }
        let rows = try Self.readRows(&reader)
        let concurrent = try reader.readColumn(of: UInt32.self, count: try reader.readCount(limit: rows.count))
        let writes = try Self.readWrites(&reader, in: ledger)
        let values = ValueStore(bytes: Array(try reader.readCounted(limit: Limits.scopeValueBytesMax)))
        let digest: UInt128 = try reader.readBigEndian()
        guard Set(concurrent).count == concurrent.count, concurrent.allSatisfy({ $0 < rows.count }) else {
            throw .badValue("concurrent row twice, or none")
        }
        self.init(
            rows: rows,
            concurrentRows: Set(concurrent),
            writes: writes,
            values: values,
            fields: fields,
            digest: digest
        )
        try check(in: ledger)
        restoreRows(in: ledger)
    }

    private static func readRows(_ reader: inout ByteReader) throws(CodecError) -> [Row] {
        let count = try reader.readCount(ofAtLeast: 5)
        let entities = try reader.readColumn(of: UInt64.self, count: count)
        let firsts = try reader.readColumn(of: UInt32.self, count: count)
        let created = try reader.readColumn(of: UInt32.self, count: count)
        let updated = try reader.readColumn(of: UInt32.self, count: count)
        let touched = try reader.readColumn(of: UInt32.self, count: count)
        return (0..<count).map { number in
            Row(
                entity: EntityID(rawValue: entities[number]),
                first: firsts[number] &- 1,
                created: created[number],
                updated: updated[number],
                touched: touched[number]
            )
        }
    }

    private static func readWrites(_ reader: inout ByteReader, in ledger: Ledger) throws(CodecError) -> [Write] {
        let count = try reader.readCount(ofAtLeast: 5)
        let links = try reader.readColumn(of: UInt32.self, count: count)
        let rows = try reader.readColumn(of: UInt32.self, count: count)
        let values = try reader.readColumn(of: UInt32.self, count: count)
        let ops = try reader.readColumn(of: UInt16.self, count: count)
        let fields = try reader.readColumn(of: UInt32.self, count: count)
        guard ops.allSatisfy({ $0 >> 1 < Limits.batchOpsMax }), fields.allSatisfy({ $0 < Limits.scopeFieldsMax }) else {
            throw .badValue("write of no op or no field")
        }
        var writes: [Write] = []
        writes.reserveCapacity(count)
        try ledger.forEachRange(ofWrites: count) { batch, range in
            for number in range {
                var write = Write(
                    link: links[number] &- 1,
                    row: rows[number],
                    batch: batch,
                    value: ValueStore.Position(rawValue: values[number]),
                    op: UInt32(ops[number] >> 1),
                    field: fields[number]
                )
                write.isCurrent = ops[number] & 1 != 0
                writes.append(write)
            }
        }
        return writes
    }
}

extension Ledger {
    /// Passes the range of each batch's writes to a closure.
    ///
    /// - Throws: If the batches do not cover all `count` writes, one after the other.
    fileprivate func forEachRange(ofWrites count: Int, _ body: (UInt32, Range<Int>) -> Void) throws(CodecError) {
        guard batches.first.map({ $0.firstWrite == 0 }) ?? (count == 0) else { throw .badValue("write of no batch") }
        for number in batches.indices {
            let end = number + 1 < batches.count ? Int(batches[number + 1].firstWrite) : count
            guard Int(batches[number].firstWrite) <= end, end <= count else {
                throw .badValue("writes of batch \(number)")
            }
            body(UInt32(number), Int(batches[number].firstWrite)..<end)
        }
    }
}
