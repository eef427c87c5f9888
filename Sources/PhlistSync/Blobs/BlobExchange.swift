import PhlistHousehold
import PhlistModel

/// The exchange of photos with peers: chunks are requested, verified, and sent to devices that may have them.
///
/// They travel separately from batches: a batch refers to a blob by its name, and a device that holds the batch
/// requests the bytes from peers, one chunk at a time.
struct BlobExchange {
    /// Whether the shell has reported its blobs; nothing is requested before.
    private var isOpen = false
    private var catalog = BlobCatalog()
    private(set) var serving = BlobServing()
    private(set) var transfers: [BlobID: BlobTransfer] = [:]
    /// State of each peer, for as long as its session is open.
    private(set) var sources: [ConnectionID: BlobSource] = [:]
    /// Number of chunks given to the shell and not written yet.
    private(set) var unwritten = 0
    /// Whether there may be something to request from a peer, and whether a peer may send another chunk.
    private var mayAsk = false
    private var mayCredit = false

    /// The chunks that peers are to send.
    var inFlight: Set<BlobChunkID> {
        sources.values.reduce(into: []) { $0.formUnion($1.credits.keys) }
    }

    /// Returns the location of a blob's bytes.
    func whereabouts(of id: BlobID) -> BlobWhereabouts {
        guard !catalog.held.contains(id) else { return .here }
        let devices = sources.sorted { $0.key < $1.key }.map(\.value).filter { $0.has.contains(id) }.map(\.device)
        guard let transfer = transfers[id] else { return .elsewhere(devices) }
        return .arriving(chunks: transfer.kept.count, of: transfer.manifest.chunkCount, from: devices)
    }

    // MARK: The folder

    /// Takes in the contents of the blob folder.
    mutating func found(_ holdings: BlobHoldings, in library: Library) -> [BlobAction] {
        isOpen = true
        catalog.found(holdings.whole)
        catalog.changed(library.scopes.keys)
        var actions: [BlobAction] = []
        for (manifest, kept) in holdings.partial.prefix(BlobLimits.transfersMax)
        where !catalog.held.contains(manifest.id) {
            transfers[manifest.id] = BlobTransfer(manifest: manifest, kept: kept)
            actions += finishWhenComplete(manifest.id)
        }
        return actions
    }

    /// Records a complete, durable blob.
    mutating func stored(_ id: BlobID, _ access: Access) -> [BlobAction] {
        catalog.stored(id)
        transfers[id] = nil
        for connection in sources.keys {
            sources[connection]?.forget(id)
        }
        (mayAsk, mayCredit) = (true, true)
        return serving.offerToWaiting(catalog, access) + [.report]
    }

    /// Records that a blob is damaged or gone: peers waiting for it have to ask another device.
    mutating func lost(_ id: BlobID, among sessions: [Session], _ access: Access) -> [BlobAction] {
        guard catalog.lost(id) else { return [] }
        let scopes = catalog.scopes(of: id)
        return sessions.filter { session in scopes.contains { access.isEntitled(session.device, to: $0) } }
            .map { .send($0.connection, .blobCancel(id)) }
    }

    /// Records that the disk refused the data of a blob.
    mutating func refused(_ id: BlobID) {
        catalog.refused(id)
    }

    /// Records that the shell is done with a chunk, with or without success.
    mutating func chunkWritten() {
        unwritten = max(0, unwritten - 1)
        mayCredit = true
    }

    // MARK: Demand

    /// Records a demand for a photo.
    mutating func demanded(_ id: BlobID) {
        guard catalog.demanded(id) else { return }
        for connection in sources.keys {
            sources[connection]?.lacks.remove(id)
        }
    }

    mutating func follow(_ policy: BlobPolicy) {
        catalog.follow(policy)
    }

    /// Records that photos of a scope may have changed.
    mutating func changed(_ scope: ScopeID) {
        catalog.changed(CollectionOfOne(scope))
    }

    /// Reconsiders what to request and to offer, because devices may see other lists than before.
    mutating func accessChanged() {
        catalog.reviewAgain()
    }

    // MARK: Sessions

    mutating func opened(_ id: ConnectionID, with device: DeviceID) {
        sources[id] = BlobSource(device: device)
        serving.opened(id, with: device)
        mayAsk = true
    }

    mutating func closed(_ id: ConnectionID) {
        sources[id] = nil
        serving.closed(id)
        (mayAsk, mayCredit) = (true, true)
    }

    /// Retries blobs that the peer did not have, and blobs that the disk refused.
    mutating func retry(on id: ConnectionID) {
        sources[id]?.lacks = []
        mayAsk = true
        catalog.retryRefused()
    }

