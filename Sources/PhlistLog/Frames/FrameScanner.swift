/// Reads the frames of a log one after the other, and continues after bad bytes.
///
/// A frame after bad bytes is found by its own checksums, at multiples of 8: they hold for this generation and this
/// offset alone, and nothing that a peer sends can imitate them, since the salt is secret.
struct FrameScanner {
    /// The next part of the file.
    enum Step {
        case frame(Frame)
        /// Bytes that are not a frame, up to the next one or the end of the file.
        case gap(LogHole)
    }

    /// The tail after the frames so far; after a gap, the tail that the next frame follows.
    private(set) var tail: LogTail
    /// The largest offset of any header so far, even if its payload is bad: everything before it was durable.
    private(set) var durableUpto: Int
    /// The number of the next record after everything below `durableUpto`.
    private var sequenceAtDurable: UInt64 = 0

    private var reader: FrameReader
    private let isUnpacking: Bool
    private var isAtEnd = false

    init(_ file: any File, size: Int, header: FileHeader, isUnpacking: Bool) {
        self.isUnpacking = isUnpacking
        reader = FrameReader(file, size: size, salt: header.salt)
        tail = LogTail(after: header)
        durableUpto = tail.end
    }

    /// The ranges that the device could not read.
    var unreadable: [Range<Int>] { reader.unreadable }

    /// Returns the next frame or gap; nil at the end of the file.
    ///
    /// - Throws: `unreadable` for a reason other than damage; `unsupportedFrame`; `damaged` if a frame has good sums
    ///   but does not hold what its header says.
    mutating func next() throws(LogError) -> Step? {
        guard !isAtEnd, tail.end < reader.size else { return nil }
        guard let frame = try reader.frame(at: tail.end), tail.isFollowed(by: frame.header), !isStale(frame) else {
            return .gap(try skip())
        }
        guard frame.type != nil || frame.header.isSkippable else {
            throw .unsupportedFrame(type: frame.header.type, at: frame.offset)
        }
        guard frame.isWellFormed(unpacked: isUnpacking) else { throw .damaged(at: frame.offset, durableUpto: tail.end) }
        note(frame.header, at: frame.offset)
        tail = tail.advanced(past: frame)
        isAtEnd = frame.isNote
        return .frame(frame)
    }

    /// Whether a frame is a note that the next frame was to replace: more bytes follow it in the file.
    ///
    /// The bytes from its offset on then belong to that next frame, which is incomplete or has lost its beginning.
    private func isStale(_ frame: Frame) -> Bool {
        frame.isNote && frame.end < reader.size
    }

    /// Skips bad bytes.
    private mutating func skip() throws(LogError) -> LogHole {
        let start = tail
        if let header = try reader.header(at: start.end) { note(header, at: start.end) }
        var offset = start.end + FrameHeader.byteCount
        while offset + FrameHeader.byteCount <= reader.size {
            if let header = try reader.header(at: offset) {
                note(header, at: offset)
                if start.mayResume(with: header, at: offset), try reader.frame(at: offset) != nil {
                    tail.resume(with: header, at: offset)
                    return start.hole(upTo: offset, nextSequence: header.firstSequence)
                }
            }
            offset += FrameHeader.alignment
        }
        isAtEnd = true
        return start.hole(upTo: reader.size, nextSequence: sequenceAtDurable)
    }

    private mutating func note(_ header: FrameHeader, at offset: Int) {
        guard offset > durableUpto else { return }
        durableUpto = offset
        sequenceAtDurable = header.firstSequence
    }
}
