package import PhlistModel

/// When a run goes on where the last one ended, and what if that was an error.
extension Replica {
    /// Goes on with the feeds of the last run.
    ///
    /// To be called between the last `restore` and `started`, iff something outside the log proves that the log is what
    /// the run of this incarnation left behind. A log is not continued while holes in it are not healed: numbers
    /// that are lost here may have been used.
    package mutating func continueIncarnation(_ last: Incarnation) {
        guard !(healing?.isOpen ?? false) else { return }
        incarnation = last
        for scope in scopes.keys {
            let context = scopes[scope]?.state.ledger.context(of: ownOrigin(in: scope).feed)
            scopes[scope]?.ownContext = context ?? [:]
        }
    }

    /// Takes in what a peer has of this run's own feed.
    ///
    /// More than there is, or something else under the same number, is the work of a copy of this device, or of this
    /// one before an old disk was put back: nothing more is written under that name, and the rest of it is taken from
    /// the peer like anybody's.
    mutating func compareOwnFeed(with version: FeedVersion, in scope: ScopeID) {
        let feed = ownOrigin(in: scope).feed
        let ledger = scopes[scope]?.state.ledger
        guard ledger?.covers(BatchHeader.ContextEntry(feed: feed, version: version)) != true else { return }
        if version.sequence <= ledger?[feed]?.head.sequence ?? 0 {
            splitFeeds.insert(feed)
        }
        sealIncarnation()
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

    /// A history of this device's own that is not the one here: what is there cannot be appended behind it.
    ///
    /// - Returns: Whether the feed is this device's own.
    mutating func noteSplit(_ feed: FeedID, in slot: ScopeSlot) -> Bool {
        // Where nothing of it is here there is nothing that it could have split from: it is a forgery.
        guard slot.inbox.device(of: feed) == device, slot.frontier[feed] != nil else { return false }
        splitFeeds.insert(feed)
        return true
    }
}
