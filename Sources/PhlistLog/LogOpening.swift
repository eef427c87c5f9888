import PhlistModel

/// One opening of a log: the findings decide the actions.
struct LogOpening {
    let directory: StateDirectory
    let device: DeviceID
    let newSalt: UInt32

    /// A log whose every byte has been read.
    private struct Found {
        let file: any File
        let size: Int
        let header: FileHeader
        let scan: LogScan
        let usedPrevious: Bool
    }

    /// Opens the log; nil if there is none.
    func open() throws(LogError) -> Log? {
        guard let found = try find() else { return nil }
        switch found.scan.verdict {
        case .whole: return start(found, found.scan.tail.ending)
        case .torn: return try start(found, cut(found))
        case .damaged(let holes): return try salvage(found, holes)
        }
    }

    /// Creates an empty log; it replaces an outdated one.
    func create(
        atMilliseconds milliseconds: UInt64,
        replacing outdated: OpenReport.Outdated? = nil
    ) throws(LogError) -> Log {
        let header = FileHeader(device: device, generation: 1, createdMilliseconds: milliseconds, salt: newSalt)
        try asLogError { () throws(FileError) in try directory.replace(Log.name, with: header.bytes) }
        let file = try reopen()
        let scan = try LogScan(file, size: FileHeader.byteCount, header: header, isUnpacking: false)
        var report = OpenReport(.created, scan, header, usedPrevious: false)
        report.outdated = outdated
        return Log(file, in: self, header: header, scan: scan, report: report)
    }
}

extension LogOpening {
    /// Finds the log, or the previous generation if the log itself is gone.
    private func find() throws(LogError) -> Found? {
        guard let (file, usedPrevious) = try asLogError(openFile) else { return nil }
        try flushAndForget(file)
        let size = try asLogError { () throws(FileError) in try file.attributes().size }
        let header = try FileHeader(readFrom: file, size: size)
        guard header.belongs(to: device) else { throw .belongsToAnotherDevice(path: file.path) }
        let scan = try LogScan(file, size: size, header: header, isUnpacking: false)
        return Found(file: file, size: size, header: header, scan: scan, usedPrevious: usedPrevious)
    }

    private func openFile() throws(FileError) -> (file: any File, usedPrevious: Bool)? {
        try directory.removeIfPresent(Log.newName)
        if let file = try directory.openIfPresent(Log.name, .update) { return (file, false) }
        guard try directory.openIfPresent(Log.previousName, .read) != nil else { return nil }
        try directory.rename(Log.previousName, to: Log.name)
        return (try directory.fileSystem.open(directory.path(of: Log.name), .update), true)
    }

    /// Flushes the file and drops its cache before anything in it is used, so that every byte comes from the device.
    ///
    /// A process that was killed after a failed flush leaves bytes in the cache that are on no disk, and that no later
    /// flush will write. The cache also hides rot.
    private func flushAndForget(_ file: any File) throws(LogError) {
        try asLogError { () throws(FileError) in
            try file.flush()
            try file.dropCache()
        }
    }

    private func reopen() throws(LogError) -> any File {
        try asLogError { () throws(FileError) in
            try directory.fileSystem.open(directory.path(of: Log.name), .update)
        }
    }

    private func start(_ found: Found, _ ending: OpenReport.Ending) -> Log {
        let report = OpenReport(ending, found.scan, found.header, usedPrevious: found.usedPrevious)
        return Log(found.file, in: self, header: found.header, scan: found.scan, report: report)
    }

    private func cut(_ found: Found) throws(LogError) -> OpenReport.Ending {
        let end = found.scan.tail.end
        let bytes = try found.file.readAll(min(found.size - end, LogLimits.tornBytesKeptMax), at: end)
        let name = try asLogError { () throws(FileError) in
            let name = try Quarantine(directory).keep(bytes, cutAt: end)
            try found.file.truncate(to: end)
            try found.file.flush()
            return name
        }
        return .torn(bytes: found.size - end, keptAs: name)
    }
}

extension LogOpening {
    /// Keeps a log of an earlier version under another name, and creates an empty log in its place.
    ///
    /// Until the empty one is durable the old one has both names, so that an interrupted opening is repeated.
    func replaceOutdated(
        major: UInt16,
        minor: UInt16,
        atMilliseconds milliseconds: UInt64
    ) throws(LogError) -> Log {
        let name = try asLogError { () throws(FileError) in
            // The snapshot is a cache of the old log, and of no use without it.
            try directory.removeIfPresent(SnapshotFile.name)
            return try keepOutdated(as: "\(Log.outdatedPrefix)\(major)")
        }
        let outdated = OpenReport.Outdated(major: major, minor: minor, keptAs: name)
        return try create(atMilliseconds: milliseconds, replacing: outdated)
    }

