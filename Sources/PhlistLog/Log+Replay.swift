package import PhlistModel

extension Log {
    /// The mark of the durable end: everything before it has been flushed.
    package var mark: LogMark { tail.mark(generation: generation) }

    /// Whether a mark was taken in this very log, so that everything before it is unchanged.
    ///
    /// False also if its offset cannot be read.
    package func holds(_ mark: LogMark) -> Bool {
        guard mark.generation == generation, let offset = Int(exactly: mark.offset) else { return false }
        guard offset != tail.end else { return mark.checksum == tail.checksum }
        guard offset < tail.end else { return false }
        var reader = FrameReader(file, size: tail.end, salt: header.salt)
        return reader.follows(mark.checksum, at: offset)
    }

    /// Passes on the records in the order of the log, each checked against the checksum of its frame.
    ///
    /// - Parameters:
    ///   - mark: A mark that the log holds, to pass on only the records after it; nil for all records.
    ///   - body: Receives each record and its position.
    /// - Throws: `damaged` or `unreadable` if the disk does not return what was there when the log was opened, or the
    ///   mark is not from this log; `closed`.
    package func replay(
        from mark: LogMark? = nil,
        _ body: (Record, RecordPosition) -> Void
    ) throws(LogError) {
        try checkOpen()
        var offset = FileHeader.byteCount
        if let mark {
            guard holds(mark) else { throw damaged(at: Int(clamping: mark.offset)) }
            offset = Int(clamping: mark.offset)
        }
        var reader = FrameReader(file, size: tail.end, salt: header.salt)
        while offset < tail.end {
            if let end = report.endOfHoleLeftAsItIs(at: offset) {
                offset = end
            } else if let frame = try reader.frame(at: offset), frame.forEachRecord(body) {
                offset = frame.end
            } else {
                throw damaged(at: offset)
            }
        }
    }
}

extension OpenReport {
    /// The end of a hole that begins at an offset and was not filled with frames; nil if there is none.
    fileprivate func endOfHoleLeftAsItIs(at offset: Int) -> Int? {
        guard case .damaged(let damage) = ending, damage.isLeftAsItIs != nil else { return nil }
        return damage.holes.first { $0.offset == offset }?.end
    }
}
