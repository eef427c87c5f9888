import PhlistHousehold
import PhlistModel

/// The encoding of the newest changes, with which cursors from before a restart stay valid.
///
/// ```
/// changes = batch count varint | end index varint | mixer 16 B | last forgotten arrival
///         | change count varint | { change | arrival }…                                  the oldest first
/// change  = scope 16 B | entity u64 | kind u8 | by 16 B | device 32 B | is local u8 | stamp u64
/// arrival = batch varint | index varint | digest u64
/// ```
extension RecentChanges {
    func encode(into writer: inout ByteWriter) {
        writer.write(varint: batchCount)
        writer.write(varint: UInt64(endIndex))
        writer.write(raw: mixer.sum.bigEndianBytes)
        lastForgotten.encode(into: &writer)
        writer.write(varint: UInt64(slots.count))
        for index in startIndex..<endIndex {
            self[index].change.encode(into: &writer)
            self[index].arrival.encode(into: &writer)
        }
    }

    init(from reader: inout ByteReader, countMax: Int) throws(CodecError) {
        let batchCount = try reader.readVarint()
        let endIndex = try reader.readCount(limit: Self.countedMax)
        guard batchCount <= Self.countedMax else { throw .overLimit(batchCount) }
        let sum = try reader.readBigEndian()
        let lastForgotten = try Arrival(from: &reader)
        let count = try reader.readCount(limit: countMax)
        // A ring buffer is full before it forgets anything.
        guard count == countMax ? endIndex >= count : endIndex == count else { throw .badValue("\(count) changes") }
        var elements: [Element] = []
        for _ in 0..<count {
            let change = try Change(from: &reader)
            elements.append(Element(change: change, arrival: try Arrival(from: &reader)))
        }
        let turn = count == 0 ? 0 : (count - endIndex % count) % count
        self.init(
            slots: Array(elements[turn...] + elements[..<turn]),
            endIndex: endIndex,
            mixer: DigestMixer(sum: sum),
            batchCount: batchCount,
            lastForgotten: lastForgotten,
            countMax: countMax
        )
    }

    /// An upper limit for counters: more than any log has, and far below overflow.
    private static let countedMax = 1 << 48
}

extension Arrival {
    fileprivate func encode(into writer: inout ByteWriter) {
        writer.write(varint: batch)
        writer.write(varint: UInt64(index))
        writer.write(fixed: digest)
    }

    fileprivate init(from reader: inout ByteReader) throws(CodecError) {
        self.init(
            batch: try reader.readVarint(),
            index: UInt32(try reader.readCount(limit: Int(UInt32.max))),
            digest: try reader.readFixed()
        )
    }
}

extension Change {
    fileprivate func encode(into writer: inout ByteWriter) {
        writer.write(scope)
        writer.write(fixed: entity.rawValue)
        writer.write(kind.number)
        writer.write(by)
        writer.write(device)
        writer.write(isLocal ? 1 : 0)
        writer.write(fixed: stamp.rawValue)
    }

    fileprivate init(from reader: inout ByteReader) throws(CodecError) {
        self.init(
            scope: try reader.readIdentifier(),
            entity: EntityID(rawValue: try reader.readFixed()),
            kind: try Kind(number: try reader.readByte()),
            by: try reader.readIdentifier(),
            device: try reader.readDeviceID(),
            isLocal: try reader.readIndex(below: 2) == 1,
            stamp: Stamp(rawValue: try reader.readFixed())
        )
    }
}

extension Change.Kind {
    fileprivate var number: UInt8 {
        switch self {
        case .added: 0
        case .changed: 1
        case .trashed: 2
        case .restored: 3
        }
    }

    fileprivate init(number: UInt8) throws(CodecError) {
        switch number {
        case 0: self = .added
        case 1: self = .changed
        case 2: self = .trashed
        case 3: self = .restored
        default: throw .badValue("kind of change \(number)")
        }
    }
}
