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

    /// The end of what is folded here of the feed to which an op belongs that was stored under a name; nil when that is
    /// not the op's batch.
    package func version(of feed: FeedID, at sequence: UInt64) -> FeedVersion? {
        guard let scope = origins[feed]?.scope else { return nil }
        let head = scopes[scope]?.state.ledger[currentName(of: feed, at: sequence)]?.head
        return head.flatMap { $0.sequence == sequence ? FeedVersion(sequence: sequence, tag: $0.tag) : nil }
    }

    /// Whether a history of a feed is folded here up to a version, by whatever name.
    package func holds(_ version: FeedVersion, of feed: FeedID, in scope: ScopeID) -> Bool {
        scopes[scope]?.state.ledger.covers(BatchHeader.ContextEntry(feed: feed, version: version)) ?? false
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
