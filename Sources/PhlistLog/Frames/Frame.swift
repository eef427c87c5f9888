import PhlistModel

/// A frame whose every byte is as it was written at that offset.
struct Frame {
    let offset: Int
    let header: FrameHeader
    /// The checksum of the header, which the next frame names.
    let checksum: UInt32
    /// The payload without its padding.
    let payload: ArraySlice<UInt8>

    /// The offset of the next frame.
    var end: Int { offset + FrameHeader.byteCount + header.paddedLength }

    /// The type of the frame; nil for a type of a later program.
    var type: FrameType? { FrameType(rawValue: header.type) }

    /// Whether the next frame is written over this one.
    var isNote: Bool { type?.isNote ?? false }

    /// The number of records that the frame accounts for: its own, or those that it says are lost.
    var recordCount: UInt64 {
        UInt64(header.recordCount) + (hole?.lostRecordCount ?? 0)
    }

    /// The hole that a HOLES frame describes; nil for any other frame.
    var hole: LogHole? {
        guard type == .holes else { return nil }
        return LogHole(
            offset: offset,
            byteCount: end - offset,
            firstLostRecord: header.firstSequence,
            lostRecordCount: payload.count < 8 ? 0 : payload.littleEndian(at: 0, as: UInt64.self)
        )
    }
}

extension Frame {
    /// Whether the payload fits the frame's type; one of a later program may hold anything.
    ///
    /// Compressed records are looked at only if `isUnpacked` says so.
    func isWellFormed(unpacked isUnpacked: Bool) -> Bool {
        switch type {
        case .packed where !isUnpacked: true
        case .batches, .local, .packed: records.map(holdsItsRecords) ?? false
        case .seal, .clean: header.recordCount == 0 && payload.isEmpty
        case .holes: header.recordCount == 0 && hole.map { !$0.isEndless } ?? false
        case nil: true
        }
    }

    /// The records one after the other; nil if the payload is none of the frame's type.
    private var records: ArraySlice<UInt8>? {
        type == .packed ? PackedRecords.unpack(payload)?[...] : payload
    }

    private func holdsItsRecords(_ records: ArraySlice<UInt8>) -> Bool {
        var rest = records
        for _ in 0..<header.recordCount {
            guard Record.skip(in: &rest) else { return false }
        }
        return rest.isEmpty
    }

    /// Passes each record to a closure, in order.
    ///
    /// - Returns: False if the payload does not match the header.
    func forEachRecord(_ body: (Record, RecordPosition) -> Void) -> Bool {
        guard let type, type.holdsRecords else { return isWellFormed(unpacked: false) }
        guard let records, holdsItsRecords(records) else { return false }
        var rest = records
        for _ in 0..<header.recordCount {
            let position = RecordPosition(frame: offset, offset: rest.startIndex - records.startIndex)
            guard let record = Record(takingFrom: &rest) else { return false }
            body(record, position)
        }
        return true
    }
}
