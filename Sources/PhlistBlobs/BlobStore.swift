package import PhlistLog
package import PhlistModel

/// The directory of the photos: each under the name that its bytes have, whole or not at all.
///
/// ```
/// blobs/ab/<id>                 a whole blob; ab are the first two digits of its name
/// blobs/partial/<id>            an unfinished download, each chunk in its place
/// blobs/partial/<id>.manifest   the hashes of its chunks
/// blobs/unused                  what nothing refers to, and since when
/// ```
/// A path is built only from a verified name. Bytes are checked against their name on every read.
package struct BlobStore {
    static let folder = "blobs"
    static let partialFolder = "partial"
    static let manifestSuffix = ".manifest"

    let state: String
    let fileSystem: any FileSystem
    /// The unfinished downloads, with the chunks that are here.
    package private(set) var partials: [BlobID: BlobPartial] = [:]
    /// The manifests of recently read blobs, which are complete.
    private var manifests = RecentManifests()

    /// Creates the store of a state directory; `open` creates its directories.
    package init(in state: String, on fileSystem: any FileSystem) {
        (self.state, self.fileSystem) = (state, fileSystem)
    }

    var path: String { "\(state)/\(Self.folder)" }

    var partialPath: String { "\(path)/\(Self.partialFolder)" }

    func path(of id: BlobID) -> String {
        let name = "\(id)"
        return "\(path)/\(name.prefix(2))/\(name)"
    }

    func partialPath(of id: BlobID) -> String { "\(partialPath)/\(id)" }

    func manifestPath(of id: BlobID) -> String { partialPath(of: id) + Self.manifestSuffix }

    /// Resumes the downloads of earlier runs; every chunk of them is read and checked.
    package mutating func open() throws(BlobError) {
        try asBlobError { () throws(FileError) in try fileSystem.makeDirectories(partialPath) }
        partials = [:]
        for name in try asBlobError({ () throws(FileError) in try fileSystem.list(partialPath) }) {
            guard name.hasSuffix(Self.manifestSuffix) else { continue }
            guard let id = BlobID(hexadecimal: name.dropLast(Self.manifestSuffix.count)) else { continue }
            if let partial = try reopen(id), partials.count < BlobStoreLimits.partialsMax {
                partials[id] = partial
            } else {
                try removePartial(id)
            }
        }
        try removeStrays()
    }

    /// Reopens a download; nil if it is no longer of use.
    private func reopen(_ id: BlobID) throws(BlobError) -> BlobPartial? {
        guard !has(id), let manifest = readManifest(of: id) else { return nil }
        return try asBlobError { () throws(FileError) in
            guard let file = try fileSystem.openIfPresent(partialPath(of: id), .update) else { return nil }
            let kept = (0..<manifest.chunkCount).filter { chunk in
                let bytes = try? file.read(BlobManifest.chunkBytes, at: chunk * BlobManifest.chunkBytes)
                return bytes.map { manifest.accepts($0, at: chunk) } ?? false
            }
            return BlobPartial(manifest: manifest, kept: Set(kept), file: file)
        }
    }

    private func readManifest(of id: BlobID) -> BlobManifest? {
        let bytes = try? fileSystem.open(manifestPath(of: id), .read).read(BlobStoreLimits.manifestBytesMax, at: 0)
        return bytes.flatMap { BlobManifest(hashes: $0) }.flatMap { $0.id == id ? $0 : nil }
    }

    /// Removes files that belong to no download.
    private func removeStrays() throws(BlobError) {
        try asBlobError { () throws(FileError) in
            for name in try fileSystem.list(partialPath) {
                let id = name.hasSuffix(Self.manifestSuffix) ? name.dropLast(Self.manifestSuffix.count) : name[...]
                guard BlobID(hexadecimal: id).flatMap({ partials[$0] }) == nil else { continue }
                try fileSystem.removeIfPresent("\(partialPath)/\(name)")
            }
        }
    }

    // MARK: Whole blobs

    /// Returns the names of all whole blobs, in order; their bytes are checked when they are read.
    package func list() throws(BlobError) -> [BlobID] {
        try asBlobError { () throws(FileError) in
            var found: [BlobID] = []
            for folder in try fileSystem.list(path) where folder.utf8.count == 2 && UInt8(folder, radix: 16) != nil {
                found += try fileSystem.list("\(path)/\(folder)").compactMap { BlobID(hexadecimal: $0) }
                    .filter { "\($0)".hasPrefix(folder) }
            }
            return found.sorted()
        }
    }

    /// Whether a file with the name exists.
    package func has(_ id: BlobID) -> Bool {
        (try? fileSystem.identity(of: path(of: id))) != nil
    }

    /// Returns the bytes of a blob.
    ///
    /// - Throws: `damaged` if they do not match the name; the file is then moved to `quarantine/`.
    package mutating func bytes(of id: BlobID) throws(BlobError) -> [UInt8] {
        let bytes = try asBlobError { () throws(FileError) in
            // One byte more than the limit shows that the file is not a blob.
            try fileSystem.openIfPresent(path(of: id), .read)?.read(Limits.blobBytesMax + 1, at: 0)
        }
        guard let bytes else { throw .missing(id) }
        guard let manifest = BlobManifest(of: bytes), manifest.id == id else {
            try putAside(id)
            throw .damaged(id)
        }
        manifests.note(manifest)
        return bytes
    }

    /// Returns the manifest of a blob, reading the whole blob if needed.
    package mutating func manifest(of id: BlobID) throws(BlobError) -> BlobManifest {
        if let manifest = manifests[id] { return manifest }
        _ = try bytes(of: id)
        guard let manifest = manifests[id] else { throw .missing(id) }
        return manifest
    }

    /// Returns one chunk of a blob.
    ///
    /// - Throws: `missing` also if the blob has no such chunk.
    package mutating func chunk(_ chunk: Int, of id: BlobID) throws(BlobError) -> [UInt8] {
        let manifest = try manifest(of: id)
        guard (0..<manifest.chunkCount).contains(chunk) else { throw .missing(id) }
        let bytes = try asBlobError { () throws(FileError) in
            try fileSystem.openIfPresent(path(of: id), .read)?
                .read(BlobManifest.chunkBytes, at: chunk * BlobManifest.chunkBytes)
        }
        guard let bytes else { throw .missing(id) }
        guard manifest.accepts(bytes, at: chunk) else {
            try putAside(id)
            throw .damaged(id)
        }
        return bytes
    }

    /// Stores a whole blob, durably.
    package mutating func keep(_ bytes: [UInt8]) throws(BlobError) -> BlobID {
        guard let manifest = BlobManifest(of: bytes) else { throw .badSize(bytes.count) }
        // An existing file of this name may be damaged; replacing it with the same bytes does no harm.
        try checkRoom(for: bytes.count + unwrittenBytes)
        try asBlobError { () throws(FileError) in
            let target = path(of: manifest.id)
            try fileSystem.makeDirectories(fileSystem.parent(of: target))
            try fileSystem.replace(target, with: bytes)
        }
        manifests.note(manifest)
        // A photo that is set again is in use, though its value is still to be written.
        try markUsed(manifest.id)
        return manifest.id
    }

    /// Removes a blob, complete or not.
    package mutating func remove(_ id: BlobID) throws(BlobError) {
        manifests.forget(id)
        try asBlobError { () throws(FileError) in try fileSystem.removeIfPresent(path(of: id)) }
        try drop(id)
    }

    private mutating func putAside(_ id: BlobID) throws(BlobError) {
        manifests.forget(id)
        try asBlobError { () throws(FileError) in
            let quarantine = "\(state)/quarantine"
            try fileSystem.makeDirectories(quarantine)
            guard try fileSystem.list(quarantine).count < BlobStoreLimits.quarantineFilesMax else {
                return try fileSystem.removeIfPresent(path(of: id))
            }
            try fileSystem.rename(path(of: id), to: "\(quarantine)/blob-\(id)")
            try fileSystem.flushDirectory(quarantine)
            try fileSystem.flushParent(of: path(of: id))
        }
    }

    /// The space that unfinished downloads still need, in bytes.
    private var unwrittenBytes: Int {
        let chunkCount = partials.values.reduce(0) { $0 + $1.manifest.chunkCount - $1.kept.count }
        return chunkCount * BlobManifest.chunkBytes
    }

    /// Throws if `size` more bytes would leave too little room for text, and for other users of the disk.
    package func checkRoom(for size: Int) throws(BlobError) {
        try Self.checkRoom(for: size, in: path, on: fileSystem)
    }

    /// Throws if `size` more bytes would leave too little room on the disk of a directory.
    package static func checkRoom(
        for size: Int,
        in directory: String,
        on fileSystem: any FileSystem
    ) throws(BlobError) {
        let (free, total) = try asBlobError { () throws(FileError) in
            (try fileSystem.freeBytes(of: directory), try fileSystem.totalBytes(of: directory))
        }
        let needed = size + max(LogLimits.freeBytesMin, total / 100 * BlobStoreLimits.freePercentMin)
        guard free >= needed else { throw .noRoom(free: free, needed: needed) }
    }
}

