import PhlistLog
package import PhlistModel

/// An unfinished download.
package struct BlobPartial {
    package let manifest: BlobManifest
    /// The chunks that were verified and written.
    package internal(set) var kept: Set<Int>
    let file: any File

    var isComplete: Bool { kept.count == manifest.chunkCount }
}

/// The manifests of recently read blobs, so that serving a chunk does not read the whole blob again.
struct RecentManifests {
    /// Enough for 16 MiB of photos of the usual size; half a megabyte at most.
    private static let countMax = 64
    private var kept: [BlobManifest] = []

    subscript(id: BlobID) -> BlobManifest? {
        kept.first { $0.id == id }
    }

    mutating func note(_ manifest: BlobManifest) {
        forget(manifest.id)
        kept.append(manifest)
        if kept.count > Self.countMax {
            kept.removeFirst()
        }
    }

    mutating func forget(_ id: BlobID) {
        kept.removeAll { $0.id == id }
    }
}
