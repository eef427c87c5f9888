package import PhlistModel

/// Feeds that have split: two copies of a device wrote under one name.
///
/// Whoever holds one history and is shown another looks with its peer for the place where they part (`Message.trail`),
/// is given the other's signed batches behind it (`Message.forkClaim`), and makes a proof of both. The proof is stored,
/// sent to everybody before anything else of its scope, and the scope is folded again: then each history has a name of
/// its own, and travels like any other feed.
extension Replica {
    // MARK: Proving it

    mutating func receivedForkClaim(_ claim: ForkClaim, on id: ConnectionID) {
        let (scope, fork) = (claim.origin.scope, claim.fork)
        guard let session = sessions[id], mayHear(session.device, of: claim.origin) else { return }
        let author = claim.origin.device
        guard mayTake(fork, of: author, in: scope, from: session.device) else { return }
        guard forkWork[scope]?.claimed.count ?? 0 < SyncLimits.claimsWaitingMax else { return }
        guard let ledger = scopes[scope]?.state.ledger, let key = key(of: claim.origin.device, in: scope) else {
            return
        }
        guard !ledger.feeds(of: fork.feed, beginningABatchAt: fork.sequence).isEmpty else { return }
        let isNoted = forkWork[scope]?.claimed.contains { $0.claim.fork == fork } ?? false
        guard !isNoted else { return }
        let authority = authority
        guard claim.start(whereSigned: { authority.isValid($0, of: $1, by: key) }) != nil else {
            effects.append(.close(id, .badSignature))
            return
        }
        forkWork[scope, default: ForkWork()].claimed.append((id, claim))
    }

    mutating func receivedForkProof(_ proof: ForkProof, on id: ConnectionID) {
        let (scope, fork) = (proof.origin.scope, proof.fork)
        guard !formerScopes.contains(scope), mayOpen(scope) else { return }
        ensureScope(scope)
        guard mayTake(fork, of: proof.origin.device, in: scope, from: sessions[id]?.device) else {
            if isKnown(fork, in: scope) { sessions[id]?.knows(fork) }
            return
        }
        if scopes[scope]?.newestSource == nil {
            scopes[scope]?.newestSource = id
        }
        scopes[scope]?.inbox.insert(proof)
        if !takeProofs(of: scope) {
            effects.append(.close(id, .badSignature))
        }
        emptyFullInboxes(after: scope)
    }

    /// Stores the proofs that wait and whose author is known by now.
    ///
    /// - Returns: Whether all of those hold.
    mutating func takeProofs(of scope: ScopeID) -> Bool {
        var isValid = true
        for proof in scopes[scope]?.inbox.proofs ?? [] {
            guard let key = key(of: proof.origin.device, in: scope) else { continue }
            scopes[scope]?.inbox.remove(proof)
            guard mayTake(proof.fork, of: proof.origin.device, in: scope, from: nil) else { continue }
            let authority = authority
            if proof.fork(whereSigned: { authority.isValid($0, of: $1, by: key) }) == nil {
                isValid = false
            } else {
                take(proof)
            }
        }
        return isValid
    }

    /// Tries once more to store what the disk did not take.
    mutating func retryProofs() {
        for scope in scopes.keys.sorted() where scopes[scope]?.inbox.proofs.isEmpty == false {
            _ = takeProofs(of: scope)
        }
    }

    func key(of device: DeviceID, in scope: ScopeID) -> [UInt8]? {
        scopes[scope].flatMap { knownKeys(for: scope, among: $0.inbox)[device] }
    }

    /// Whether a split is news, and one of no more than are followed.
    ///
    /// What its author shows ends earlier than what others pass on: so one takes what others have taken.
    private func mayTake(_ fork: Fork, of author: DeviceID, in scope: ScopeID, from sender: DeviceID?) -> Bool {
        guard let slot = scopes[scope], slot.proofs[fork] == nil else { return false }
        let onTheirWay = proofsOnTheirWay(in: scope)
        guard !onTheirWay.contains(where: { $0.fork == fork }) else { return false }
        let those = onTheirWay.map(\.fork).filter { $0.feed == fork.feed }.map(\.sequence)
        let ofFeed = slot.state.ledger.splits(of: fork.feed).union(those + [fork.sequence]).count
        let ofAuthor = (slot.proofs.values + onTheirWay).count { $0.origin.device == author }
        guard sender != author else {
            return ofFeed <= SyncLimits.splitsShownByAuthorMax && ofAuthor < SyncLimits.splitsOfDeviceShownByAuthorMax
        }
        return ofFeed <= Limits.branchesMax && ofAuthor < SyncLimits.splitsOfDeviceMax
    }

