package import PhlistModel

/// What simulations ask of a replica to hold it to its promises.
extension Replica {
    /// Who writes a feed; nil when nothing of it is here.
    package func origin(of feed: FeedID) -> FeedOrigin? {
        origins[feed]
    }

    /// The number of the last op of a feed that is folded here; zero when none is.
    package func end(of feed: FeedID) -> UInt64 {
        origins[feed].flatMap { scopes[$0.scope]?.state.ledger[feed]?.head.sequence } ?? 0
    }

    /// What is known of every feed of a scope.
    package func versionVector(of scope: ScopeID) -> VersionVector {
        scopes[scope]?.state.versionVector ?? [:]
    }

    /// The batches in the fullest inbox: what has arrived and cannot be stored yet.
    package var waitingBatchCountMax: Int {
        scopes.values.reduce(0) { max($0, $1.inbox.count) }
    }

    /// The batches whose ops this version cannot read.
    package var opaqueBatchCount: Int {
        scopes.values.reduce(0) { $0 + $1.state.opaqueCount }
    }
}
