import PhlistModel

/// Photos for peers: answers their requests, and keeps those that cannot be served yet.
struct BlobServing {
    private(set) var requests: [ConnectionID: Requests] = [:]

    /// The requests of one peer.
    struct Requests {
        let device: DeviceID
        /// The blobs that it asked for in vain, each with the scope that it named.
        var waiting: [BlobID: ScopeID] = [:]
    }

    mutating func opened(_ id: ConnectionID, with device: DeviceID) {
        requests[id] = Requests(device: device)
    }

    mutating func closed(_ id: ConnectionID) {
        requests[id] = nil
    }

    /// Answers a request with the manifest, or with a cancellation that does not disclose the reason.
    mutating func receivedWant(
        _ blob: BlobID,
        in scope: ScopeID,
        from session: Session,
        _ catalog: BlobCatalog,
        _ access: Access
    ) -> [BlobAction] {
        let id = session.connection
        guard !mayServe(blob, in: scope, to: session.device, catalog, access) else { return [.sendManifest(id, blob)] }
        // The batch that entitles the peer may still be on its way, and so may the bytes.
        let waiting = requests[id]?.waiting ?? [:]
        if waiting[blob] != nil || waiting.count < BlobLimits.waitingMax { requests[id]?.waiting[blob] = scope }
        return [.send(id, .blobCancel(blob))]
    }

    /// Sends one chunk that a peer has allowed.
    func receivedCredit(
        _ chunk: BlobChunkID,
        in scope: ScopeID,
        from session: Session,
        _ catalog: BlobCatalog,
        _ access: Access
    ) -> [BlobAction] {
        let mayServe = mayServe(chunk.blob, in: scope, to: session.device, catalog, access)
        return [mayServe ? .sendChunk(session.connection, chunk) : .send(session.connection, .blobCancel(chunk.blob))]
    }

    /// Offers blobs that are here now to peers that requested them before.
    mutating func offerToWaiting(_ catalog: BlobCatalog, _ access: Access) -> [BlobAction] {
        var actions: [BlobAction] = []
        for (id, peer) in requests.sorted(by: { $0.key < $1.key }) {
            for (blob, scope) in peer.waiting.sorted(by: { $0.key < $1.key })
            where mayServe(blob, in: scope, to: peer.device, catalog, access) {
                requests[id]?.waiting[blob] = nil
                actions.append(.sendManifest(id, blob))
            }
        }
        return actions
    }

    /// Whether a blob is here and the peer may see a list that refers to it.
    private func mayServe(
        _ blob: BlobID,
        in scope: ScopeID,
        to device: DeviceID,
        _ catalog: BlobCatalog,
        _ access: Access
    ) -> Bool {
        catalog.serves(blob, in: scope) && access.isEntitled(device, to: scope)
    }
}