    private func proofsOnTheirWay(in scope: ScopeID) -> [ForkProof] {
        appendsInFlight.flatMap(\.entries).compactMap { entry in
            guard case .fork(let proof) = entry, proof.origin.scope == scope else { return nil }
            return proof
        }
    }

    /// Whether a proof of the scope is being made durable.
    func isSplitOnItsWay(in scope: ScopeID) -> Bool {
        // Asked for with every message of batches, so it makes no list.
        appendsInFlight.contains { append in
            append.entries.contains { entry in
                if case .fork(let proof) = entry { proof.origin.scope == scope } else { false }
            }
        }
    }

    private mutating func take(_ proof: ForkProof) {
        if proof.origin.root == ownOrigin(in: proof.origin.scope) {
            sealIncarnation()
        }
        append([.fork(proof)])
    }

    // MARK: Knowing it

    /// Takes in a proof from the log.
    mutating func apply(_ proof: ForkProof) {
        let scope = proof.origin.scope
        ensureScope(scope)
        scopes[scope]?.proofs[proof.fork] = proof
        note([proof.fork], in: scope)
    }

    /// Takes note of splits; what is folded already under a name that is none any more is to be folded again.
    mutating func note(_ forks: [Fork], in scope: ScopeID) {
        for fork in forks where scopes[scope]?.state.ledger.knows(fork) == false {
            // While a fold is due not all is folded, and what is missing may be what this one splits.
            if isFoldDue(in: scope) || scopes[scope]?.state.learn(fork) == false {
                forkWork[scope, default: ForkWork()].forks.insert(fork)
            }
            // It waits under names of before; peers are asked for it again.
            scopes[scope]?.inbox.forget(root: fork.feed)
        }
    }

    /// The splits of which the log told only behind what they have split.
    ///
    /// Asked when all records are restored. Where there are any, restore all of them once more into a replica that
    /// expects the splits: what it keeps of the order of changes is the same then as before the restart.
    package var lateForks: [ScopeID: Set<Fork>] {
        forkWork.mapValues(\.forks).filter { !$0.value.isEmpty }
    }

    /// Lets `restore` know of splits before it meets the batches that they concern; to be called before the first one.
    package mutating func expectForks(_ forks: [ScopeID: Set<Fork>]) {
        expectedForks = forks
    }

    /// The name that the feed of a stored batch has now.
    ///
    /// - Parameters:
    ///   - feed: The name that it was stored under.
    ///   - sequence: Its first op.
    /// - Returns: The name of the branch that the batch belongs to, or of the feed where it has not split.
    package func currentName(of feed: FeedID, at sequence: UInt64) -> FeedID {
        origins[feed].map { currentName(of: $0, at: sequence) } ?? feed
    }

    /// The name that the feed of a batch has now, by the one that it had before another split was known.
    package func currentName(of origin: FeedOrigin, at sequence: UInt64) -> FeedID {
        scopes[origin.scope]?.state.ledger.name(of: origin, at: sequence) ?? origin.feed
    }

    /// Who writes feeds, also those that only a split has named.
    package func origins(of feeds: [FeedID], in scope: ScopeID) -> [FeedID: FeedOrigin] {
        let ledger = scopes[scope]?.state.ledger
        return Dictionary(uniqueKeysWithValues: feeds.compactMap { feed in ledger?[feed].map { (feed, $0.origin) } })
    }

    /// The feeds of a scope that have batches, by their names of now.
    package func feeds(in scope: ScopeID) -> [FeedID] {
        scopes[scope]?.state.ledger.knownFeeds.map(\.id) ?? []
    }

