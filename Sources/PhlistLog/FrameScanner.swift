/// Reads the frames of a log one after the other, up to the first bad place.
struct FrameScanner {
    /// What the bytes after the last good frame are.
    enum Verdict {
        /// There are none.
        case whole
        /// They were never acknowledged.
        case torn
        /// They, or some below, were known durable up to this offset.
        case damaged(durableUpto: Int)
    }

    /// What the good frames so far end in.
    private(set) var tail: LogTail
    private(set) var frameCount = 0

    private var reader: FrameReader

    init(_ file: any File, size: Int, header: FileHeader) {
        reader = FrameReader(file, size: size, salt: header.salt)
        tail = LogTail(after: header)
    }

    /// The next frame that is whole and follows the one before it; nil at the end and at the first bad place.
    ///
    /// - Throws: `unreadable`; `unsupportedFrame`; `damaged` when the frame is not what it says.
    mutating func next() throws(LogError) -> Frame? {
        guard let frame = try reader.frame(at: tail.end), tail.isFollowed(by: frame.header) else { return nil }
        guard FrameType(rawValue: frame.header.type) != nil || frame.header.isSkippable else {
            throw .unsupportedFrame(type: frame.header.type, at: frame.offset)
        }
        guard frame.hasWholeRecords else { throw .damaged(at: frame.offset, durableUpto: tail.durableUpto) }
        tail = tail.advanced(past: frame.header, checksum: frame.checksum)
        frameCount += 1
        return frame
    }

    /// Judges the bytes after the last good frame by what any header in the file knew to be durable.
    ///
    /// A frame names how far the file was known durable when the frame was built. When one of them names more than the
    /// good part, acknowledged bytes are bad; otherwise only the last, unfinished append can be.
    mutating func verdict() throws(LogError) -> Verdict {
        guard tail.end < reader.size else { return .whole }
        var durableUpto = tail.durableUpto
        for offset in stride(
            from: tail.end,
            through: reader.size - FrameHeader.byteCount,
            by: FrameHeader.alignment
        ) {
            guard let header = try reader.header(at: offset) else { continue }
            durableUpto = max(durableUpto, header.durableUpto)
        }
        return durableUpto > tail.end ? .damaged(durableUpto: durableUpto) : .torn
    }
}
