import Logging
import PhlistBlobs
import PhlistLog
import PhlistModel
import PhlistSync

/// Photos in backups.
extension BlobDesk {
    /// Returns the names of all photos that are here.
    func list() throws(BlobError) -> [BlobID] { try store.list() }

    /// Returns the bytes of a photo; nil when it is gone, or damaged and so quarantined: a backup is made without it.
    func bytesForBackup(of id: BlobID) throws(BlobError) -> [UInt8]? {
        do throws(BlobError) {
            return try bytes(of: id)
        } catch {
            logger.warning("photo left out of a backup", metadata: ["cause": "\(error)"])
            guard case .file = error else { return nil }
            throw error
        }
    }

    /// Stores the photos of a backup durably, all of them or none.
    ///
    /// - Parameters:
    ///   - path: The file of the backup.
    ///   - byteCount: The size of all its photos together.
    /// - Returns: The photos that were not here before.
    /// - Throws: An error when there is no room, or the backup has changed since it was read; then none of its photos
    ///   are left.
    func restore(from path: String, byteCount: Int) throws(BackupError) -> [BlobID] {
        var added: [BlobID] = []
        do throws(BackupError) {
            try asBackupError { () throws(BlobError) in try store.checkRoom(for: byteCount) }
            let archive = try BackupArchive(path, on: PosixFileSystem())
            try archive.forEachPhoto { id, bytes throws(BackupError) in
                if !store.has(id) { added.append(id) }
                _ = try asBackupError { () throws(BlobError) in try keep(bytes) }
            }
        } catch {
            takeBack(added)
            throw error
        }
        return added
    }

    /// Removes photos that were stored in vain.
    func takeBack(_ added: [BlobID]) {
        for id in added {
            try? store.remove(id)
            report(.blobLost(id))
        }
    }

    private func asBackupError<Result>(_ body: () throws(BlobError) -> Result) throws(BackupError) -> Result {
        do throws(BlobError) {
            return try body()
        } catch {
            throw .blob(error)
        }
    }
}
