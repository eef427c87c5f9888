/// A range of a log that does not return what was written there.
///
/// Offsets and sizes are in bytes; they are the same before and after a salvage.
package struct LogHole: Hashable, Sendable {
    package var offset: Int
    package var byteCount: Int
    /// The sequence number of the first lost record; records count from 1.
    package var firstLostRecord: UInt64
    /// The number of records known to be lost: zero for a hole at the end if nothing after it shows more.
    package var lostRecordCount: UInt64

    package init(offset: Int, byteCount: Int, firstLostRecord: UInt64, lostRecordCount: UInt64) {
        self.offset = offset
        self.byteCount = byteCount
        self.firstLostRecord = firstLostRecord
        self.lostRecordCount = lostRecordCount
    }

    /// Whether the numbers of its records overflow.
    var isEndless: Bool {
        firstLostRecord.addingReportingOverflow(lostRecordCount).overflow
    }

    /// The offset after the hole.
    package var end: Int { offset + byteCount }
}

extension LogHole: CustomStringConvertible {
    /// For example `bytes 4096 to 8192, records 17 to 20`.
    package var description: String {
        let bytes = "bytes \(offset) to \(end)"
        switch lostRecordCount {
        case 0: return bytes
        case 1: return "\(bytes), record \(firstLostRecord)"
        default: return "\(bytes), records \(firstLostRecord) to \(firstLostRecord + lostRecordCount - 1)"
        }
    }
}
