/// The end of a log, with everything that the next frame must match.
struct LogTail: Hashable {
    /// The offset of the next frame.
    var end: Int
    /// The sequence number of the next record.
    var nextSequence: UInt64
    /// The checksum of the last header: a frame's, or the file's.
    var checksum: UInt32
    /// The SEAL or CLEAN at the end, which the next frame overwrites; nil if there is none.
    var note: FrameType?

    /// The tail of a log with only its header, which is durable: the file gets its name afterwards.
    init(after header: FileHeader) {
        end = FileHeader.byteCount
        nextSequence = 1
        checksum = header.checksum
    }

    /// Whether a frame at the end is this tail's successor.
    func isFollowed(by header: FrameHeader) -> Bool {
        header.previousChecksum == checksum && header.firstSequence == nextSequence
    }

    /// Returns the tail after a frame that follows this one; a note leaves the end where it was.
    func advanced(past frame: Frame) -> LogTail {
        var tail = self
        tail.note = frame.isNote ? frame.type : nil
        guard !frame.isNote else { return tail }
        tail.end = frame.end
        tail.nextSequence &+= frame.recordCount
        tail.checksum = frame.checksum
        return tail
    }

    /// Returns the mark of the position after the tail.
    func mark(generation: UInt64) -> LogMark {
        LogMark(generation: generation, offset: UInt64(end), checksum: checksum)
    }
}

extension LogTail {
    /// Whether a frame after bad bytes can be a later one of this log.
    ///
    /// The smallest frame holds no record: bytes with no room for more cannot have lost any.
    func mayResume(with header: FrameHeader, at offset: Int) -> Bool {
        guard header.firstSequence >= nextSequence else { return false }
        return offset - end > FrameHeader.byteCount || header.firstSequence == nextSequence
    }

    /// Continues after bad bytes.
    mutating func resume(with header: FrameHeader, at offset: Int) {
        end = offset
        nextSequence = header.firstSequence
        checksum = header.previousChecksum
    }

    /// Returns the hole from here to an offset; the record after it has the number `nextSequence`.
    func hole(upTo offset: Int, nextSequence: UInt64) -> LogHole {
        LogHole(
            offset: end,
            byteCount: offset - end,
            firstLostRecord: self.nextSequence,
            lostRecordCount: max(nextSequence, self.nextSequence) - self.nextSequence
        )
    }

    /// Ends the log in a hole, which replaces bad bytes at the end of a file.
    mutating func fill(_ gap: LogHole, upTo offset: Int) -> LogHole {
        var hole = gap
        hole.byteCount = max(offset - gap.offset, FrameHeader.byteCount)
        end = hole.end
        nextSequence += hole.lostRecordCount
        note = nil
        return hole
    }
}
