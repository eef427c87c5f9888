import PhlistHousehold
import PhlistModel
import PhlistSync
import PhlistTransport

/// Photos between the replica, the disk and the other devices.
extension ReplicaHost {
    private static let sweepMilliseconds: Int64 = 24 * 60 * 60 * 1000
    /// After the busy first moments of a run.
    private static let firstSweepMilliseconds: Int64 = 60_000

    func openPhotos() {
        report(.event(.blobPolicyChanged(configuration.photos)))
        photos.open { [weak self] event in self?.report(.event(event)) }
        later(Self.firstSweepMilliseconds) { $0.sweepPhotos() }
    }

    /// Removes photos that nothing has referred to for a month; while something cannot be read nothing is removed.
    private func sweepPhotos() {
        if let referenced = replica.referencedBlobs {
            photos.sweep(keeping: referenced, now: Now.read().wall)
        }
        later(Self.sweepMilliseconds) { $0.sweepPhotos() }
    }

    func sendManifest(of blob: BlobID, on id: PhlistSync.ConnectionID) {
        guard let transport else { return }
        photos.manifest(of: blob, for: id) { manifest in
            transport.send([Frame(.blobHave(manifest))], to: PhlistTransport.ConnectionID(rawValue: id.rawValue))
        }
    }

    /// Sends a chunk after everything else, also after changes that come while it waits.
    func sendChunk(_ chunk: Int, of blob: BlobID, on id: PhlistSync.ConnectionID) {
        guard let transport else { return }
        photos.chunk(chunk, of: blob, for: id) { bytes in
            let frame = Frame(.blobChunk(blob, chunk: chunk, bytes))
            transport.sendLater(frame, to: PhlistTransport.ConnectionID(rawValue: id.rawValue))
        }
    }
}
