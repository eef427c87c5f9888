package import PhlistLog
package import PhlistModel

/// What the folder of the photos holds, read without writing a byte; phlistd may run meanwhile.
package struct FolderExamination: Hashable, Sendable {
    /// The photos that are what their names say.
    package private(set) var whole: Set<BlobID> = []
    /// The size of those together.
    package private(set) var byteCount = 0
    /// Those that are not, or cannot be read.
    package private(set) var damaged: [BlobID] = []

    /// Reads every photo of a state directory; no folder is an empty one.
    ///
    /// - Throws: When the folder cannot be looked into.
    package init(in state: String, on fileSystem: any FileSystem) throws(BlobError) {
        let store = BlobStore(in: state, on: fileSystem)
        guard (try? fileSystem.list(store.path)) != nil else { return }
        for id in try store.list() {
            do throws(FileError) {
                // What was removed since the folder was listed is no damage.
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
