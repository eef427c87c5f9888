import PhlistModel

/// The content of a frame, independent of its offset.
struct FrameDraft {
    let type: UInt8
    var flags: UInt8 = 0
    let recordCount: Int
    let payload: [UInt8]
    /// The offset of each record in the payload.
    var offsets: [Int] = []

    // These frames say everything by their type.
    static let seal = FrameDraft(type: FrameType.seal.rawValue, recordCount: 0, payload: [])
    static let clean = FrameDraft(type: FrameType.clean.rawValue, recordCount: 0, payload: [])

    /// Returns a frame of a given size that replaces a lost one.
    static func hole(byteCount: Int, lostRecordCount: UInt64) -> FrameDraft {
        let length = byteCount - FrameHeader.byteCount
        var payload: [UInt8] = []
        if length >= 8 { payload.append(littleEndian: lostRecordCount) }
        payload += repeatElement(0, count: length - payload.count)
        return FrameDraft(type: FrameType.holes.rawValue, recordCount: 0, payload: payload)
    }
}

extension FrameDraft {
    /// Creates the frame of a group of records.
    ///
    /// - Throws: `groupTooLarge` if the records do not fit into one frame.
    init(_ records: [Record]) throws(LogError) {
        var bytes: [UInt8] = []
        for record in records {
            offsets.append(bytes.count)
            record.append(to: &bytes)
        }
        guard bytes.count <= LogLimits.payloadBytesMax, records.count <= LogLimits.recordCountMax else {
            throw .groupTooLarge(records: records.count, bytes: bytes.count)
        }
        let isLocal = records.allSatisfy { $0.kind == .local }
        type = (isLocal ? FrameType.local : .batches).rawValue
        recordCount = records.count
        payload = bytes
    }

    /// Creates the frame of records that several appends made.
    ///
    /// - Throws: As the frame of one append.
    init(packing records: [Record]) throws(LogError) {
        let loose = try FrameDraft(records)
        type = FrameType.packed.rawValue
        recordCount = loose.recordCount
        payload = PackedRecords.pack(loose.payload)
        offsets = loose.offsets
    }

    /// Creates the frame with the content of another.
    init(copying frame: Frame) {
        type = frame.header.type
        flags = frame.header.flags
        recordCount = frame.header.recordCount
        payload = Array(frame.payload)
    }
}

/// A frame ready to be written.
struct EncodedFrame {
    let bytes: [UInt8]
    let positions: [RecordPosition]
    /// The tail after it.
    let tail: LogTail

    /// Encodes the frame that follows a tail.
    init(_ draft: FrameDraft, after tail: LogTail, salt: UInt32) {
        let count = draft.payload.count
        let padded = draft.payload + repeatElement(0, count: FrameHeader.padded(count) - count)
        let header = FrameHeader(
            payloadLength: count,
            firstSequence: tail.nextSequence,
            recordCount: draft.recordCount,
            type: draft.type,
            flags: draft.flags,
            previousChecksum: tail.checksum,
            payloadChecksum: FrameHeader.payloadChecksum(of: padded[...], frame: tail.end, salt: salt)
        )
        let headerBytes = header.bytes(at: tail.end, salt: salt)
        bytes = headerBytes + padded
        positions = draft.offsets.map { RecordPosition(frame: tail.end, offset: $0) }
        let checksum = FrameHeader.checksum(of: headerBytes[...])
        let frame = Frame(offset: tail.end, header: header, checksum: checksum, payload: padded.prefix(count))
        self.tail = tail.advanced(past: frame)
    }
}