    /// Cancels requests that a peer has not answered for too long.
    ///
    /// - Parameters:
    ///   - id: The connection.
    ///   - now: The monotonic time in milliseconds, as in all methods here.
    /// - Returns: The cancellations.
    mutating func watch(_ id: ConnectionID, now: Int64) -> [BlobAction] {
        guard let source = sources[id] else { return [] }
        let deadline = now - BlobLimits.answerMilliseconds
        // A peer that withholds one chunk is no longer a source of any blob that it claims to have.
        let isSlow = source.credits.values.contains { $0 <= deadline }
        let late = (isSlow ? source.has : []).union(source.wants.filter { $0.value <= deadline }.map(\.key))
        for blob in late {
            sources[id]?.forget(blob)
            sources[id]?.lacks.insert(blob)
            (mayAsk, mayCredit) = (true, true)
        }
        return late.sorted().map { .send(id, .blobCancel($0)) }
    }

    // MARK: Steps

    /// Whether a step may have become possible.
    var hasSteps: Bool { isOpen && (catalog.isOutdated || mayAsk || mayCredit) }

    /// Takes the steps that have become possible.
    ///
    /// - Parameters:
    ///   - access: The access rules.
    ///   - time: The time for the ages of photos, in milliseconds since 1970.
    ///   - now: The monotonic time.
    /// - Returns: The steps.
    mutating func step(_ access: Access, time: Int64, now: Int64) -> [BlobAction] {
        var actions: [BlobAction] = []
        if catalog.update(from: access.library, at: time) {
            for id in transfers.keys.sorted() where catalog.missingByID[id] == nil {
                actions += giveUp(id)
            }
            actions += serving.offerToWaiting(catalog, access)
            (mayAsk, mayCredit) = (true, true)
        }
        if mayAsk {
            mayAsk = false
            actions += ask(access, now: now)
        }
        if mayCredit {
            mayCredit = false
            actions += credit(access, now: now)
        }
        return actions
    }

    /// Requests missing blobs from every peer that may see a list that refers to them.
    private mutating func ask(_ access: Access, now: Int64) -> [BlobAction] {
        var actions: [BlobAction] = []
        let hasRoom = transfers.count < BlobLimits.transfersMax || deadTransfer != nil
        for id in sources.keys.sorted() {
            guard var source = sources[id] else { continue }
            let asker = access.asker(source.device)
            var scopes: [ScopeID: Bool] = [:]
            for missing in catalog.missing where source.faultCount < BlobLimits.faultsMax {
                guard source.wants.count < BlobLimits.wantsMax else { break }
                guard !source.isAsked(for: missing.id) else { continue }
                guard hasRoom || transfers[missing.id] != nil else { continue }
                let scope = missing.scopes.first { scope in
                    let isShared = scopes[scope] ?? access.isEntitled(asker, to: scope)
                    scopes[scope] = isShared
                    return isShared
                }
                guard let scope else { continue }
                source.wants[missing.id] = now
                actions.append(.send(id, .blobWant(scope, missing.id)))
            }
            sources[id] = source
        }
        return actions
    }

    /// Lets every peer send as many chunks as may be in flight.
    private mutating func credit(_ access: Access, now: Int64) -> [BlobAction] {
        var actions: [BlobAction] = []
        var inFlight = inFlight
        let ordered = transfers.keys.compactMap { catalog.missingByID[$0] }.sorted()
        for id in sources.keys.sorted() {
            guard let asker = sources[id].map({ access.asker($0.device) }) else { continue }
            for missing in ordered where sources[id]?.has.contains(missing.id) ?? false {
                guard let scope = missing.scopes.first(where: { access.isEntitled(asker, to: $0) }) else { continue }
                while sources[id]?.credits.count ?? 0 < BlobLimits.creditsMax {
                    guard unwritten + inFlight.count < BlobLimits.chunksUnwrittenMax else { return actions }
                    guard let chunk = transfers[missing.id]?.nextChunk(inFlight: inFlight) else { break }
                    let wanted = BlobChunkID(blob: missing.id, chunk: chunk)
                    inFlight.insert(wanted)
                    sources[id]?.credits[wanted] = now
                    actions.append(.send(id, .blobCredit(scope, missing.id, chunk: chunk)))
                }
            }
        }
        return actions
    }