    func isFoldDue(in scope: ScopeID) -> Bool {
        forkWork[scope]?.isFoldDue ?? false
    }

    /// Asks for the batches of the scopes in which something is to be done with them, once nothing more is on its way
    /// to the disk.
    ///
    /// One who shows splits without end is looked after at a pace, several at once; `upkeep` comes back to it.
    mutating func askForBatches(now: Now) {
        guard appendsInFlight.isEmpty, !forkWork.isEmpty else { return }
        for scope in forkWork.keys.sorted() where forkWork[scope]?.isAsked == false && forkWork[scope]?.isDue == true {
            guard forkWork[scope]?.allowance.take(SyncLimits.readingPace, now: now) ?? false else { continue }
            forkWork[scope]?.isAsked = true
            effects.append(.readBatches(scope))
        }
    }

    /// Does what waited for the batches of a scope.
    mutating func batchesRead(_ batches: [StoredRecord], of scope: ScopeID, now: Now) {
        guard appendsInFlight.isEmpty else {
            forkWork[scope]?.isAsked = false
            return
        }
        guard let work = forkWork.removeValue(forKey: scope) else { return }
        forkWork[scope] = ForkWork(allowance: work.allowance)
        let stored = batches.compactMap { record in
            origins[record.feed].map { StoredBatch(origin: $0, batch: record.batch) }
        }
        let placed = placed(stored)
        if work.isFoldDue {
            foldAgain(scope, from: placed, knowing: work.forks)
        }
        let histories = scopes[scope].map { FeedHistories(placed, $0.state.ledger) }
        for request in work.requests {
            guard let histories, let claim = claim(of: request.origin, behind: request.common, in: scope, histories)
            else {
                continue
            }
            guard !isKnown(claim.fork, in: scope) else { continue }
            // The peer may have lost the list since it asked.
            guard let asker = sessions[request.connection]?.device, mayHear(asker, of: request.origin) else { continue }
            effects.append(.sendInTurn(request.connection, .forkClaim(claim)))
        }
        for (connection, claim) in work.claimed {
            let sender = sessions[connection]?.device
            guard mayTake(claim.fork, of: claim.origin.device, in: scope, from: sender), let histories else { continue }
            if let proof = proof(of: claim, histories) { take(proof) }
        }
        guard work.isFoldDue else { return }
        tellOfForks(in: scope)
        appendHeldBack(of: scope)
        mendPurged(scope, now: now)
    }

    private func isKnown(_ fork: Fork, in scope: ScopeID) -> Bool {
        scopes[scope]?.state.ledger.knows(fork) ?? false
    }

    /// The scope with the names that splits give.
    private mutating func foldAgain(_ scope: ScopeID, from stored: [StoredBatch], knowing forks: Set<Fork>) {
        guard let old = scopes[scope] else { return }
        let slot = ScopeSlot(old.state.folded(from: stored, forks: old.state.forks + forks.sorted()))
        openFeeds(of: scope, in: slot)
        let (before, after) = (old.state.ledger.batchCount, slot.state.ledger.batchCount)
        invariant(after >= before, "\(after) of \(before) batches in \(scope) folded again")
        slot.proofs = old.proofs
        for proof in old.inbox.proofs { slot.inbox.insert(proof) }
        slot.newestSource = old.newestSource
        slot.frontier = Frontier(slot.durableHeads)
        slot.ownContext = slot.state.ledger.context(of: ownOrigin(in: scope).feed)
        slot.takeHeads(of: old)
        scopes[scope] = slot
        forgetFolded(of: scope)
        blobs.changedScopes.insert(scope)
        if scope == householdID {
            rosterChanged()
        }
    }

    /// Names all feeds of a scope, also those of which nothing is folded yet: their batches come without the name.
    func openFeeds(of scope: ScopeID, in slot: ScopeSlot) {
        for origin in origins.values.filter({ $0.scope == scope }).sorted(by: { $0.feed < $1.feed }) {
            slot.state.open(origin)
        }
    }

    /// Tells everybody of splits that are known now, and compares again: what a peer has was known by names that are
    /// none any more.
    mutating func tellOfForks(in scope: ScopeID) {
        for session in openSessions {
            sessions[session.connection]?.forgetVector(of: scope)
            sendSummary(to: session.connection, isRequest: true)
        }
    }

