import PhlistLog
import PhlistModel

extension [Record] {
    /// Whether one append can hold all records.
    var fitOneFrame: Bool {
        let byteCount = reduce(0) { $0 + $1.sizeInFrame }
        return byteCount <= LogLimits.payloadBytesMax && count <= LogLimits.recordCountMax
    }

    /// Splits the records into groups that each fit one frame; small ones, because each is held in memory as a whole.
    func groups() -> [[Record]] {
        var groups: [[Record]] = [[]]
        var byteCount = 0
        for record in self {
            let size = record.sizeInFrame
            let last = groups.count - 1
            let fits =
                byteCount + size <= LogLimits.payloadBytesMax / 4 && groups[last].count < LogLimits.recordCountMax
            if fits || groups[last].isEmpty {
                groups[last].append(record)
                byteCount += size
            } else {
                groups.append([record])
                byteCount = size
            }
        }
        return groups
    }
}

extension Record {
    /// The most bytes that the record takes in a frame: the length and the kind before its bytes take up to eleven.
    fileprivate var sizeInFrame: Int { bytes.count + 11 }
}
