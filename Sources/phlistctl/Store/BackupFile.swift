import PhlistBlobs
import PhlistControl
import PhlistLog
import PhlistModel
import PhlistSync

/// A backup that phlistd has sent, or is to get.
struct BackupFile {
    let path: String
    let fileSystem: any FileSystem

    /// What is in it, once every byte was read, the log was folded and the photos were proven.
    ///
    /// - Throws: `ControlError` when something of it is missing or damaged, or it is not a backup at all.
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

    /// Makes the file of bytes that come piece by piece; it appears whole and durable, or not at all.
    ///
    /// - Parameters:
    ///   - isReplaced: Whether a file of this name may be replaced.
    ///   - receive: Hands over the bytes.
    /// - Returns: What is in it.
    /// - Throws: `ControlError`, and whatever `receive` throws; no file is left then.
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

/// What a backup holds, as a document.
struct BackupReport: Encodable {
    var schemaVersion = PhlistControl.schemaVersion
    var file: String
    var bytes: Int
    var listCount: Int
    var itemCount: Int
    var memberCount: Int
    /// Photos of items whose bytes are in it.
    var photoCount: Int
    /// Photos of items whose bytes were not on the device.
    var missingPhotoCount: Int

    init(file: String, bytes: Int, _ contents: BackupContents, _ photos: BackupArchive.Photos) {
        self.file = file
        self.bytes = bytes
        let count = contents.count
        (listCount, itemCount, memberCount) = (count.lists, count.items, count.members)
        photoCount = contents.photos.intersection(photos.ids).count
        missingPhotoCount = contents.photos.count - photoCount
    }

    /// How much of each there is.
    var text: BackupText {
        BackupText(lists: listCount, items: itemCount, members: memberCount, photos: photoCount)
    }

    var rows: [[String]] {
        [["file", file], ["bytes", "\(bytes)"]] + text.rows + [["photos not here", "\(missingPhotoCount)"]]
    }
}

/// What is in a backup, in words and in fields.
struct BackupText {
    var lists: Int
    var items: Int
    var members: Int
    var photos: Int

    /// For example `2 lists, 14 items, 1 member, 3 photos`.
    var contents: TerminalText {
        var counts = [TerminalText.count(lists, "list"), .count(items, "item"), .count(members, "member")]
        if photos > 0 { counts.append(.count(photos, "photo")) }
        return TerminalText.joined(counts, separator: ", ")
    }

    var rows: [[String]] {
        [["lists", "\(lists)"], ["items", "\(items)"], ["members", "\(members)"], ["photos", "\(photos)"]]
    }
}