// MARK: Downloads

extension BlobStore {
    /// Begins or resumes a download.
    ///
    /// - Returns: The chunks that are here already.
    @discardableResult
    package mutating func begin(_ manifest: BlobManifest) throws(BlobError) -> Set<Int> {
        if let partial = partials[manifest.id] { return partial.kept }
        guard partials.count < BlobStoreLimits.partialsMax else { throw .tooManyPartials }
        try checkRoom(for: manifest.chunkCount * BlobManifest.chunkBytes + unwrittenBytes)
        try asBlobError { () throws(FileError) in
            try fileSystem.removeIfPresent(partialPath(of: manifest.id))
            try fileSystem.replace(manifestPath(of: manifest.id), with: manifest.hashes)
            let file = try fileSystem.open(partialPath(of: manifest.id), .create)
            try fileSystem.flushDirectory(partialPath)
            partials[manifest.id] = BlobPartial(manifest: manifest, kept: [], file: file)
        }
        return []
    }

    /// Stores a chunk of a download; it is durable only with the whole, and checked again by the next run.
    package mutating func keep(_ bytes: [UInt8], chunk: Int, of id: BlobID) throws(BlobError) {
        guard let partial = partials[id] else { throw .missing(id) }
        guard partial.manifest.accepts(bytes, at: chunk) else { throw .damaged(id) }
        try asBlobError { () throws(FileError) in
            try partial.file.write(bytes, at: chunk * BlobManifest.chunkBytes)
        }
        partials[id]?.kept.insert(chunk)
    }

