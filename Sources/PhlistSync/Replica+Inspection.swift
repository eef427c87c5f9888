package import PhlistModel

/// Read access for the shell, and for simulations, which check a replica against its promises.
extension Replica {
    /// Returns the digests of each scope that is not empty.
    package func holdings() -> [ScopeID: Holding] {
        Dictionary(
            uniqueKeysWithValues: library.scopes.keys.compactMap { scope in
                library.holding(of: scope).map { (scope, $0) }
            }
        )
    }

    /// Nonces of other runs of this device's key.
    package var twins: Set<UInt64> { exchange.twins }

    /// The damage; nil if the log has no holes, or everything is recovered.
    package var damage: Damage? { repair.damage(in: library) }

    /// Batches recovered from other devices since the start, by device name; kept after recovery is complete.
    package var fetched: [Damage.Fetched] { repair.fetched(in: library) }

    /// The number of changes accepted as lost, and the time of the last such acceptance; nil if there was none.
    package var surrender: (changeCount: UInt64, at: Int64)? { repair.surrender.map { ($0.changeCount, $0.at) } }

    /// The number of this device's own batches that peers have returned since the start although the log has no holes.
    package var returnedCount: Int { repair.returnedCount }

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
    package var missingBatches: [(scope: ScopeID, reference: BatchReference)] { repair.missingBatches(in: library) }

    /// The number of batches in the fullest inbox, which have arrived and cannot be stored yet.
    package var waitingBatchCountMax: Int {
        library.scopes.values.reduce(0) { max($0, $1.inbox.count) }
    }

    /// The number of batches whose ops this version cannot read.
    package var opaqueBatchCount: Int {
        library.scopes.values.reduce(0) { $0 + $1.state.opaqueCount }
    }
}
