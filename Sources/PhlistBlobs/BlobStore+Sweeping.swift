import PhlistLog
package import PhlistModel

/// Mark and sweep: removal of blobs that nothing has referred to for a month.
extension BlobStore {
    private var unusedPath: String { "\(path)/unused" }

    /// Removes blobs that nothing has referred to during the grace period.
    ///
    /// If the clock steps back, the grace period begins anew.
    ///
    /// - Parameters:
    ///   - referenced: The blobs that values refer to, including those in the trash.
    ///   - now: The time in milliseconds since 1970.
    /// - Returns: The removed blobs.
    /// - Throws: `file`; the next sweep does the rest.
    package mutating func sweep(keeping referenced: Set<BlobID>, now: Int64) throws(BlobError) -> [BlobID] {
        let before = try asBlobError { () throws(FileError) in try readUnused() }
        var (unused, gone): ([(BlobID, since: Int64)], [BlobID]) = ([], [])
        for id in try list() where !referenced.contains(id) {
            // An impossible time comes from a wrong clock, or a damaged file.
            let since = before[id].map { (0...max(0, now)).contains($0) ? $0 : now } ?? now
            if now - since >= BlobStoreLimits.graceMilliseconds {
                try remove(id)
                gone.append(id)
            } else {
                unused.append((id, since))
            }
        }
        guard !unused.isEmpty || !before.isEmpty else { return gone }
        try asBlobError { () throws(FileError) in try writeUnused(unused) }
        return gone
    }

    /// Restarts the grace period of a blob.
    func markUsed(_ id: BlobID) throws(BlobError) {
        try asBlobError { () throws(FileError) in
            var unused = try readUnused()
            guard unused.removeValue(forKey: id) != nil else { return }
            try writeUnused(unused.sorted { $0.key < $1.key }.map { ($0.key, $0.value) })
        }
    }

    private func writeUnused(_ unused: [(id: BlobID, since: Int64)]) throws(FileError) {
        let text = unused.map { "\($0) \($1)\n" }.joined()
        try fileSystem.replace(unusedPath, with: Array(text.utf8))
    }

    private func readUnused() throws(FileError) -> [BlobID: Int64] {
        let bytes = try fileSystem.openIfPresent(unusedPath, .read)?.read(BlobStoreLimits.unusedBytesMax, at: 0)
        var unused: [BlobID: Int64] = [:]
        for line in String(decoding: bytes ?? [], as: UTF8.self).split(separator: "\n") {
            let words = line.split(separator: " ")
            guard words.count == 2, let id = BlobID(hexadecimal: words[0]), let since = Int64(words[1]) else {
                continue
            }
            unused[id] = since
        }
        return unused
    }
}
