import PhlistModel

/// Transfer of chunks: requested, verified, and sent to devices that may have them.
extension Replica {
    // MARK: Receiving

    /// Requests missing blobs from every peer that may see a list that refers to them.
    mutating func askForBlobs(now: Now) {
        let hasRoom = blobs.transfers.count < BlobLimits.transfersMax || blobs.deadTransfer != nil
        for session in openSessions {
            guard var source = blobs.sources[session.connection] else { continue }
            var scopes: [ScopeID: Bool] = [:]
            for missing in blobs.missing where source.faultCount < BlobLimits.faultsMax {
                guard source.wants.count < BlobLimits.wantsMax else { break }
                guard !source.isAsked(for: missing.id) else { continue }
                guard hasRoom || blobs.transfers[missing.id] != nil else { continue }
                let scope = missing.scopes.first { scope in
                    let isShared = scopes[scope] ?? isEntitled(session.device, to: scope)
                    scopes[scope] = isShared
                    return isShared
                }
                guard let scope else { continue }
                source.wants[missing.id] = now.monotonic
                effects.append(.send(session.connection, .blobWant(scope, missing.id)))
            }
            blobs.sources[session.connection] = source
        }
    }

    /// Whether a download may begin, possibly in place of one that no peer continues.
    private mutating func mayBegin(_ id: BlobID) -> Bool {
        guard blobs.transfers[id] == nil, blobs.transfers.count >= BlobLimits.transfersMax else { return true }
        guard let dead = blobs.deadTransfer else { return false }
        giveUp(dead)
        return true
    }

    /// Records the minimum size of a blob.
    ///
    /// - Returns: Whether the blob may be that large; if not, it is dropped after this event.
    private mutating func mayHave(_ byteCount: Int, _ id: BlobID) -> Bool {
        guard let missing = blobs.missingByID[id], byteCount > missing.bytesMax else { return true }
        blobs.sizes[id] = byteCount
        blobs.needsReview = true
        return false
    }

    /// Lets every peer send as many chunks as may be in flight.
    mutating func creditChunks(now: Now) {
        var inFlight = blobs.inFlight
        let ordered = blobs.transfers.keys.compactMap { blobs.missingByID[$0] }.sorted()
        for session in openSessions {
            let id = session.connection
            for missing in ordered where blobs.sources[id]?.has.contains(missing.id) ?? false {
                guard let scope = missing.scopes.first(where: { isEntitled(session.device, to: $0) }) else { continue }
                while blobs.sources[id]?.credits.count ?? 0 < BlobLimits.creditsMax {
                    guard blobs.unwritten + inFlight.count < BlobLimits.chunksUnwrittenMax else { return }
                    guard let chunk = blobs.transfers[missing.id]?.nextChunk(inFlight: inFlight) else { break }
                    let wanted = BlobChunkID(blob: missing.id, chunk: chunk)
                    inFlight.insert(wanted)
                    blobs.sources[id]?.credits[wanted] = now.monotonic
                    effects.append(.send(id, .blobCredit(scope, missing.id, chunk: chunk)))
                }
            }
        }
    }

    /// Records that a peer has a complete blob with these chunks.
    mutating func receivedBlobHave(_ manifest: BlobManifest, on id: ConnectionID) {
        blobs.sources[id]?.wants[manifest.id] = nil
        guard blobs.missingByID[manifest.id] != nil, let source = blobs.sources[id] else { return }
        guard source.faultCount < BlobLimits.faultsMax, !source.distrusted.contains(manifest.id) else { return }
        guard mayHave((manifest.chunkCount - 1) * BlobManifest.chunkBytes + 1, manifest.id) else { return }
        guard mayBegin(manifest.id) else { return }
        blobs.sources[id]?.lacks.remove(manifest.id)
        blobs.sources[id]?.has.insert(manifest.id)
        if blobs.transfers[manifest.id] == nil {
            blobs.transfers[manifest.id] = BlobTransfer(manifest: manifest, kept: [])
            effects.append(.beginBlob(manifest))
        }
        (blobs.mayAsk, blobs.mayCredit) = (true, true)
    }

