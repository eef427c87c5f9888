/// What the next frame follows: everything that the end of a log decides about it.
struct LogTail {
    /// Where the next frame begins.
    var end: Int
    /// Everything below is known durable.
    var durableUpto: Int
    /// The running number of the next record.
    var nextSequence: UInt64
    /// The checksum of the last header: a frame's, or the file's.
    var checksum: UInt32
    /// The type of the last frame; nil where there is none, or one of a type that this program does not know.
    var lastType: FrameType?

    /// The tail of a log with only its header, which is durable: its name is given to it afterwards.
    init(after header: FileHeader) {
        end = FileHeader.byteCount
        durableUpto = end
        nextSequence = 1
        checksum = header.checksum
    }

    /// Whether a frame at the end is this tail's successor.
    func isFollowed(by header: FrameHeader) -> Bool {
        header.previousChecksum == checksum && header.firstSequence == nextSequence && header.durableUpto >= durableUpto
    }

    /// The tail after a frame that follows this one.
    func advanced(past header: FrameHeader, checksum: UInt32) -> LogTail {
        var tail = self
        tail.end += FrameHeader.byteCount + header.paddedLength
        tail.durableUpto = header.durableUpto
        tail.nextSequence += UInt64(header.recordCount)
        tail.checksum = checksum
        tail.lastType = FrameType(rawValue: header.type)
        return tail
    }

    /// The mark of the place after it.
    func mark(generation: UInt64) -> LogMark {
        LogMark(generation: generation, offset: UInt64(end), checksum: checksum)
    }
}
