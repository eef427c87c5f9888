/// What the next frame follows: everything that the end of a log decides about it.
struct LogTail: Hashable {
    /// Where the next frame begins.
    var end: Int
    /// The running number of the next record.
    var nextSequence: UInt64
    /// The checksum of the last header: a frame's, or the file's.
    var checksum: UInt32
    /// The SEAL or CLEAN that stands at the end, to be written over by the next frame; nil where there is none.
    var note: FrameType?

    /// The tail of a log with only its header, which is durable: its name is given to it afterwards.
    init(after header: FileHeader) {
        end = FileHeader.byteCount
        nextSequence = 1
        checksum = header.checksum
    }

    /// Whether a frame at the end is this tail's successor.
    func isFollowed(by header: FrameHeader) -> Bool {
        header.previousChecksum == checksum && header.firstSequence == nextSequence
    }

    /// The tail after a frame that follows this one; a note leaves it where it was.
    func advanced(past frame: Frame) -> LogTail {
        var tail = self
        tail.note = frame.isNote ? frame.type : nil
        guard !frame.isNote else { return tail }
        tail.end = frame.end
        tail.nextSequence &+= frame.recordCount
        tail.checksum = frame.checksum
        return tail
    }

    /// The mark of the place after it.
    func mark(generation: UInt64) -> LogMark {
        LogMark(generation: generation, offset: UInt64(end), checksum: checksum)
    }
}

extension LogTail {
    /// Whether a frame behind bad bytes can be a later one of this log.
    ///
    /// The smallest frame holds no record: bytes that have no room for more cannot have lost any.
    func mayResume(with header: FrameHeader, at offset: Int) -> Bool {
        guard header.firstSequence >= nextSequence else { return false }
        return offset - end > FrameHeader.byteCount || header.firstSequence == nextSequence
    }

    /// Goes on behind bad bytes.
    mutating func resume(with header: FrameHeader, at offset: Int) {
        end = offset
        nextSequence = header.firstSequence
        checksum = header.previousChecksum
    }

    /// The hole from here to an offset, before the record of a number.
    func hole(upTo offset: Int, nextSequence: UInt64) -> LogHole {
        LogHole(
            offset: end,
            byteCount: offset - end,
            firstLostRecord: self.nextSequence,
            lostRecordCount: max(nextSequence, self.nextSequence) - self.nextSequence
        )
    }

    /// Ends the log in a hole, which takes the place of bad bytes at the end of a file.
    mutating func fill(_ gap: LogHole, upTo offset: Int) -> LogHole {
        var hole = gap
        hole.byteCount = max(offset - gap.offset, FrameHeader.byteCount)
        end = hole.end
        nextSequence += hole.lostRecordCount
        note = nil
        return hole
    }
}
