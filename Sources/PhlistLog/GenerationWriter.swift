import PhlistModel

/// Writes a new generation of the log under a temporary name, and finally renames it to the log.
///
/// A copied frame keeps its offset and its number, so that positions stay valid; packed records get new ones. The salt
/// changes, and with it every checksum: bytes of the previous generation never pass in this one.
struct GenerationWriter {
    private let directory: StateDirectory
    private let file: any File
    let header: FileHeader
    /// The tail after the frames added so far.
    private(set) var tail: LogTail
    /// Bytes not yet written, and their offset in the file.
    private var buffer: [UInt8]
    private var bufferStart = 0

    /// Begins a generation; any remains of an earlier attempt are removed.
    init(_ header: FileHeader, in directory: StateDirectory) throws(LogError) {
        self.directory = directory
        self.header = header
        tail = LogTail(after: header)
        buffer = header.bytes
        file = try asLogError { () throws(FileError) in
            try directory.removeIfPresent(Log.newName)
            return try directory.fileSystem.open(directory.path(of: Log.newName), .create)
        }
    }

    /// Copies a frame from another generation.
    ///
    /// - Throws: `damaged` if it is not the next frame; `file`.
    mutating func copy(_ frame: Frame) throws(LogError) {
        let isNext = frame.offset == tail.end && frame.header.firstSequence == tail.nextSequence
        guard isNext else { throw .damaged(at: frame.offset, durableUpto: tail.end) }
        _ = try append(FrameDraft(copying: frame))
    }

    /// Replaces a hole with HOLES frames of exactly its size; the first of them names what was lost.
    mutating func fill(_ hole: LogHole) throws(LogError) {
        var lost = hole.lostRecordCount
        while tail.end < hole.end {
            _ = try append(.hole(byteCount: frameSize(in: hole.end - tail.end), lostRecordCount: lost))
            lost = 0
        }
    }

    mutating func append(_ draft: FrameDraft) throws(LogError) -> [RecordPosition] {
        invariant(tail.note == nil, "a frame after a note, at \(tail.end)")
        let frame = EncodedFrame(draft, after: tail, salt: header.salt)
        buffer += frame.bytes
        tail = frame.tail
        if buffer.count >= LogLimits.scanBytes { try writeBuffer() }
        return frame.positions
    }

    /// Makes the generation the log, once every byte of it has been read back from the disk.
    ///
    /// It ends in a SEAL, so that under the name of the log all of it can be trusted.
    ///
    /// - Parameter keepsPrevious: Whether the current log is kept as `phlist.log.prev`.
    /// - Returns: The scan of the bytes read back.
    /// - Throws: `file`; the log is then unchanged, unless only the flush of the new name failed.
    mutating func finish(keepsPrevious: Bool) throws(LogError) -> LogScan {
        if tail.note == nil { _ = try append(.seal) }
        try writeBuffer()
        let scan = try verify()
        do throws(FileError) {
            if keepsPrevious { try keepPrevious() }
            try directory.rename(Log.newName, to: Log.name)
        } catch {
            throw .file(error)
        }
        return scan
    }

    private func keepPrevious() throws(FileError) {
        try directory.removeIfPresent(Log.previousName)
        try directory.fileSystem.link(directory.path(of: Log.name), to: directory.path(of: Log.previousName))
    }

    /// The size of the next frame that fills a number of bytes, chosen so that none is too large or too small.
    private func frameSize(in count: Int) -> Int {
        let largest = FrameHeader.byteCount + LogLimits.payloadBytesMax
        guard count > largest else { return count }
        return min(largest, count - FrameHeader.byteCount)
    }

    private mutating func writeBuffer() throws(LogError) {
        try asLogError { () throws(FileError) in try file.write(buffer, at: bufferStart) }
        bufferStart += buffer.count
        buffer = []
    }

    /// Reads back the written bytes from the disk.
    ///
    /// The checksums of the headers are a chain over all of it.
    private func verify() throws(LogError) -> LogScan {
        let size = try asLogError { () throws(FileError) in
            try file.flush()
            try file.dropCache()
            return try file.attributes().size
        }
        let scan = try LogScan(file, size: size, header: header, isUnpacking: true)
        guard case .whole = scan.verdict, scan.tail == tail else {
            throw .file(FileError(.read, file.path, .inputOutput))
        }
        return scan
    }
}
