package import PhlistModel

/// The append-only file that holds everything this device knows.
///
/// An append is one frame: after any crash all of its records are there, or none, and they are durable when the call
/// returns. One value writes a log; it holds its directory, and with it the lock, for its whole life. `docs/store.md`
/// describes the bytes and the guarantees.
package struct Log: ~Copyable {
    static let name = "phlist.log"
    static let newName = "phlist.log.new"
    static let previousName = "phlist.log.prev"
    /// The beginning of the names of logs that were set aside; the major version of their format follows.
    static let outdatedPrefix = "phlist.log.v"

    /// The state of the file for writing.
    enum State {
        /// Can transition to: `full`, `readOnly`, `failed` when an append fails; `closed`.
        case writable
        /// There was no room for the last append.
        /// Can transition to: `writable` when an append succeeds; `readOnly`, `failed`, `closed`.
        case full(FileError)
        /// The file system refused to write, or to undo an unfinished append, or the log is damaged and could not be
        /// salvaged. Can transition to: `closed`.
        case readOnly(FileError)
        /// A write or flush failed, and no new generation could be made: the bytes on the disk after the durable part
        /// are unknown. Can transition to: `closed`.
        case failed(FileError)
        case closed
    }

    /// The findings when the log was opened.
    package let report: OpenReport

    let directory: StateDirectory
    let newSalt: UInt32
    private(set) var file: any File
    private(set) var header: FileHeader
    /// The durable end: it includes only what was flushed, except for a SEAL.
    private(set) var tail: LogTail
    private(set) var state: State
    /// The size of the frames that are one append each, in bytes.
    package private(set) var looseByteCount: Int
    /// Whether this run has already made a new generation after a disk failure.
    ///
    /// A disk that fails again is not trusted a third time.
    private var hasRotated = false

    /// The records of the frame read last, since they are read in runs.
    private var lastRead: (offset: Int, records: [UInt8])?

    init(
        _ file: any File,
        in opening: LogOpening,
        header: FileHeader,
        scan: LogScan,
        report: OpenReport,
        readOnly cause: FileError? = nil
    ) {
        self.file = file
        self.header = header
        self.report = report
        directory = opening.directory
        newSalt = opening.newSalt
        tail = scan.tail
        looseByteCount = scan.looseByteCount
        state = cause.map { .readOnly($0) } ?? .writable
    }

    /// The size of the log in bytes, without a SEAL or CLEAN at its end.
    package var byteCount: Int { tail.end }

    /// The generation being written: one more than at the opening once a disk has failed and healed.
    package var generation: UInt64 { header.generation }

    /// Whether the log accepts appends.
    ///
    /// A closed log reports `ok`.
    package var health: LogHealth {
        switch state {
        case .writable, .closed: .ok
        case .full(let error): .full(error)
        case .readOnly(let error): .readOnly(error)
        case .failed(let error): .failed(error)
        }
    }

    /// Appends records as one atomic group and makes them durable.
    ///
    /// If the write or the flush fails, the durable part and this group become a new generation, once in a run; the
    /// call then returns as if nothing had happened.
    ///
    /// - Parameter records: At most 65,535 records that take at most 4 MiB with their lengths.
    /// - Returns: The position of each record.
    /// - Throws: `groupTooLarge` and `diskFull`, after which the log is unchanged; `readOnly` and `failed`, which are
    ///   permanent; `closed`.
    package mutating func append(_ records: [Record]) throws(LogError) -> [RecordPosition] {
        try checkWritable()
        guard !records.isEmpty else { return [] }
        return try commit(FrameDraft(records))
    }

    /// Checks whether a full disk has room again; does nothing unless `health` is `full`.
    ///
    /// - Throws: As `append(_:)`.
    package mutating func retry() throws(LogError) {
        guard case .full = state else { return }
        _ = try commit(.seal)
    }

    /// Records, without a flush, that everything so far is durable; for when no more work is pending.
    ///
    /// Does nothing if the log already ends in this note. Once the note has reached the disk, damage to the last commit
    /// is distinguished from a torn tail. The next append overwrites it.
    ///
    /// - Throws: As `append(_:)`.
    package mutating func seal() throws(LogError) {
        try checkWritable()
        guard tail.note == nil else { return }
        let frame = EncodedFrame(.seal, after: tail, salt: header.salt)
        do throws(FileError) {
            try file.write(frame.bytes, at: tail.end)
            tail = frame.tail
        } catch {
            _ = try appendFailed(error, .seal)
        }
    }

    /// Marks the log as properly closed and makes the mark durable.
    ///
    /// - Throws: As `append(_:)`; the log is closed all the same.
    package mutating func close() throws(LogError) {
        defer { state = .closed }
        try checkWritable()
        do throws(LogError) {
            _ = try commit(.clean)
        } catch .diskFull {
            // The first attempt has released the reserve.
            _ = try commit(.clean)
        }
    }
}

extension Log {
    private mutating func commit(_ draft: FrameDraft) throws(LogError) -> [RecordPosition] {
        let frame = EncodedFrame(draft, after: tail, salt: header.salt)
        do throws(FileError) {
            try file.write(frame.bytes, at: tail.end)
            try file.flush()
        } catch {
            return try appendFailed(error, draft)
        }
        if FrameType(rawValue: draft.type)?.isLoose ?? false { looseByteCount += frame.bytes.count }
        flushed(frame.tail)
        return frame.positions
    }

    private mutating func flushed(_ tail: LogTail) {
        self.tail = tail
        guard case .full = state else { return }
        state = .writable
        // The reserve was released when the disk was full; without one, the next time is only harder.
        try? Reserve(directory).make()
    }

