import PhlistControl
import PhlistLog
import PhlistModel
import PhlistSync

/// A backup as a file: a log that no daemon has open.
struct BackupFile {
    let path: String
    let fileSystem: any FileSystem

    /// What is in it, once every byte was read and folded.
    ///
    /// - Throws: `ControlError` when something of it is missing or damaged, or it is no backup at all.
    func examine() throws -> BackupReport {
        try examine(expecting: [:])
    }

    private func examine(expecting forks: [ScopeID: Set<Fork>]) throws -> BackupReport {
        var reader = BackupReader(keepsLists: false, expecting: forks, random: SystemRandomNumberGenerator())
        let found = try StoreFault.explaining { () throws(LogError) in
            try LogExamination(of: path, on: fileSystem) { item in
                if case .record(let record, _) = item { reader.take(record) }
            }
        }
        if let fault = StoreFault.beforeReading(found, path: path) { throw fault }
        guard found.nextOpening == .opens else {
            throw ControlError(.invalid, "\(path) is no whole backup: \(found.nextOpening)")
        }
        guard reader.lateForks.isEmpty else { return try examine(expecting: reader.lateForks) }
        do {
            let count = try reader.contents(hasHoles: !found.holes.isEmpty).count
            return BackupReport(file: path, bytes: found.byteCount, count)
        } catch {
            throw ControlError(.invalid, "\(path) is no backup that could be restored: \(error)")
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
        guard isReplaced || !exists else {
            throw ControlError(.usage, "\(path) is there already", hint: "name another file, or add --force")
        }
        let temporary = BackupFile(path: "\(path).new", fileSystem: fileSystem)
        do {
            try temporary.write(receive)
            var report = try temporary.examine()
            try explaining { () throws(FileError) in
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

    private func write(_ receive: ((ArraySlice<UInt8>) throws -> Void) throws -> Void) throws {
        try? fileSystem.unlink(path)
        let file = try explaining { () throws(FileError) in try fileSystem.open(path, .create) }
        var offset = 0
        try receive { piece in
            try explaining { () throws(FileError) in try file.write(Array(piece), at: offset) }
            offset += piece.count
        }
        try explaining { () throws(FileError) in try file.flush() }
    }

    /// A link counts, wherever it leads: it would be replaced.
    private var exists: Bool {
        (try? fileSystem.identity(of: path)) != nil
    }

    private func explaining<Result>(_ body: () throws(FileError) -> Result) throws(ControlError) -> Result {
        do throws(FileError) {
            return try body()
        } catch {
            let code: ErrorCode =
                switch error.reason {
                case .noSpace, .quotaExceeded, .fileTooLarge: .diskFull
                case .denied: .notPermitted
                case .notFound: .notFound
                case .exists, .readOnly, .symbolicLink, .inputOutput, .other: .inputOutput
                }
            throw ControlError(code, "\(error)")
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

    init(file: String, bytes: Int, _ count: BackupContents.Count) {
        self.file = file
        self.bytes = bytes
        (listCount, itemCount, memberCount) = (count.lists, count.items, count.members)
    }

    /// For example `2 lists, 14 items, 1 member`.
    var contents: TerminalText {
        BackupText.contents(lists: listCount, items: itemCount, members: memberCount)
    }

    var rows: [[String]] {
        [["file", file], ["bytes", "\(bytes)"]]
            + BackupText.rows(lists: listCount, items: itemCount, members: memberCount)
    }
}

/// What is in a backup, in words and in fields.
enum BackupText {
    static func contents(lists: Int, items: Int, members: Int) -> TerminalText {
        let (lists, items) = (TerminalText.count(lists, "list"), TerminalText.count(items, "item"))
        return "\(lists), \(items), \(TerminalText.count(members, "member"))"
    }

    static func rows(lists: Int, items: Int, members: Int) -> [[String]] {
        [["lists", "\(lists)"], ["items", "\(items)"], ["members", "\(members)"]]
    }
}
