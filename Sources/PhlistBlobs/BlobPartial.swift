import PhlistLog
package import PhlistModel

/// A download that goes on.
package struct BlobPartial {
    package let manifest: BlobManifest
    /// The chunks that were checked and written.
    package internal(set) var kept: Set<Int>
    let file: any File

    var isComplete: Bool { kept.count == manifest.chunkCount }
}

/// The manifests of some blobs that were read lately: to serve a chunk the whole blob need not be read again.
struct RecentManifests {
    /// 16 MiB of photos of the usual size; half a megabyte at most.
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