    /// Handles a failed write or flush.
    ///
    /// - Returns: The positions of the records if the append succeeded after all.
    private mutating func appendFailed(
        _ error: FileError,
        _ draft: FrameDraft
    ) throws(LogError) -> [RecordPosition] {
        guard error.operation == .write else { return try rotate(appending: draft, after: error) }
        if error.reason == .readOnly {
            state = .readOnly(error)
            throw .readOnly(error)
        }
        guard error.reason.isLackOfRoom else { return try rotate(appending: draft, after: error) }
        throw cutBack(error)
    }

    /// Removes what a full disk has left of an append, and releases the reserve.
    private mutating func cutBack(_ error: FileError) -> LogError {
        // The append may have overwritten it.
        tail.note = nil
        do throws(FileError) {
            try file.truncate(to: tail.end)
        } catch {
            state = .readOnly(error)
            return .readOnly(error)
        }
        _ = try? Reserve(directory).release()
        state = .full(error)
        return .diskFull(error)
    }

    /// Makes a new generation of the durable part and a frame, and continues with it.
    ///
    /// The file is abandoned: a second flush would report success for bytes that are gone. Unacknowledged bytes are cut
    /// off, so that no later run finds them in the page cache and believes them stored. If that fails as well, no harm
    /// is done.
    private mutating func rotate(
        appending draft: FrameDraft,
        after error: FileError
    ) throws(LogError) -> [RecordPosition] {
        try? file.truncate(to: tail.end)
        tail.note = nil
        state = .failed(error)
        guard !hasRotated else { throw .failed(error) }
        hasRotated = true
        do throws(LogError) {
            return try writeGeneration(appending: [draft], keepsPrevious: true)
        } catch {
            try? directory.removeIfPresent(Self.newName)
        }
        throw .failed(error)
    }

    /// Stops writing: whether the new generation has the name of the log is unknown.
    mutating func giveUp(_ error: LogError) -> LogError {
        guard case .file(let cause) = error else { return error }
        state = .failed(cause)
        return .failed(cause)
    }

    /// Makes a new generation of the durable part and some frames.
    mutating func writeGeneration(
        appending drafts: [FrameDraft],
        keepsPrevious: Bool
    ) throws(LogError) -> [RecordPosition] {
        var writer = try GenerationWriter(header.successor(newSalt: newSalt), in: directory)
        try forEachFrame { frame throws(LogError) in try writer.copy(frame) }
        var positions: [RecordPosition] = []
        for draft in drafts {
            positions += try writer.append(draft)
        }
        try adopt(&writer, keepsPrevious: keepsPrevious)
        return positions
    }

    /// Passes on the frames of the durable part.
    func forEachFrame(_ body: (Frame) throws(LogError) -> Void) throws(LogError) {
        var reader = FrameReader(file, size: tail.end, salt: header.salt)
        var offset = FileHeader.byteCount
        while offset < tail.end {
            guard let frame = try reader.frame(at: offset) else { throw damaged(at: offset) }
            try body(frame)
            offset = frame.end
        }
    }

    /// Continues with a new generation.
    mutating func adopt(_ writer: inout GenerationWriter, keepsPrevious: Bool) throws(LogError) {
        let scan = try writer.finish(keepsPrevious: keepsPrevious)
        file = try asLogError { () throws(FileError) in
            try directory.fileSystem.open(directory.path(of: Self.name), .update)
        }
        header = writer.header
        looseByteCount = scan.looseByteCount
        lastRead = nil
        state = .writable
        flushed(scan.tail)
    }

    func checkWritable() throws(LogError) {
        switch state {
        case .writable, .full: return
        case .readOnly(let error): throw .readOnly(error)
        case .failed(let error): throw .failed(error)
        case .closed: throw .closed
        }
    }

    func checkOpen() throws(LogError) {
        if case .closed = state { throw .closed }
    }
}

extension Log {
    /// Reads a record back, checked against the checksum of its frame.
    ///
    /// - Throws: `damaged` or `unreadable` if the disk does not return what was written; `closed`.
    package mutating func record(at position: RecordPosition) throws(LogError) -> Record {
        try checkOpen()
        let records: [UInt8]
        if let lastRead, lastRead.offset == position.frame {
            records = lastRead.records
        } else {
            records = try readRecords(at: position.frame)
            lastRead = (position.frame, records)
        }
        var rest = records.dropFirst(position.offset)
        guard let record = Record(takingFrom: &rest) else { throw damaged(at: position.frame) }
        return record
    }

    private func readRecords(at offset: Int) throws(LogError) -> [UInt8] {
        guard offset + FrameHeader.byteCount <= tail.end else { throw damaged(at: offset) }
        let headerBytes = try file.readAll(FrameHeader.byteCount, at: offset)
        guard
            let frame = FrameHeader(decoding: headerBytes[...], at: offset, salt: header.salt),
            offset + FrameHeader.byteCount + frame.paddedLength <= tail.end
        else { throw damaged(at: offset) }
        let payload = try file.readAll(frame.paddedLength, at: offset + FrameHeader.byteCount)
        let sum = FrameHeader.payloadChecksum(of: payload[...], frame: offset, salt: header.salt)
        guard frame.payloadChecksum == sum else { throw damaged(at: offset) }
        guard frame.type == FrameType.packed.rawValue else { return payload }
        guard let records = PackedRecords.unpack(payload.prefix(frame.payloadLength)) else {
            throw damaged(at: offset)
        }
        return records
    }

    func damaged(at offset: Int) -> LogError {
        .damaged(at: offset, durableUpto: tail.end)
    }
}
