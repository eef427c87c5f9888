import PhlistLog
import PhlistModel

extension [Record] {
    /// Whether one append takes them all.
    var fitOneFrame: Bool {
        let byteCount = reduce(0) { $0 + $1.sizeInFrame }
        return byteCount <= LogLimits.payloadBytesMax && count <= LogLimits.recordCountMax
    }

    /// The records in groups that each fit one frame; small ones, for each is in memory as a whole.
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
    /// What the record takes of a frame at most: the length and the kind before the bytes take eleven.
    fileprivate var sizeInFrame: Int { bytes.count + 11 }
}
