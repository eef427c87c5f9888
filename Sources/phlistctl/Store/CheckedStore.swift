import PhlistBlobs
import PhlistControl
import PhlistLog
import PhlistModel
import PhlistSync

/// The result of reading every byte of a state directory, a log or a backup.
struct CheckedStore {
    let store: StoreExamination
    let counts: StoreCounts
    let isBackup: Bool
    /// The photos; nil for a log without its state directory.
    let photos: CheckedPhotos?

    /// Reads everything.
    ///
    /// - Parameters:
    ///   - path: The path of the state directory, the log or the backup.
    ///   - fileSystem: The file system.
    ///   - count: Called for each record.
    /// - Throws: `ControlError` if there is nothing to read.
    init(_ path: String, on fileSystem: any FileSystem, count: @escaping () -> Void) throws(ControlError) {
        var counts = StoreCounts()
        var reader = BackupReader(keepsLists: false, random: SystemRandomNumberGenerator())
        let visit = { (item: LogExamination.Item) in
            counts.take(item)
            guard case .record(let record, _) = item else { return }
            reader.take(record)
            count()
        }
        let archive = try Self.archive(path, on: fileSystem)
        if let archive {
            store = StoreExamination(of: LogExamination(of: archive.log, visit: visit))
        } else {
            store = try StoreFault.explaining { () throws(LogError) in
                try StoreExamination(of: path, on: fileSystem, visit: visit)
            }
        }
        self.counts = counts
        // Nil if the log cannot be folded.
        let referenced = try? reader.contents(hasHoles: true).photos
        if let archive {
            (isBackup, photos) = (true, CheckedPhotos(of: archive, referenced: referenced))
        } else {
            let isDirectory = (try? fileSystem.list(path)) != nil
            isBackup = false
            photos = isDirectory ? try CheckedPhotos(in: path, on: fileSystem, referenced: referenced) : nil
        }
    }

    /// Opens the backup at a path; nil for anything else.
    static func archive(
        _ path: String,
        on fileSystem: any FileSystem
    ) throws(ControlError) -> BackupArchive? {
        guard (try? fileSystem.list(path)) == nil else { return nil }
        return try StoreFault.explainingBackup(path) { () throws(BackupError) in
            do throws(BackupError) {
                return try BackupArchive(path, on: fileSystem)
            } catch .foreign {
                return nil
            }
        }
    }
}

/// The photos of a state directory or a backup, each verified by its name.
struct CheckedPhotos: Encodable {
    /// The number of intact photos, including thumbnails.
    var whole = 0
    var bytes = 0
    /// The number of photos of items whose bytes are not here; nil if the log does not tell.
    var missing: Int?
    /// The names of the damaged photos.
    var damaged: [String] = []
    /// The fault in the part of a backup that holds the photos.
    var fault: String?

    init(in state: String, on fileSystem: any FileSystem, referenced: Set<BlobID>?) throws(ControlError) {
        do throws(BlobError) {
            let found = try PhotoExamination(in: state, on: fileSystem)
            (whole, bytes) = (found.whole.count, found.byteCount)
            missing = referenced?.subtracting(found.whole).count
            damaged = found.damaged.map(\.description)
        } catch {
            throw ControlError(.inputOutput, "the photos cannot be read: \(error)")
        }
    }

    init(of archive: BackupArchive, referenced: Set<BlobID>?) {
        do throws(BackupError) {
            let found = try archive.forEachPhoto()
            (whole, bytes) = (found.ids.count, found.byteCount)
            missing = referenced?.subtracting(found.ids).count
        } catch {
            fault = "\(error)"
        }
    }

    var isWorthALine: Bool {
        whole > 0 || missing ?? 0 > 0 || !damaged.isEmpty || fault != nil
    }

    /// The summary, for example `12 whole, 3.4 MB; 2 not here`.
    var text: String {
        let away = missing.flatMap { $0 > 0 ? "; \($0) not here" : nil } ?? ""
        return fault ?? "\(whole) whole, \(ByteCount.text(Int64(bytes)))\(away)"
    }
}