    // MARK: Signed histories

    /// What this device has of a feed behind an op, up to where its author signed it.
    private mutating func claim(
        of origin: FeedOrigin,
        behind common: UInt64,
        in scope: ScopeID,
        _ histories: FeedHistories
    ) -> ForkClaim? {
        guard let feed = scopes[scope]?.state.ledger.name(of: origin, at: common + 1) else { return nil }
        guard let (end, head) = signedEnd(of: feed, behind: common, in: scope) else { return nil }
        guard let part = histories.part(of: end, behind: common, through: head.sequence) else { return nil }
        guard part.batches.count <= Limits.forkRunMax else { return nil }
        // A proof has two of them, and travels in one frame.
        guard part.batches.reduce(0, { $0 + $1.headerBytes.count }) <= SyncLimits.forkRunBytesMax else { return nil }
        let run = ForkProof.Run(part.batches, signature: head.signature)
        return ForkClaim(origin: origin.root, common: part.common, run: run)
    }

    /// The next signed head behind an op: of the feed, or of a branch in which it goes on.
    private mutating func signedEnd(
        of feed: FeedID,
        behind common: UInt64,
        in scope: ScopeID
    ) -> (feed: FeedID, head: SignedHead)? {
        if let head = headsToSend(of: feed, in: scope, after: common).first { return (feed, head) }
        for branch in scopes[scope]?.state.ledger.branches(of: feed) ?? [] {
            if let end = signedEnd(of: branch, behind: common, in: scope) { return end }
        }
        return nil
    }

    /// A claim with the history here beside it.
    private mutating func proof(of claim: ForkClaim, _ histories: FeedHistories) -> ForkProof? {
        let (scope, fork) = (claim.origin.scope, claim.fork)
        let ledger = scopes[scope]?.state.ledger
        guard let key = key(of: claim.origin.device, in: scope) else { return nil }
        let authority = authority
        for feed in ledger?.feeds(of: fork.feed, beginningABatchAt: fork.sequence) ?? [] {
            guard let origin = ledger?[feed]?.origin else { continue }
            guard let own = self.claim(of: origin, behind: claim.common.sequence, in: scope, histories) else {
                continue
            }
            let proof = ForkProof(origin: origin.root, common: claim.common, own.run, claim.run)
            if proof.fork(whereSigned: { authority.isValid($0, of: $1, by: key) }) != nil { return proof }
        }
        return nil
    }
}

/// A batch of the log, with the name that its feed had when it was stored.
package struct StoredRecord: Sendable {
    package var feed: FeedID
    package var batch: Batch

    /// Creates a stored batch.
    package init(feed: FeedID, batch: Batch) {
        self.feed = feed
        self.batch = batch
    }
}

/// The histories of the feeds of a scope, from its batches.
private struct FeedHistories {
    private var batches: [FeedID: [Batch]] = [:]
    private let ledger: Ledger

    init(_ stored: [StoredBatch], _ ledger: Ledger) {
        self.ledger = ledger
        for item in stored {
            let name = ledger.name(of: item.origin, at: item.batch.header.firstSequence)
            batches[name, default: []].append(item.batch)
        }
    }

    /// What a feed has behind an op, through another; nil where something is missing.
    func part(
        of feed: FeedID,
        behind common: UInt64,
        through end: UInt64
    ) -> (common: ChainHead, batches: [Batch])? {
        let line = ledger.line(to: feed)
        guard let root = line.first else { return nil }
        let history = line.flatMap { batches[$0] ?? [] }.sorted { $0.header.firstSequence < $1.header.firstSequence }
        var head = ChainHead(startOf: root)
        var (start, part): (ChainHead?, [Batch]) = (nil, [])
        for batch in history where batch.header.firstSequence > head.sequence && head.sequence < end {
            guard batch.header.firstSequence == head.sequence + 1 else { return nil }
            if head.sequence == common { start = head }
            if start != nil { part.append(batch) }
            head = head.appending(batch)
        }
        guard let start, head.sequence == end else { return nil }
        return (start, part)
    }
}