    /// Takes in a chunk; chunks that were not requested, or are no longer wanted, are dropped.
    mutating func receivedBlobChunk(_ bytes: [UInt8], _ chunk: BlobChunkID, on id: ConnectionID) {
        guard blobs.sources[id]?.credits.removeValue(forKey: chunk) != nil else { return }
        blobs.mayCredit = true
        guard let transfer = blobs.transfers[chunk.blob], !transfer.kept.contains(chunk.chunk) else { return }
        guard transfer.manifest.accepts(bytes, at: chunk.chunk) else {
            distrust(id, with: chunk.blob)
            return
        }
        guard mayHave(chunk.chunk * BlobManifest.chunkBytes + bytes.count, chunk.blob) else { return }
        blobs.transfers[chunk.blob]?.kept.insert(chunk.chunk)
        blobs.unwritten += 1
        effects.append(.keepChunk(chunk.blob, chunk: chunk.chunk, bytes))
        finishWhenComplete(chunk.blob)
    }

    /// Records that the shell is done with a chunk, with or without success.
    mutating func chunkWritten() {
        blobs.unwritten = max(0, blobs.unwritten - 1)
        blobs.mayCredit = true
    }

    mutating func finishWhenComplete(_ id: BlobID) {
        if blobs.transfers[id]?.isComplete ?? false {
            effects.append(.finishBlob(id))
        }
    }

    /// Stops using a peer as the source of a blob after a wrong chunk.
    private mutating func distrust(_ id: ConnectionID, with blob: BlobID) {
        blobs.sources[id]?.forget(blob)
        blobs.sources[id]?.distrusted.insert(blob)
        blobs.sources[id]?.faultCount += 1
        if let count = blobs.sources[id]?.faultCount, count >= BlobLimits.faultsMax {
            blobs.sources[id]?.has = []
            blobs.sources[id]?.credits = [:]
        }
        effects.append(.send(id, .blobCancel(blob)))
    }

    /// Records that a peer does not have a blob or no longer wants it now; it may still want it later.
    mutating func receivedBlobCancel(_ blob: BlobID, on id: ConnectionID) {
        blobs.sources[id]?.forget(blob)
        if blobs.missingByID[blob] != nil {
            blobs.sources[id]?.lacks.insert(blob)
        }
        (blobs.mayAsk, blobs.mayCredit) = (true, true)
    }

    /// Cancels requests that a peer has not answered for too long.
    mutating func watchBlobs(on id: ConnectionID, now: Now) {
        guard let source = blobs.sources[id] else { return }
        let deadline = now.monotonic - BlobLimits.answerMilliseconds
        // A peer that withholds one chunk is no longer a source of any blob that it claims to have.
        let isSlow = source.credits.values.contains { $0 <= deadline }
        let late = (isSlow ? source.has : [])
            .union(source.wants.filter { $0.value <= deadline }.map(\.key))
        for blob in late.sorted() {
            blobs.sources[id]?.forget(blob)
            blobs.sources[id]?.lacks.insert(blob)
            effects.append(.send(id, .blobCancel(blob)))
            (blobs.mayAsk, blobs.mayCredit) = (true, true)
        }
    }

    // MARK: Sending

    /// Answers a request with the manifest, or with a cancellation that does not disclose the reason.
    mutating func receivedBlobWant(_ blob: BlobID, in scope: ScopeID, on id: ConnectionID) {
        if mayServe(blob, in: scope, on: id) {
            effects.append(.sendManifest(id, blob))
            return
        }
        effects.append(.send(id, .blobCancel(blob)))
        // The batch that entitles the peer may still be on its way, and so may the bytes.
        if let source = blobs.sources[id], source.waiting[blob] != nil || source.waiting.count < BlobLimits.waitingMax {
            blobs.sources[id]?.waiting[blob] = scope
        }
    }

    /// Sends one chunk that a peer has allowed.
    mutating func receivedBlobCredit(_ chunk: BlobChunkID, in scope: ScopeID, on id: ConnectionID) {
        if mayServe(chunk.blob, in: scope, on: id) {
            effects.append(.sendChunk(id, chunk.blob, chunk: chunk.chunk))
        } else {
            effects.append(.send(id, .blobCancel(chunk.blob)))
        }
    }

    /// Whether a blob is here and the peer may see a list that refers to it.
    private func mayServe(_ blob: BlobID, in scope: ScopeID, on id: ConnectionID) -> Bool {
        guard blobs.held.contains(blob), blobs.served[scope]?.contains(blob) ?? false else { return false }
        return sessions[id].map { isEntitled($0.device, to: scope) } ?? false
    }

    /// Offers blobs that are here now to peers that requested them before.
    mutating func offerToWaiting() {
        for id in blobs.sources.keys.sorted() {
            for (blob, scope) in (blobs.sources[id]?.waiting ?? [:]).sorted(by: { $0.key < $1.key }) {
                guard mayServe(blob, in: scope, on: id) else { continue }
                blobs.sources[id]?.waiting[blob] = nil
                effects.append(.sendManifest(id, blob))
            }
        }
    }
}
