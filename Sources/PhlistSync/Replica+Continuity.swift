package import PhlistModel

/// When a run goes on where the last one ended, and what if that was an error.
extension Replica {
    /// Goes on with the feeds of the last run.
    ///
    /// To be called between the last `restore` and `started`, iff something outside the log proves that the log is what
    /// the run of this incarnation left behind. A log is not continued while holes in it are not healed: numbers
    /// that are lost here may have been used.
    package mutating func continueIncarnation(_ last: Incarnation) {
        guard !(healing?.isOpen ?? false), !hasSplit(last) else { return }
        incarnation = last
        for scope in scopes.keys {
            let context = scopes[scope]?.state.ledger.context(of: ownOrigin(in: scope).feed)
            scopes[scope]?.ownContext = context ?? [:]
        }
    }

    /// Whether a feed of an incarnation is known to have split: nobody writes on there.
    private func hasSplit(_ incarnation: Incarnation) -> Bool {
        scopes.contains { scope, slot in
            let origin = FeedOrigin(scope: scope, device: device, incarnation: incarnation)
            return !slot.state.ledger.splits(of: origin.feed).isEmpty
        }
    }

    /// Takes in what a peer has of this run's own feed.
    ///
    /// More than there is, or something else under the same number, is the work of a copy of this device, or of this
    /// one before an old disk was put back: nothing more is written under that name, and the rest of it is taken from
    /// the peer like anybody's.
    ///
    /// - Returns: Whether that has ended the run.
    mutating func compareOwnFeed(with vector: VersionVector, in scope: ScopeID, now: Now) -> Bool {
        let feed = ownOrigin(in: scope).feed
        guard let version = vector[feed] else { return false }
        let ledger = scopes[scope]?.state.ledger
        guard ledger?.covers(BatchHeader.ContextEntry(feed: feed, version: version)) != true else { return false }
        return sealOnHearsay(now: now)
    }

    /// Seals the run because a peer says so, whose word nobody has signed: at a pace, or it could use up all the feeds
    /// that this device may have.
    ///
    /// - Returns: Whether it is done.
    @discardableResult
    mutating func sealOnHearsay(now: Now) -> Bool {
        guard sealAllowance.take(SyncLimits.sealPace, now: now) else { return false }
        sealIncarnation()
        return true
    }

    /// Writes nothing more under the names of this run's feeds.
    ///
    /// What is on its way to the disk under them stays as valid as what is there already.
    mutating func sealIncarnation() {
        incarnation = randomNumber()
        for scope in scopes.keys {
            scopes[scope]?.ownContext = [:]
        }
    }
}
