package import PhlistModel

/// Packing what was appended bit by bit: most appends are one change of a person, and a frame has a header of 32 bytes.
extension Log {
    /// Rewrites the log as a new generation in which many appends share a frame and are compressed.
    ///
    /// Records keep their order, and get other positions. Everything is read back from the disk before the new
    /// generation gets the name. A log with holes stays as it is: their offsets have been reported.
    ///
    /// - Parameter isNeeded: Whether a record is still of use; others are left out.
    /// - Throws: `diskFull` and `file`, after which the log is unchanged; `failed`, which is permanent, if it is
    ///   unknown which of the two has the name; otherwise as `append(_:)`.
    package mutating func pack(keeping isNeeded: (Record) -> Bool) throws(LogError) {
        try checkWritable()
        guard report.holes.isEmpty, looseByteCount > 0 else { return }
        try renewing { log throws(LogError) in try log.writePacked(isNeeded) }
    }

    private mutating func writePacked(_ isNeeded: (Record) -> Bool) throws(LogError) {
        var writer = try GenerationWriter(header.successor(newSalt: newSalt), in: directory)
        var pack = RecordPack()
        try forEachFrame { frame throws(LogError) in
            if frame.type?.isLoose ?? false {
                try pack.add(frame.records(where: isNeeded), to: &writer)
            } else {
                try pack.end(in: &writer)
                _ = try writer.append(FrameDraft(copying: frame))
            }
        }
        try pack.end(in: &writer)
        try adopt(&writer, keepsPrevious: false)
    }
}

/// Records that wait for their packed frame.
private struct RecordPack {
    private var records: [Record] = []
    private var byteCount = 0

    /// Adds records; writes a packed frame whenever there are enough.
    mutating func add(_ added: [Record], to writer: inout GenerationWriter) throws(LogError) {
        for record in added {
            records.append(record)
            byteCount += record.bytes.count
            if byteCount >= LogLimits.packedBytes || records.count == LogLimits.recordCountMax {
                try end(in: &writer)
            }
        }
    }

    mutating func end(in writer: inout GenerationWriter) throws(LogError) {
        guard !records.isEmpty else { return }
        _ = try writer.append(FrameDraft(packing: records))
        (records, byteCount) = ([], 0)
    }
}

extension Frame {
    fileprivate func records(where isNeeded: (Record) -> Bool) -> [Record] {
        var records: [Record] = []
        _ = forEachRecord { record, _ in
            if isNeeded(record) { records.append(record) }
        }
        return records
    }
}
