import PhlistBlobs
import PhlistControl
import PhlistLog
import PhlistModel
import PhlistSync

/// A backup file from or for phlistd.
struct BackupFile {
    let path: String
    let fileSystem: any FileSystem

    /// Returns the contents, after reading every byte, folding the log and verifying the photos.
    ///
    /// - Throws: `ControlError` if a part is missing or damaged, or if it is not a backup.
    func examine() throws -> BackupReport {
        let (archive, photos) = try StoreFault.explainingBackup(path) { () throws(BackupError) in
            let archive = try BackupArchive(path, on: fileSystem)
            return (archive, try archive.forEachPhoto())
        }
        let contents = try contents(of: archive.log)
        return BackupReport(file: path, bytes: archive.byteCount, contents, photos)
    }

    private func contents(of log: any File) throws -> BackupContents {
        do {
            return try BackupContents.read(keepsLists: false, random: SystemRandomNumberGenerator()) { take in
                let found = LogExamination(of: log) { item in
                    if case .record(let record, _) = item { take(record) }
                }
                guard found.nextOpening == .opens else {
                    throw ControlError(.invalid, "\(path) is not a complete backup: \(found.nextOpening)")
                }
                return !found.holes.isEmpty
            }
        } catch let error as CodecError {
            throw ControlError(.invalid, "\(path) cannot be restored: \(error)")
        }
    }

    /// Writes the file from bytes that arrive in pieces; it appears complete and durable, or not at all.
    ///
    /// - Parameters:
    ///   - isReplaced: Whether an existing file may be replaced.
    ///   - receive: Delivers the bytes.
    /// - Returns: The contents of the backup.
    /// - Throws: `ControlError` and the errors of `receive`, after which no file is left.
    func make(
        isReplaced: Bool,
        _ receive: ((ArraySlice<UInt8>) throws -> Void) throws -> Void
    ) throws -> BackupReport {
        let output = FileOutput(path: path, fileSystem: fileSystem)
        try output.check(isReplaced: isReplaced)
        let temporary = BackupFile(path: output.temporaryPath, fileSystem: fileSystem)
        let file = try Self.explaining { () throws(FileError) in try fileSystem.open(temporary.path, .create) }
        do {
            try Self.write(receive, to: file)
            var report = try temporary.examine()
            guard !Interrupt.take() else { throw ClientError.interrupted }
            try Self.explaining { () throws(FileError) in
                try fileSystem.rename(temporary.path, to: path)
                try fileSystem.flushParent(of: path)
            }
            report.file = path
            return report
        } catch {
            try? fileSystem.unlink(temporary.path)
            throw error
        }
    }

    private static func write(
        _ receive: ((ArraySlice<UInt8>) throws -> Void) throws -> Void,
        to file: any File
    ) throws {
        var offset = 0
        try receive { piece in
            try explaining { () throws(FileError) in try file.write(Array(piece), at: offset) }
            offset += piece.count
        }
        try explaining { () throws(FileError) in try file.flush() }
    }

    private static func explaining<Result>(_ body: () throws(FileError) -> Result) throws(ControlError) -> Result {
        do throws(FileError) {
            return try body()
        } catch {
            throw error.controlError
        }
    }
}

/// The contents of a backup, as a JSON document.
struct BackupReport: Encodable {
    var schemaVersion = PhlistControl.schemaVersion
    var file: String
    var bytes: Int
    var listCount: Int
    var itemCount: Int
    var memberCount: Int
    /// The number of photos of items whose bytes are in the backup.
    var photoCount: Int
    /// The number of photos of items whose bytes were not on the device.
    var missingPhotoCount: Int

    init(file: String, bytes: Int, _ contents: BackupContents, _ photos: BackupArchive.Photos) {
        self.file = file
        self.bytes = bytes
        let count = contents.count
        (listCount, itemCount, memberCount) = (count.lists, count.items, count.members)
        photoCount = contents.photos.intersection(photos.ids).count
        missingPhotoCount = contents.photos.count - photoCount
    }

    /// The counts as text.
    var text: BackupText {
        BackupText(lists: listCount, items: itemCount, members: memberCount, photos: photoCount)
    }

    var rows: [[String]] {
        [["file", file], ["bytes", "\(bytes)"]] + text.rows + [["photos not here", "\(missingPhotoCount)"]]
    }
}

/// The contents of a backup, as text and as fields.
struct BackupText {
    var lists: Int
    var items: Int
    var members: Int
    var photos: Int

    /// The counts, for example `2 lists, 14 items, 1 member, 3 photos`.
    var contents: TerminalText {
        var counts = [TerminalText.count(lists, "list"), .count(items, "item"), .count(members, "member")]
        if photos > 0 { counts.append(.count(photos, "photo")) }
        return TerminalText.joined(counts, separator: ", ")
    }

    var rows: [[String]] {
        [["lists", "\(lists)"], ["items", "\(items)"], ["members", "\(members)"], ["photos", "\(photos)"]]
    }
}
