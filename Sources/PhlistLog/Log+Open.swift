package import PhlistModel

extension Log {
    /// Opens the log in a directory, or makes an empty one where there is none.
    ///
    /// A torn tail, which nobody was told is stored, is cut off and kept in `quarantine/`. Any other defect is an
    /// error and leaves the file as it is. Every byte is checked, and everything in the log is durable when this
    /// returns; `replay(from:_:)` then hands over the records.
    ///
    /// - Parameters:
    ///   - directory: The directory that this process holds.
    ///   - device: The device whose log it is.
    ///   - milliseconds: The time since 1970, kept in a new log.
    ///   - newSalt: A random number for a new log.
    /// - Returns: The log, ready for appends.
    /// - Throws: `badHeader`, `unsupportedVersion`, `unsupportedFrame`, `belongsToAnotherDevice`, `damaged`,
    ///   `unreadable`, or `file`.
    package static func open(
        in directory: StateDirectory,
        device: DeviceID,
        atMilliseconds milliseconds: UInt64,
        newSalt: UInt32
    ) throws(LogError) -> Log {
        let (found, usedPrevious) = try asLogError { () throws(FileError) in try find(in: directory) }
        if let found {
            return try open(found, in: directory, device: device, usedPrevious: usedPrevious)
        }
        let header = FileHeader(device: device, generation: 1, createdMilliseconds: milliseconds, salt: newSalt)
        let file = try asLogError { () throws(FileError) in try create(header, in: directory) }
        let tail = LogTail(after: header)
        let report = OpenReport(
            ending: .created,
            usedPrevious: false,
            generation: header.generation,
            frameCount: 0,
            recordCount: 0,
            byteCount: tail.end
        )
        return Log(file, in: directory, header: header, tail: tail, report: report)
    }

    /// The log, or the generation before it when the log itself is gone.
    private static func find(in directory: StateDirectory) throws(FileError) -> (file: (any File)?, usedPrevious: Bool)
    {
        try directory.removeIfPresent("\(name).new")
        if let file = try directory.openIfPresent(name, .update) { return (file, false) }
        guard try directory.openIfPresent(previousName, .read) != nil else { return (nil, false) }
        try directory.rename(previousName, to: name)
        return (try directory.openIfPresent(name, .update), true)
    }

    private static func create(_ header: FileHeader, in directory: StateDirectory) throws(FileError) -> any File {
        try directory.replace(name, with: header.bytes)
        return try directory.fileSystem.open(directory.path(of: name), .update)
    }

    private static func open(
        _ file: any File,
        in directory: StateDirectory,
        device: DeviceID,
        usedPrevious: Bool
    ) throws(LogError) -> Log {
        let size = try asLogError { () throws(FileError) in try file.attributes().size }
        let header = try readHeader(of: file, size: size, device: device)
        var scanner = FrameScanner(file, size: size, header: header)
        while try scanner.next() != nil {}
        let ending = try settle(&scanner, file, size: size, in: directory)
        try asLogError { () throws(FileError) in try file.flush() }
        var tail = scanner.tail
        tail.durableUpto = tail.end
        let report = OpenReport(
            ending: ending,
            usedPrevious: usedPrevious,
            generation: header.generation,
            frameCount: scanner.frameCount,
            recordCount: tail.nextSequence - 1,
            byteCount: tail.end
        )
        return Log(file, in: directory, header: header, tail: tail, report: report)
    }

    private static func readHeader(of file: any File, size: Int, device: DeviceID) throws(LogError) -> FileHeader {
        let bytes = try file.readAll(min(FileHeader.byteCount, size), at: 0)
        let header: FileHeader
        do {
            header = try FileHeader(decoding: bytes)
        } catch {
            switch error {
            case .damaged: throw .badHeader(path: file.path)
            case .unsupportedVersion(let major, let minor): throw .unsupportedVersion(major: major, minor: minor)
            }
        }
        guard header.belongs(to: device) else { throw .belongsToAnotherDevice(path: file.path) }
        return header
    }

    /// Deals with what follows the last good frame.
    private static func settle(
        _ scanner: inout FrameScanner,
        _ file: any File,
        size: Int,
        in directory: StateDirectory
    ) throws(LogError) -> OpenReport.Ending {
        switch try scanner.verdict() {
        case .whole:
            switch scanner.tail.lastType {
            case .clean: return .clean
            case .seal: return .sealed
            case .batches, .local, .holes, nil: return .interrupted
            }
        case .torn:
            return try cut(file, at: scanner.tail.end, size: size, in: directory)
        case .damaged(let durableUpto):
            throw .damaged(at: scanner.tail.end, durableUpto: durableUpto)
        }
    }

    private static func cut(
        _ file: any File,
        at end: Int,
        size: Int,
        in directory: StateDirectory
    ) throws(LogError) -> OpenReport.Ending {
        let bytes = try file.readAll(min(size - end, LogLimits.tornBytesKeptMax), at: end)
        let name = try asLogError { () throws(FileError) in try Quarantine(directory).keep(bytes, cutAt: end) }
        try asLogError { () throws(FileError) in try file.truncate(to: end) }
        return .torn(bytes: size - end, keptAs: name)
    }
}
