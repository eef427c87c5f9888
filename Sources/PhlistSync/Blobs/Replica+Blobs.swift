package import PhlistModel

/// The bytes of photos: their demand and location.
///
/// They travel separately from batches: a batch refers to a blob by its name, and a device that holds the batch
/// requests the bytes from peers, one chunk at a time.
extension Replica {
    /// Takes in the contents of the blob folder.
    mutating func blobsFound(_ holdings: BlobHoldings) {
        blobs.isOpen = true
        blobs.held = Set(holdings.whole)
        for (manifest, kept) in holdings.partial.prefix(BlobLimits.transfersMax) where !blobs.held.contains(manifest.id)
        {
            blobs.transfers[manifest.id] = BlobTransfer(manifest: manifest, kept: kept)
            finishWhenComplete(manifest.id)
        }
        blobs.changedScopes.formUnion(library.scopes.keys)
        blobs.needsReview = true
    }

    /// Records a complete, durable blob.
    mutating func blobStored(_ id: BlobID) {
        blobs.held.insert(id)
        blobs.transfers[id] = nil
        blobs.demanded.removeAll { $0 == id }
        for connection in blobs.sources.keys {
            blobs.sources[connection]?.forget(id)
        }
        if blobs.missingByID.removeValue(forKey: id) != nil {
            blobs.missing.removeAll { $0.id == id }
        }
        offerToWaiting()
        effects.append(.blobsChanged)
        (blobs.mayAsk, blobs.mayCredit) = (true, true)
    }

    /// Records that a blob is damaged or gone: peers waiting for it have to ask another device.
    mutating func blobLost(_ id: BlobID) {
        guard blobs.held.remove(id) != nil else { return }
        blobs.needsReview = true
        for session in openSessions {
            let scopes = blobs.served.filter { $0.value.contains(id) }.keys
            if scopes.contains(where: { isEntitled(session.device, to: $0) }) {
                effects.append(.send(session.connection, .blobCancel(id)))
            }
        }
    }

    /// Records that the disk refused the data of a blob.
    mutating func blobRefused(_ id: BlobID) {
        blobs.refused.insert(id)
        blobs.needsReview = true
    }

    /// Records a demand for a photo, whose original is fetched regardless of the policy.
    mutating func blobDemanded(_ id: BlobID) {
        guard !blobs.held.contains(id) else { return }
        blobs.demanded.removeAll { $0 == id }
        blobs.demanded.append(id)
        if blobs.demanded.count > BlobLimits.demandsMax {
            blobs.demanded.removeFirst()
        }
        blobs.refused.remove(id)
        for connection in blobs.sources.keys {
            blobs.sources[connection]?.lacks.remove(id)
        }
        blobs.needsReview = true
    }

    mutating func blobPolicyChanged(_ policy: BlobPolicy) {
        blobs.policy = policy
        blobs.needsReview = true
    }

    /// Retries blobs that peers did not have, and blobs that the disk refused.
    mutating func retryBlobs(on connection: ConnectionID) {
        blobs.sources[connection]?.lacks = []
        blobs.mayAsk = true
        if !blobs.refused.isEmpty {
            blobs.refused = []
            blobs.needsReview = true
        }
    }

    /// Takes the steps that have become possible; called after every event.
    mutating func followBlobs(now: Now) {
        guard blobs.isOpen else { return }
        if !blobs.changedScopes.isEmpty {
            lookForPhotos()
        }
        if blobs.needsReview {
            reviewBlobs(now: now)
        }
        if blobs.mayAsk {
            blobs.mayAsk = false
            askForBlobs(now: now)
        }
        if blobs.mayCredit {
            blobs.mayCredit = false
            creditChunks(now: now)
        }
    }

    // MARK: Demand