    /// Links the log under the first free one of the names `wanted`, `wanted-2`, `wanted-3` and so on.
    private func keepOutdated(as wanted: String) throws(FileError) -> String {
        let fileSystem = directory.fileSystem
        let path = directory.path(of: Log.name)
        let identity = try fileSystem.identity(of: path)
        var (name, number) = (wanted, 1)
        while let other = try directory.identityIfPresent(of: name), other != identity {
            number += 1
            name = "\(wanted)-\(number)"
        }
        if try directory.identityIfPresent(of: name) == nil {
            try fileSystem.link(path, to: directory.path(of: name))
        }
        try fileSystem.flushParent(of: path)
        return name
    }
}

extension LogOpening {
    /// Keeps the damaged file and makes a new generation of the intact parts; or reads them from the damaged file.
    private func salvage(_ found: Found, _ holes: [LogHole]) throws(LogError) -> Log {
        var damage = OpenReport.Damage(holes: holes)
        do throws(LogError) {
            return try salvage(found, &damage)
        } catch {
            guard case .file(let cause) = error else { throw error }
            try? directory.removeIfPresent(Log.newName)
            guard cause.reason.isLackOfRoom, (try? Reserve(directory).release()) == true else {
                return readOnly(found, damage, cause)
            }
        }
        return try salvage(found, holes)
    }

    private func salvage(_ found: Found, _ damage: inout OpenReport.Damage) throws(LogError) -> Log {
        damage.keptAs = try asLogError { () throws(FileError) in
            try Quarantine(directory).keepLog(found.file, size: found.size, generation: found.header.generation)
        }
        let header = found.header.successor(newSalt: newSalt)
        var writer = try GenerationWriter(header, in: directory)
        try copy(found, damage.holes, to: &writer)
        let scan = try writer.finish(keepsPrevious: false)
        let file = try reopen()
        let report = OpenReport(.damaged(damage), scan, header, usedPrevious: found.usedPrevious)
        return Log(file, in: self, header: header, scan: scan, report: report)
    }

    private func copy(
        _ found: Found,
        _ holes: [LogHole],
        to writer: inout GenerationWriter
    ) throws(LogError) {
        var reader = FrameReader(found.file, size: found.size, salt: found.header.salt)
        var rest = holes[...]
        while writer.tail.end < found.scan.tail.end {
            if let hole = rest.first, hole.offset == writer.tail.end {
                try writer.fill(hole)
                rest.removeFirst()
            } else if let frame = try reader.frame(at: writer.tail.end) {
                try writer.copy(frame)
            } else {
                // The frame was readable before: a device with inconsistent reads is left alone.
                throw .file(FileError(.read, found.file.path, .inputOutput))
            }
        }
    }

    private func readOnly(
        _ found: Found,
        _ damage: OpenReport.Damage,
        _ cause: FileError
    ) -> Log {
        var damage = damage
        damage.isLeftAsItIs = cause
        var report = OpenReport(.damaged(damage), found.scan, found.header, usedPrevious: found.usedPrevious)
        report.holes = (report.holes + damage.holes).sorted { $0.offset < $1.offset }
        return Log(found.file, in: self, header: found.header, scan: found.scan, report: report, readOnly: cause)
    }
}

extension FileHeader {
    /// Reads the header of a file.
    ///
    /// - Throws: `badHeader`, `unsupportedVersion`, `outdatedVersion`, `unreadable`.
    init(readFrom file: any File, size: Int) throws(LogError) {
        let bytes = try file.readAll(min(Self.byteCount, size), at: 0)
        do {
            try self.init(decoding: bytes)
        } catch {
            switch error {
            case .damaged: throw .badHeader(path: file.path)
            case .unsupportedVersion(let major, let minor):
                throw major < Self.major
                    ? .outdatedVersion(major: major, minor: minor) : .unsupportedVersion(major: major, minor: minor)
            }
        }
    }
}

extension LogTail {
    /// The ending of a whole log.
    var ending: OpenReport.Ending {
        switch note {
        case .clean: .clean
        case .seal: .sealed
        case .batches, .local, .holes, .packed, nil: .interrupted
        }
    }
}

extension OpenReport {
    init(_ ending: Ending, _ scan: LogScan, _ header: FileHeader, usedPrevious: Bool) {
        self.init(
            ending: ending,
            usedPrevious: usedPrevious,
            generation: header.generation,
            frameCount: scan.frameCount,
            recordCount: scan.tail.nextSequence &- 1,
            byteCount: scan.tail.end,
            holes: scan.holes
        )
    }
}
