/// Reads single frames of a log, through a window of the file.
///
/// A range that the device cannot read has no frames: it is narrowed down in small pieces, so that nothing around it is
/// lost.
struct FrameReader {
    /// The end of the examined bytes, as an offset.
    let size: Int
    /// The ranges that the device could not read so far, in the order of discovery.
    private(set) var unreadable: [Range<Int>] = []

    private let file: any File
    private let salt: UInt32
    private var window: [UInt8] = []
    private var windowStart = 0

    init(_ file: any File, size: Int, salt: UInt32) {
        self.file = file
        self.size = size
        self.salt = salt
    }

    /// Returns the frame at an offset; nil if there is none.
    mutating func frame(at offset: Int) throws(LogError) -> Frame? {
        guard
            let headerBytes = try bytes(FrameHeader.byteCount, at: offset),
            let header = FrameHeader(decoding: headerBytes, at: offset, salt: salt),
            let padded = try bytes(header.paddedLength, at: offset + FrameHeader.byteCount),
            header.payloadChecksum == FrameHeader.payloadChecksum(of: padded, frame: offset, salt: salt)
        else { return nil }
        return Frame(
            offset: offset,
            header: header,
            checksum: FrameHeader.checksum(of: headerBytes),
            payload: padded.prefix(header.payloadLength)
        )
    }

    /// Returns the header of a frame at an offset, regardless of its payload; nil if there is none.
    mutating func header(at offset: Int) throws(LogError) -> FrameHeader? {
        try bytes(FrameHeader.byteCount, at: offset).flatMap { FrameHeader(decoding: $0, at: offset, salt: salt) }
    }

    /// Whether the header before an offset has a checksum.
    ///
    /// Only a frame that was written at this offset passes, and it names the header before it. False also if the offset
    /// cannot be read.
    mutating func follows(_ checksum: UInt32, at offset: Int) -> Bool {
        (try? header(at: offset))?.previousChecksum == checksum
    }

    /// Returns bytes of the file; nil if it ends before them, or they cannot be read.
    private mutating func bytes(_ count: Int, at offset: Int) throws(LogError) -> ArraySlice<UInt8>? {
        guard offset + count <= size else { return nil }
        if offset < windowStart || offset + count > windowStart + window.count {
            try load(max(count, LogLimits.scanBytes), at: offset)
        }
        guard unreadable.isEmpty || !unreadable.contains(where: { $0.overlaps(offset..<offset + count) }) else {
            return nil
        }
        return window[(offset - windowStart)...].prefix(count)
    }

    private mutating func load(_ count: Int, at offset: Int) throws(LogError) {
        let range = offset..<offset + min(count, size - offset)
        window = []
        windowStart = offset
        if let bytes = try read(range) {
            window = bytes
        } else {
            window = try readInPieces(range)
        }
    }

    private mutating func readInPieces(_ range: Range<Int>) throws(LogError) -> [UInt8] {
        var bytes: [UInt8] = []
        bytes.reserveCapacity(range.count)
        while bytes.count < range.count {
            let start = range.lowerBound + bytes.count
            let end = min((start / LogLimits.retryBytes + 1) * LogLimits.retryBytes, range.upperBound)
            if let piece = try read(start..<end) {
                bytes += piece
            } else {
                note(unreadable: start..<end)
                bytes += repeatElement(0, count: end - start)
            }
        }
        return bytes
    }

    /// Reads bytes that the file must have; nil if the device fails or returns fewer.
    private func read(_ range: Range<Int>) throws(LogError) -> [UInt8]? {
        do throws(LogError) {
            return try file.readAll(range.count, at: range.lowerBound)
        } catch {
            guard case .unreadable(_, let cause) = error, cause.reason == .inputOutput else { throw error }
            return nil
        }
    }

    private mutating func note(unreadable range: Range<Int>) {
        guard let last = unreadable.last, last.upperBound >= range.lowerBound, last.lowerBound <= range.lowerBound
        else {
            unreadable.append(range)
            return
        }
        unreadable[unreadable.count - 1] = last.lowerBound..<max(last.upperBound, range.upperBound)
    }
}

extension File {
    /// Reads bytes that the file must have; fewer mean damage, not its end.
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
