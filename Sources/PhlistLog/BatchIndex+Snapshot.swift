package import PhlistModel

/// The index as bytes, for the snapshot.
///
/// ```
/// index = feed count varint | { feed 16 B | batch count varint
///         | columns: first sequence, op count, position }…                                      by feed
/// ```
extension BatchIndex {
    package func encode(into writer: inout ByteWriter) {
        writer.write(varint: UInt64(feeds.count))
        for (feed, columns) in feeds.sorted(by: { $0.key < $1.key }) {
            writer.write(feed)
            columns.encode(into: &writer)
        }
    }

    /// Reads an index; total: any bytes give an index in which every search ends, or an error.
    ///
    /// Whether there is a record at each of its positions is seen when it is read.
    package init(from reader: inout ByteReader) throws(CodecError) {
        self.init()
        for _ in 0..<(try reader.readCount(ofAtLeast: FeedID.byteCount)) {
            let feed = try reader.readIdentifier(FeedID.self)
            guard take(try Columns(from: &reader), of: feed) else { throw .badValue("feed \(feed) twice") }
        }
    }
}

extension BatchIndex.Columns {
    fileprivate func encode(into writer: inout ByteWriter) {
        writer.write(varint: UInt64(positions.count))
        writer.write(column: firstSequences)
        writer.write(column: counts)
        writer.write(column: positions.lazy.map { $0.rawValue })
    }

    fileprivate init(from reader: inout ByteReader) throws(CodecError) {
        let count = try reader.readCount(ofAtLeast: 3)
        firstSequences = try reader.readColumn(count: count)
        counts = try reader.readColumn(count: count)
        positions = try reader.readColumn(of: UInt64.self, count: count).map { RecordPosition(rawValue: $0) }
        var last: UInt64 = 0
        for (first, count) in zip(firstSequences, counts) {
            guard first > last, first <= Limits.sequenceMax, count > 0 else { throw .badValue("batch \(first)") }
            last = first + UInt64(count) - 1
        }
    }
}