    /// The least wanted download that no peer continues; nil if all continue.
    private var deadTransfer: BlobID? {
        let alive = sources.values.reduce(into: Set<BlobID>()) { $0.formUnion($1.has) }
        let dead = transfers.filter { !$0.value.isComplete && !alive.contains($0.key) }.keys
        return catalog.missing.last { dead.contains($0.id) }?.id ?? dead.max()
    }

    private mutating func giveUp(_ id: BlobID) -> [BlobAction] {
        transfers[id] = nil
        let senders = sources.filter { source in source.value.credits.keys.contains { $0.blob == id } }
        for connection in sources.keys { sources[connection]?.forget(id) }
        return [.drop(id)] + senders.keys.sorted().map { .send($0, .blobCancel(id)) }
    }

    private func finishWhenComplete(_ id: BlobID) -> [BlobAction] {
        transfers[id]?.isComplete ?? false ? [.finish(id)] : []
    }

    // MARK: Receiving

    /// Takes in a message of a peer; one about anything else changes nothing.
    mutating func received(_ message: Message, from session: Session, _ access: Access) -> [BlobAction] {
        let id = session.connection
        switch message {
        case .blobWant(let scope, let blob):
            return serving.receivedWant(blob, in: scope, from: session, catalog, access)
        case .blobHave(let manifest): return receivedHave(manifest, on: id)
        case .blobCredit(let scope, let blob, let chunk):
            let chunk = BlobChunkID(blob: blob, chunk: chunk)
            return serving.receivedCredit(chunk, in: scope, from: session, catalog, access)
        case .blobChunk(let blob, let chunk, let bytes):
            return receivedChunk(bytes, BlobChunkID(blob: blob, chunk: chunk), on: id)
        case .blobCancel(let blob):
            receivedCancel(blob, on: id)
            return []
        case .hello, .overview, .summary, .versionVector, .batches, .ack, .addresses, .invitations, .removal, .ping,
            .pong, .goodbye:
            return []
        }
    }

    /// Records that a peer has a complete blob with these chunks.
    private mutating func receivedHave(_ manifest: BlobManifest, on id: ConnectionID) -> [BlobAction] {
        sources[id]?.wants[manifest.id] = nil
        guard catalog.missingByID[manifest.id] != nil, let source = sources[id] else { return [] }
        guard source.faultCount < BlobLimits.faultsMax, !source.distrusted.contains(manifest.id) else { return [] }
        guard catalog.mayHave((manifest.chunkCount - 1) * BlobManifest.chunkBytes + 1, manifest.id) else { return [] }
        guard var actions = makeRoom(for: manifest.id) else { return [] }
        sources[id]?.lacks.remove(manifest.id)
        sources[id]?.has.insert(manifest.id)
        if transfers[manifest.id] == nil {
            transfers[manifest.id] = BlobTransfer(manifest: manifest, kept: [])
            actions.append(.begin(manifest))
        }
        (mayAsk, mayCredit) = (true, true)
        return actions
    }

    /// Makes room for a download, possibly in place of one that no peer continues; nil if there is no room.
    private mutating func makeRoom(for id: BlobID) -> [BlobAction]? {
        guard transfers[id] == nil, transfers.count >= BlobLimits.transfersMax else { return [] }
        guard let dead = deadTransfer else { return nil }
        return giveUp(dead)
    }

    /// Takes in a chunk; chunks that were not requested, or are no longer wanted, are dropped.
    private mutating func receivedChunk(_ bytes: [UInt8], _ chunk: BlobChunkID, on id: ConnectionID) -> [BlobAction] {
        guard sources[id]?.credits.removeValue(forKey: chunk) != nil else { return [] }
        mayCredit = true
        guard let transfer = transfers[chunk.blob], !transfer.kept.contains(chunk.chunk) else { return [] }
        guard transfer.manifest.accepts(bytes, at: chunk.chunk) else {
            sources[id]?.sentWrongChunk(of: chunk.blob)
            return [.send(id, .blobCancel(chunk.blob))]
        }
        guard catalog.mayHave(chunk.chunk * BlobManifest.chunkBytes + bytes.count, chunk.blob) else { return [] }
        transfers[chunk.blob]?.kept.insert(chunk.chunk)
        unwritten += 1
        return [.keep(chunk, bytes)] + finishWhenComplete(chunk.blob)
    }

    /// Records that a peer does not have a blob or no longer wants it now; it may still want it later.
    private mutating func receivedCancel(_ blob: BlobID, on id: ConnectionID) {
        sources[id]?.forget(blob)
        if catalog.missingByID[blob] != nil {
            sources[id]?.lacks.insert(blob)
        }
        (mayAsk, mayCredit) = (true, true)
    }
}
