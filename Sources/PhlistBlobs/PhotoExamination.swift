package import PhlistLog
package import PhlistModel

/// A report on the photos of a state directory, read without writing a byte; phlistd may be running.
package struct PhotoExamination: Hashable, Sendable {
    /// The photos whose bytes match their names.
    package private(set) var whole: Set<BlobID> = []
    /// The total size of those photos, in bytes.
    package private(set) var byteCount = 0
    /// The photos that do not match their names, or cannot be read.
    package private(set) var damaged: [BlobID] = []

    /// Reads every photo of a state directory; a missing directory counts as empty.
    ///
    /// - Throws: If the directory cannot be listed.
    package init(in state: String, on fileSystem: any FileSystem) throws(BlobError) {
        let store = BlobStore(in: state, on: fileSystem)
        let ids: [BlobID]
        do throws(BlobError) {
            ids = try store.list()
        } catch .file(let error) where error.reason == .notFound && error.path == store.path {
            return
        }
        for id in ids {
            do throws(FileError) {
                // A photo that was removed after the listing is not damaged.
                guard let file = try fileSystem.openIfPresent(store.path(of: id), .read) else { continue }
                let bytes = try file.read(Limits.blobBytesMax + 1, at: 0)
                guard BlobManifest(of: bytes)?.id == id else { throw FileError(.read, file.path, .inputOutput) }
                whole.insert(id)
                byteCount += bytes.count
            } catch {
                damaged.append(id)
            }
        }
    }
}
