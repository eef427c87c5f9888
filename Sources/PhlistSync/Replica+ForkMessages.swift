import PhlistModel

/// What devices say to each other of splits: proofs, and the marks along the way by which they look for the place.
extension Replica {
    /// Looks for where a peer's history parts from the one here, wherever its vector tells that it does.
    ///
    /// - Returns: The feeds of which nothing can be sent until that is found.
    mutating func comparePaths(with vector: VersionVector, of scope: ScopeID, on id: ConnectionID) -> [FeedID] {
        guard let ledger = scopes[scope]?.state.ledger, let device = sessions[id]?.device else { return [] }
        let split = vector.keys.sorted().filter { feed in
            guard let version = vector[feed], let origin = ledger[feed]?.origin else { return false }
            return ledger.contradicts(BatchHeader.ContextEntry(feed: feed, version: version))
                && mayHear(device, of: origin)
        }
        for feed in split {
            sendTrail(of: feed, in: scope, after: 0, through: vector[feed]?.sequence ?? 0, to: id)
        }
        return split
    }

    /// Whether a device may hear of a feed: it may see the scope, or is in the household and wrote the feed itself.
    func mayHear(_ device: DeviceID, of origin: FeedOrigin) -> Bool {
        isEntitled(device, to: origin.scope) || origin.device == device && isProvenMember(device)
    }

    private mutating func sendTrail(
        of feed: FeedID,
        in scope: ScopeID,
        after start: UInt64,
        through end: UInt64,
        to id: ConnectionID
    ) {
        let ledger = scopes[scope]?.state.ledger
        let trail = ledger?.trail(of: feed, after: start, through: end, countMax: SyncLimits.trailMarksMax)
        guard let trail, !trail.marks.isEmpty else { return }
        effects.append(.send(id, .trail(.init(scope: scope, feed: feed, trail: trail))))
    }

    /// Goes on where a peer's marks and the history here part: with nearer marks, or, when there is nothing in between,
    /// with what the author signed.
    mutating func receivedTrail(_ message: Message.FeedTrail, on id: ConnectionID, now: Now) {
        let (scope, feed, trail) = (message.scope, message.feed, message.trail)
        guard let session = sessions[id], let state = scopes[scope]?.state.ledger[feed] else { return }
        guard mayHear(session.device, of: state.origin) else { return }
        // Only from what is common a step goes on, and each is far ahead of the one before.
        guard scopes[scope]?.state.ledger.isEnd(trail.start, of: feed) ?? false else { return }
        guard sessions[id]?.mayFollow(feed, now: now) ?? false else { return }
        guard let parting = scopes[scope]?.state.ledger.parting(of: feed, from: trail) else { return }
        // What ends where the histories part is the beginning of the other one.
        guard state.head.sequence > parting.common else { return }
        guard trail.isComplete else {
            sendTrail(of: feed, in: scope, after: parting.common, through: parting.other, to: id)
            return
        }
        let request = ClaimRequest(connection: id, origin: state.origin, common: parting.common)
        forkWork[scope, default: ForkWork()].note(request)
    }

    /// Sends the proofs of a scope that a peer has not heard of in this session, behind the batches that wait.
    mutating func tellForks(of scope: ScopeID, to id: ConnectionID) {
        guard let proofs = scopes[scope]?.proofs, !proofs.isEmpty, let session = sessions[id] else { return }
        let told = proofs.filter { mayHear(session.device, of: $0.value.origin) }
        for (fork, proof) in told.sorted(by: { $0.key < $1.key }) where sessions[id]?.knows(fork) == true {
            effects.append(.sendInTurn(id, .forkProof(proof)))
        }
    }

    /// Tells a peer once more of the splits that its vector knows nothing of: it has dropped what it was told.
    mutating func tellForksAgain(
        of scope: ScopeID,
        missingIn vector: VersionVector,
        isWhole: Bool,
        to id: ConnectionID
    ) {
        guard let slot = scopes[scope], !slot.proofs.isEmpty else { return }
        for (fork, proof) in slot.proofs where isUnknown(fork, to: vector, slot.state.ledger) {
            // A vector of this device's own feeds says nothing of others'.
            guard isWhole || proof.origin.device == device else { continue }
            sessions[id]?.forget(fork)
        }
        tellForks(of: scope, to: id)
    }

    /// Whether a vector goes past a split or ends right before it, and names no branch that begins there: what comes
    /// behind would wait for ever.
    private func isUnknown(_ fork: Fork, to vector: VersionVector, _ ledger: Ledger) -> Bool {
        let ends = vector.compactMap { feed, version in
            ledger[feed].flatMap { $0.origin.root.feed == fork.feed ? ($0.origin, version.sequence) : nil }
        }
        let isPassed = ends.contains { origin, end in
            (origin.branches.last?.sequence ?? 0) < fork.sequence && fork.sequence <= end
        }
        let isNamed = ends.contains { origin, _ in origin.forks.contains(fork) }
        return isPassed || !isNamed && (fork.sequence == 1 || ends.contains { $0.1 == fork.sequence - 1 })
    }
}
