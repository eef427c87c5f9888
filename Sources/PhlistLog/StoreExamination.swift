import PhlistModel

/// What a state directory holds, read without a lock and without writing a byte.
///
/// Of a single file there is the log alone: what lies beside it may belong to anything.
package struct StoreExamination: Hashable, Sendable {
    /// What the snapshot beside a log is good for.
    package enum Snapshot: Hashable, Sendable {
        case missing
        /// It is whole and of this very log; everything before the offset is in it.
        case whole(byteCount: Int, upTo: UInt64)
        /// It is whole, but of another log or another generation.
        case foreign
        case unusable(SnapshotFile.Fault)
    }

    /// What the file of the device's key looks like.
    package enum Key: Hashable, Sendable {
        case missing
        case sound(permissions: UInt32)
        case unusable(KeyFileError)
    }

    package let log: LogExamination
    /// Nil for a single file.
    package let snapshot: Snapshot?
    /// Nil for a single file.
    package let key: Key?

    /// Takes a log that was read; nothing else is with it.
    package init(of log: LogExamination) {
        (self.log, snapshot, key) = (log, nil, nil)
    }

    /// Reads everything.
    ///
    /// - Parameters:
    ///   - path: A state directory, or a file that is a log.
    ///   - fileSystem: The file system.
    ///   - visit: Gets everything in the log.
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
        // Before the log: one that a running daemon writes meanwhile would seem to be ahead of it.
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

    /// Whether a mark was taken in the log that was read, or in what a running daemon has added to it since.
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