    private mutating func lookForPhotos() {
        for scope in blobs.changedScopes.sorted() {
            let photos = library.scopes[scope]?.state.photos ?? []
            guard photos != blobs.sightings[scope] ?? [] else { continue }
            blobs.sightings[scope] = photos
            blobs.served[scope] = Set(photos.flatMap { [$0.reference.original, $0.reference.thumbnail] })
            blobs.needsReview = true
        }
        blobs.changedScopes = []
    }

    /// Determines the missing blobs again, and drops downloads that are no longer wanted.
    private mutating func reviewBlobs(now: Now) {
        blobs.needsReview = false
        var missing: [BlobID: MissingBlob] = [:]
        let demanded = Set(blobs.demanded)
        for scope in blobs.sightings.keys.sorted() {
            for sighting in blobs.sightings[scope] ?? [] {
                let (original, thumbnail) = (sighting.reference.original, sighting.reference.thumbnail)
                note(thumbnail, .thumbnail, sighting, in: scope, bytesMax: BlobLimits.thumbnailBytesMax, &missing)
                let size = sighting.reference.size
                if demanded.contains(original) {
                    note(original, .demanded, sighting, in: scope, bytesMax: size, &missing)
                } else if blobs.policy.wants(sighting, at: time(at: now)) {
                    note(original, .original, sighting, in: scope, bytesMax: size, &missing)
                }
            }
        }
        blobs.missingByID = missing
        blobs.missing = missing.values.sorted()
        for id in blobs.transfers.keys.sorted() where missing[id] == nil {
            giveUp(id)
        }
        offerToWaiting()
        (blobs.mayAsk, blobs.mayCredit) = (true, true)
    }

    private func note(
        _ id: BlobID,
        _ urgency: MissingBlob.Urgency,
        _ sighting: PhotoSighting,
        in scope: ScopeID,
        bytesMax: Int,
        _ missing: inout [BlobID: MissingBlob]
    ) {
        guard !blobs.held.contains(id), !blobs.refused.contains(id) else { return }
        guard bytesMax >= blobs.sizes[id] ?? 0 else { return }
        var entry =
            missing[id] ?? MissingBlob(id: id, urgency: urgency, stamp: sighting.stamp, scopes: [], bytesMax: bytesMax)
        entry.bytesMax = max(entry.bytesMax, bytesMax)
        entry.urgency = min(entry.urgency, urgency)
        entry.stamp = max(entry.stamp, sighting.stamp)
        if entry.scopes.last != scope {
            entry.scopes.append(scope)
        }
        missing[id] = entry
    }

    mutating func giveUp(_ id: BlobID) {
        blobs.transfers[id] = nil
        effects.append(.dropBlob(id))
        for connection in blobs.sources.keys.sorted() {
            let isSending = blobs.sources[connection]?.credits.keys.contains { $0.blob == id } ?? false
            blobs.sources[connection]?.forget(id)
            if isSending {
                effects.append(.send(connection, .blobCancel(id)))
            }
        }
    }

    // MARK: Inspection

    /// Returns the location of a blob's bytes.
    package func whereabouts(of id: BlobID) -> BlobWhereabouts {
        guard !blobs.held.contains(id) else { return .here }
        let devices = blobs.sources.keys.sorted()
            .filter { blobs.sources[$0]?.has.contains(id) ?? false }
            .compactMap { sessions[$0]?.device }
        guard let transfer = blobs.transfers[id] else { return .elsewhere(devices) }
        return .arriving(chunks: transfer.kept.count, of: transfer.manifest.chunkCount, from: devices)
    }

    /// All blobs that values refer to; nil while some values cannot be read, so that no blob is deleted by mistake.
    package var referencedBlobs: Set<BlobID>? {
        guard damage == nil, library.scopes.values.allSatisfy({ $0.state.opaqueCount == 0 }) else { return nil }
        return library.scopes.values.reduce(into: []) { found, slot in
            for photo in slot.state.photos {
                found.insert(photo.reference.original)
                found.insert(photo.reference.thumbnail)
            }
        }
    }
}
