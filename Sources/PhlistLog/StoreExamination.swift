import PhlistModel

/// A report on a state directory, read without a lock and without writing a byte.
///
/// For a single file it covers only the log: files next to it may belong to anything.
package struct StoreExamination: Hashable, Sendable {
    /// The condition of the snapshot next to a log.
    package enum Snapshot: Hashable, Sendable {
        case missing
        /// It is whole and from this very log; everything before the offset is in it.
        case whole(byteCount: Int, upTo: UInt64)
        /// It is whole, but from another log or another generation.
        case foreign
        case unusable(SnapshotFile.Fault)
    }

    /// The condition of the device's key file.
    package enum Key: Hashable, Sendable {
        case missing
        case sound(permissions: UInt32)
        case unusable(KeyFileError)
    }

    package let log: LogExamination
    /// The condition of the snapshot; nil for a single file.
    package let snapshot: Snapshot?
    /// The condition of the key file; nil for a single file.
    package let key: Key?

    /// Creates the report on a log without a state directory.
    package init(of log: LogExamination) {
        (self.log, snapshot, key) = (log, nil, nil)
    }

    /// Reads a state directory or a log.
    ///
    /// - Parameters:
    ///   - path: A state directory, or a log file.
    ///   - fileSystem: The file system.
    ///   - visit: Receives everything in the log.
    /// - Throws: As `LogExamination`.
    package init(
        of path: String,
        on fileSystem: any FileSystem,
        visit: (LogExamination.Item) -> Void = { _ in }
    ) throws(LogError) {
        guard (try? fileSystem.list(path)) != nil else {
            log = try LogExamination(of: path, on: fileSystem, visit: visit)
            (snapshot, key) = (nil, nil)
            return
        }
        // Read before the log: a snapshot that a running daemon writes meanwhile would seem to be ahead of the log.
        let bytes = Self.readSnapshot("\(path)/\(SnapshotFile.name)", on: fileSystem)
        log = try LogExamination(of: path, on: fileSystem, visit: visit)
        snapshot = log.judge(bytes, on: fileSystem)
        key = Self.readKey("\(path)/\(KeyFile.name)", on: fileSystem)
    }

    private static func readSnapshot(
        _ path: String,
        on fileSystem: any FileSystem
    ) -> Result<SnapshotFile.Unclaimed, SnapshotFile.Fault> {
        do throws(SnapshotFile.Fault) {
            return .success(try SnapshotFile.readUnclaimed(from: path, on: fileSystem))
        } catch {
            return .failure(error)
        }
    }

    private static func readKey(_ path: String, on fileSystem: any FileSystem) -> Key {
        do throws(KeyFileError) {
            return try KeyFile.permissions(of: path, on: fileSystem).map { .sound(permissions: $0) } ?? .missing
        } catch {
            return .unusable(error)
        }
    }
}

extension LogExamination {
    fileprivate func judge(
        _ found: Result<SnapshotFile.Unclaimed, SnapshotFile.Fault>,
        on fileSystem: any FileSystem
    ) -> StoreExamination.Snapshot {
        switch found {
        case .failure(.missing): return .missing
        case .failure(let fault): return .unusable(fault)
        case .success(let snapshot):
            guard snapshot.devicePrefix == header?.devicePrefix else { return .unusable(.belongsToAnotherDevice) }
            guard holds(snapshot.mark, on: fileSystem) else { return .foreign }
            return .whole(byteCount: snapshot.byteCount, upTo: snapshot.mark.offset)
        }
    }

    /// Whether a mark was taken in the examined log, or in what a running daemon has since added to it.
    private func holds(_ mark: LogMark, on fileSystem: any FileSystem) -> Bool {
        guard let path, let end, mark != end else { return path != nil && end != nil }
        guard
            mark.generation == end.generation, let offset = Int(exactly: mark.offset),
            let file = try? fileSystem.open(path, .read), let size = try? file.attributes().size,
            let header = try? FileHeader(readFrom: file, size: size)
        else { return false }
        var reader = FrameReader(file, size: size, salt: header.salt)
        return reader.follows(mark.checksum, at: offset)
    }
}
