/// A frame whose every byte is as it was written there.
struct Frame {
    let offset: Int
    let header: FrameHeader
    /// The checksum of the header: the next frame names it.
    let checksum: UInt32
    /// The payload without its padding.
    let payload: ArraySlice<UInt8>

    /// Where the next frame begins.
    var end: Int { offset + FrameHeader.byteCount + header.paddedLength }
}

/// Reads single frames of a log, through a window of the file.
struct FrameReader {
    private let file: any File
    /// Bytes from here on are not looked at.
    let size: Int
    private let salt: UInt32
    private var window: [UInt8] = []
    private var windowStart = 0

    init(_ file: any File, size: Int, salt: UInt32) {
        self.file = file
        self.size = size
        self.salt = salt
    }

    /// The frame at an offset; nil where there is none.
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

    /// The header of a frame at an offset, whatever its payload is; nil where there is none.
    mutating func header(at offset: Int) throws(LogError) -> FrameHeader? {
        try bytes(FrameHeader.byteCount, at: offset).flatMap { FrameHeader(decoding: $0, at: offset, salt: salt) }
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
