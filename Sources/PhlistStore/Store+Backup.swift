package import PhlistLog
package import PhlistModel

/// What a backup asks of the store.
extension Store {
    /// Makes records durable, all of them or none, also more than one append takes.
    package mutating func appendTogether(_ records: [Record]) throws(LogError) {
        try appendTogether(records.groups())
    }
}

extension [Record] {
    /// The records in groups that each fit one frame.
    fileprivate func groups() -> [[Record]] {
        var groups: [[Record]] = [[]]
        var byteCount = 0
        for record in self {
            // The length and the kind before the bytes take eleven at most.
            let size = record.bytes.count + 11
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
