package import PhlistModel

/// Read access for the shell, and for simulations, which check a replica against its promises.
extension Replica {
    /// Returns the location of a blob's bytes.
    package func whereabouts(of id: BlobID) -> BlobWhereabouts { blobs.whereabouts(of: id) }

    /// All blobs that values refer to; nil while some values cannot be read, so that no blob is deleted by mistake.
    package var referencedBlobs: Set<BlobID>? { damage == nil ? library.referencedBlobs : nil }

    /// Whether a batch is folded here.
    package func holds(_ reference: BatchReference, in scope: ScopeID) -> Bool {
        library.scopes[scope]?.state.ledger.contains(reference) ?? false
    }

    /// The feed that the records of this log refer to by a number.
    package func feed(numbered number: FeedNumber) -> Feed? {
        library.feeds[number]
    }

    /// The version vector of a scope.
    package func versionVector(of scope: ScopeID) -> VersionVector {
        library.scopes[scope]?.state.versionVector ?? VersionVector()
    }

    /// The state of a scope; nil if nothing of it is here.
    package func state(of scope: ScopeID) -> ScopeState? {
        library.scopes[scope]?.state
    }

    /// The number of chains of each device in a scope, in the tier with the most.
    package func chainCounts(of scope: ScopeID) -> [DeviceID: Int] {
        Dictionary(grouping: library.scopes[scope]?.state.ledger.chains ?? [], by: \.device).mapValues { chains in
            Tier.allCases.map { tier in chains.count { $0.tier == tier } }.max() ?? 0
        }
    }

    /// Batches that others in this log refer to and that the log has lost.
    package var missingBatches: [(scope: ScopeID, reference: BatchReference)] {
        guard let pending = healing?.pending else { return [] }
        return pending.inOrder.flatMap { entry -> [(scope: ScopeID, reference: BatchReference)] in
            guard let scope = entry.feed?.scope, let batch = entry.batch, !library.isLeft(scope) else {
                return []
            }
            return (batch.header.context + (batch.predecessor.map { [$0] } ?? []))
                .filter { !pending.contains($0.name) && !holds($0, in: scope) }
                .map { (scope, $0) }
        }
    }

    /// The number of batches in the fullest inbox, which have arrived and cannot be stored yet.
    package var waitingBatchCountMax: Int {
        library.scopes.values.reduce(0) { max($0, $1.inbox.count) }
    }

    /// The number of batches whose ops this version cannot read.
    package var opaqueBatchCount: Int {
        library.scopes.values.reduce(0) { $0 + $1.state.opaqueCount }
    }
}
