/// Reads the frames of a log one after the other, up to the first bad place.
struct FrameScanner {
    /// A frame that is whole, and follows the one before it.
    struct Frame {
        let offset: Int
        let header: FrameHeader
        /// The payload without its padding.
        let payload: ArraySlice<UInt8>
    }

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

    private let file: any File
    private let size: Int
    private let salt: UInt32
    private var window: [UInt8] = []
    private var windowStart = 0

    init(_ file: any File, size: Int, header: FileHeader) {
        self.file = file
        self.size = size
        salt = header.salt
        tail = LogTail(after: header)
    }

    /// The next frame; nil at the end and at the first bad place.
    ///
    /// - Throws: `unreadable`; `unsupportedFrame`.
    mutating func next() throws(LogError) -> Frame? {
        let offset = tail.end
        guard
            let headerBytes = try bytes(FrameHeader.byteCount, at: offset),
            let header = FrameHeader(decoding: headerBytes, at: offset, salt: salt), tail.isFollowed(by: header),
            let padded = try bytes(header.paddedLength, at: offset + FrameHeader.byteCount),
            header.payloadChecksum == FrameHeader.payloadChecksum(of: padded, frame: offset, salt: salt)
        else { return nil }
        guard FrameType(rawValue: header.type) != nil || header.isSkippable else {
            throw .unsupportedFrame(type: header.type, at: offset)
        }
        tail = tail.advanced(past: header, checksum: FrameHeader.checksum(of: headerBytes))
        frameCount += 1
        return Frame(offset: offset, header: header, payload: padded.prefix(header.payloadLength))
    }

    /// Judges the bytes after the last good frame by what any header in the file knew to be durable.
    ///
    /// A frame names how far the file was known durable when the frame was built. When one of them names more than the
    /// good part, acknowledged bytes are bad; otherwise only the last, unfinished append can be.
    mutating func verdict() throws(LogError) -> Verdict {
        guard tail.end < size else { return .whole }
        var durableUpto = tail.durableUpto
        for offset in stride(from: tail.end, through: size - FrameHeader.byteCount, by: FrameHeader.alignment) {
            guard let candidate = try bytes(FrameHeader.byteCount, at: offset) else { break }
            guard let header = FrameHeader(decoding: candidate, at: offset, salt: salt) else { continue }
            durableUpto = max(durableUpto, header.durableUpto)
        }
        return durableUpto > tail.end ? .damaged(durableUpto: durableUpto) : .torn
    }

    /// Bytes of the file; nil where it ends before them.
    private mutating func bytes(_ count: Int, at offset: Int) throws(LogError) -> ArraySlice<UInt8>? {
        guard offset + count <= size else { return nil }
        if offset < windowStart || offset + count > windowStart + window.count {
            try load(max(count, LogLimits.scanBytes), at: offset)
        }
        return window[(offset - windowStart)...].prefix(count)
    }

    private mutating func load(_ count: Int, at offset: Int) throws(LogError) {
        window = []
        window = try file.readAll(min(count, size - offset), at: offset)
        windowStart = offset
    }
}

extension File {
    /// Reads bytes that the file must have: fewer are not its end but damage.
    func readAll(_ count: Int, at offset: Int) throws(LogError) -> [UInt8] {
        let bytes: [UInt8]
        do {
            bytes = try read(count, at: offset)
        } catch {
            throw .unreadable(at: offset, error)
        }
        guard bytes.count == count else {
            throw .unreadable(at: offset + bytes.count, FileError(.read, path, .inputOutput))
        }
        return bytes
    }
}