    /// Renames a complete download to its final path, durably.
    ///
    /// - Throws: `file`, or `missing` if chunks are missing. After a failed flush the download is removed: its bytes
    ///   may be lost although they can still be read.
    package mutating func finish(_ id: BlobID) throws(BlobError) {
        guard let partial = partials[id], partial.isComplete else { throw .missing(id) }
        do throws(FileError) {
            try partial.file.flush()
        } catch {
            try drop(id)
            throw .file(error)
        }
        try asBlobError { () throws(FileError) in
            let target = path(of: id)
            try fileSystem.makeDirectories(fileSystem.parent(of: target))
            try fileSystem.rename(partialPath(of: id), to: target)
            try fileSystem.flushParent(of: target)
            try fileSystem.flushDirectory(partialPath)
            try fileSystem.removeIfPresent(manifestPath(of: id))
        }
        partials[id] = nil
        manifests.note(partial.manifest)
    }

    /// Abandons a download.
    package mutating func drop(_ id: BlobID) throws(BlobError) {
        guard partials.removeValue(forKey: id) != nil else { return }
        try removePartial(id)
    }

    private func removePartial(_ id: BlobID) throws(BlobError) {
        try asBlobError { () throws(FileError) in
            try fileSystem.removeIfPresent(partialPath(of: id))
            try fileSystem.removeIfPresent(manifestPath(of: id))
        }
    }
}
