import PhlistModel

/// A frame ready to be written.
struct EncodedFrame {
    let bytes: [UInt8]
    let positions: [RecordPosition]
    /// The tail after it.
    let tail: LogTail

    /// Builds the frame that follows a tail.
    ///
    /// - Throws: `groupTooLarge` when the records do not fit into one frame.
    init(_ type: FrameType, _ records: [Record], after tail: LogTail, salt: UInt32) throws(LogError) {
        let (payload, offsets) = try Self.payload(of: records)
        let padded = payload + repeatElement(0, count: FrameHeader.padded(payload.count) - payload.count)
        let header = FrameHeader(
            payloadLength: payload.count,
            firstSequence: tail.nextSequence,
            durableUpto: tail.durableUpto,
            recordCount: records.count,
            type: type.rawValue,
            flags: 0,
            previousChecksum: tail.checksum,
            payloadChecksum: FrameHeader.payloadChecksum(of: padded[...], frame: tail.end, salt: salt)
        )
        let headerBytes = header.bytes(at: tail.end, salt: salt)
        bytes = headerBytes + padded
        positions = offsets.map { RecordPosition(frame: tail.end, offset: $0) }
        self.tail = tail.advanced(past: header, checksum: FrameHeader.checksum(of: headerBytes[...]))
    }

    private static func payload(of records: [Record]) throws(LogError) -> (bytes: [UInt8], offsets: [Int]) {
        var bytes: [UInt8] = []
        var offsets: [Int] = []
        for record in records {
            offsets.append(bytes.count)
            record.append(to: &bytes)
        }
        guard bytes.count <= LogLimits.payloadBytesMax, records.count <= LogLimits.recordCountMax else {
            throw .groupTooLarge(records: records.count, bytes: bytes.count)
        }
        return (bytes, offsets)
    }
}
