package import PhlistModel

extension Log {
    /// The mark of the durable end: everything before it has been flushed.
    package var mark: LogMark { tail.mark(generation: generation) }

    /// Whether a mark was taken in this very log, so that what was before it then is before it now.
    ///
    /// False also when the place cannot be read.
    package func holds(_ mark: LogMark) -> Bool {
        guard mark.generation == generation, let offset = Int(exactly: mark.offset) else { return false }
        guard offset != tail.end else { return mark.checksum == tail.checksum }
        guard offset < tail.end else { return false }
        var reader = FrameReader(file, size: tail.end, salt: header.salt)
        return reader.follows(mark.checksum, at: offset)
    }

    /// Hands over the records in the order of the log, each checked against the sum of its frame.
    ///
    /// - Parameters:
    ///   - mark: A mark that the log holds: only what is behind it is handed over. Nil for everything.
    ///   - body: Gets each record and its position.
    /// - Throws: `damaged` or `unreadable` when the disk does not give back what was there when the log was opened, or
    ///   the mark is not one of this log; `closed`.
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
    /// Where a hole ends that begins at an offset and has no frame in its place.
    fileprivate func endOfHoleLeftAsItIs(at offset: Int) -> Int? {
        guard case .damaged(let damage) = ending, damage.isLeftAsItIs != nil else { return nil }
        return damage.holes.first { $0.offset == offset }?.end
    }
}
