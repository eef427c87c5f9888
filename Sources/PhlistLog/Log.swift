package import PhlistModel

/// The append-only file that holds everything this device knows.
///
/// An append is one frame: all of its records are there after any crash, or none, and they are durable when the call
/// returns. One value writes a log; it holds its directory, and with it the lock, until it is gone. `docs/store.md`
/// has the bytes and the promises.
package struct Log: ~Copyable {
    static let name = "phlist.log"
    static let previousName = "phlist.log.prev"

    /// Whether the file may still be written.
    ///
    /// Only `writable` is ever left, but for `closed`.
    private enum State {
        case writable
        /// The file system refused to write, or to take an unfinished append back.
        case readOnly(FileError)
        /// A write or flush failed: what is on the disk beyond the durable part is unknown.
        case failed(FileError)
        case closed
    }

    /// What was found when the log was opened.
    package let report: OpenReport

    let directory: StateDirectory
    let file: any File
    let salt: UInt32
    let generation: UInt64
    private(set) var tail: LogTail
    /// The tail as it was when everything in it was flushed.
    private(set) var durableMark: LogMark
    private var state = State.writable

    /// The frame that was read last, since records are read in runs.
    private var lastRead: (offset: Int, payload: [UInt8])?

    init(_ file: any File, in directory: StateDirectory, header: FileHeader, tail: LogTail, report: OpenReport) {
        self.file = file
        self.directory = directory
        salt = header.salt
        generation = header.generation
        self.tail = tail
        durableMark = tail.mark(generation: generation)
        self.report = report
    }

    /// The size of the log.
    package var byteCount: Int { tail.end }

    /// Adds records as one atomic group and makes them durable.
    ///
    /// - Parameter records: At most 65,535 records that take at most 4 MiB with their lengths.
    /// - Returns: Where each record is.
    /// - Throws: `groupTooLarge` and `diskFull`, after which the log is as before; `readOnly` and `failed`, which are
    ///   for ever; `closed`.
    package mutating func append(_ records: [Record]) throws(LogError) -> [RecordPosition] {
        try checkWritable()
        guard !records.isEmpty else { return [] }
        let isLocal = records.allSatisfy { $0.kind == .local }
        return try commit(records, isLocal ? .local : .batches)
    }

    private mutating func commit(_ records: [Record], _ type: FrameType) throws(LogError) -> [RecordPosition] {
        let frame = try EncodedFrame(type, records, after: tail, salt: salt)
        try write(frame.bytes)
        try flush()
        tail = frame.tail
        tail.durableUpto = tail.end
        durableMark = tail.mark(generation: generation)
        return frame.positions
    }

    /// Notes that everything so far is durable, without a flush: for the moment in which nothing more is to be done.
    ///
    /// Does nothing when the log has this note already. Damage to the last commit is told from a torn tail once the
    /// note has reached the disk.
    ///
    /// - Throws: As `append(_:)`.
    package mutating func seal() throws(LogError) {
        try checkWritable()
        guard tail.durableUpto == tail.end, tail.lastType != .seal, tail.lastType != .clean else { return }
        let frame = try EncodedFrame(.seal, [], after: tail, salt: salt)
        try write(frame.bytes)
        tail = frame.tail
    }

    /// Reads a record back, checked against the sum of its frame.
    ///
    /// - Throws: `damaged` or `unreadable` when the disk does not give back what was written; `closed`.
    package mutating func record(at position: RecordPosition) throws(LogError) -> Record {
        try checkOpen()
        let payload: [UInt8]
        if let lastRead, lastRead.offset == position.frame {
            payload = lastRead.payload
        } else {
            payload = try readPayload(at: position.frame)
            lastRead = (position.frame, payload)
        }
        var rest = payload.dropFirst(position.offset)
        guard let record = Record(takingFrom: &rest) else { throw damaged(at: position.frame) }
        return record
    }

    /// Marks the log as closed in order and makes the mark durable.
    ///
    /// - Throws: As `append(_:)`; the log is closed all the same.
    package mutating func close() throws(LogError) {
        defer { state = .closed }
        try checkWritable()
        guard tail.lastType != .clean else { return }
        _ = try commit([], .clean)
    }
}

extension Log {
    /// Writes at the tail; when that fails, nothing unfinished stays behind it.
    private mutating func write(_ bytes: [UInt8]) throws(LogError) {
        do {
            try file.write(bytes, at: tail.end)
        } catch {
            throw writeFailed(error)
        }
    }

    private mutating func writeFailed(_ error: FileError) -> LogError {
        if error.reason == .readOnly {
            state = .readOnly(error)
            return .readOnly(error)
        }
        guard error.reason.isLackOfRoom else { return fail(error) }
        do {
            try file.truncate(to: tail.end)
            return .diskFull(error)
        } catch {
            state = .readOnly(error)
            return .readOnly(error)
        }
    }

    private mutating func flush() throws(LogError) {
        do {
            try file.flush()
        } catch {
            throw fail(error)
        }
    }

    /// Gives the file up.
    ///
    /// A flush is not tried again: it would return success for bytes that are gone.
    ///
    /// What was not acknowledged is cut off, so that another run does not find it in the page cache and believe it
    /// stored. It does no harm when that fails as well.
    private mutating func fail(_ error: FileError) -> LogError {
        try? file.truncate(to: tail.durableUpto)
        state = .failed(error)
        return .failed(error)
    }

    private func checkWritable() throws(LogError) {
        switch state {
        case .writable: return
        case .readOnly(let error): throw .readOnly(error)
        case .failed(let error): throw .failed(error)
        case .closed: throw .closed
        }
    }

    func checkOpen() throws(LogError) {
        if case .closed = state { throw .closed }
    }

    private func readPayload(at offset: Int) throws(LogError) -> [UInt8] {
        guard offset + FrameHeader.byteCount <= tail.end else { throw damaged(at: offset) }
        let headerBytes = try file.readAll(FrameHeader.byteCount, at: offset)
        guard
            let header = FrameHeader(decoding: headerBytes[...], at: offset, salt: salt),
            offset + FrameHeader.byteCount + header.paddedLength <= tail.end
        else { throw damaged(at: offset) }
        let payload = try file.readAll(header.paddedLength, at: offset + FrameHeader.byteCount)
        guard header.payloadChecksum == FrameHeader.payloadChecksum(of: payload[...], frame: offset, salt: salt) else {
            throw damaged(at: offset)
        }
        return payload
    }

    func damaged(at offset: Int) -> LogError {
        .damaged(at: offset, durableUpto: tail.durableUpto)
    }
}
