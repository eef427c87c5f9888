import PhlistModel

/// Batches of one scope that have arrived and are not in the log yet: they wait for the signed head that vouches for
/// them, for a device or a member to be known, or for what their authors knew.
struct Inbox {
    private var waiting: [Waiting] = []
    private var byteCount = 0
    /// The end of what has arrived of each feed, in the log or waiting.
    private var tips: [FeedID: ChainHead] = [:]
    private var claims: [Claim] = []
    /// The claims that hold, of batches that still wait.
    private var vouched: [Claim] = []
    /// Feeds that wait and were brought by their own author.
    private(set) var feedsByAuthor: [FeedID: DeviceID] = [:]
    /// The newest verified end of each feed that waits.
    private var verified: [FeedID: UInt64] = [:]

    /// Proofs of splits whose author is not known yet, or that the disk refused.
    private(set) var proofs: [ForkProof] = []

    /// One batch, with the head of its chain.
    struct Waiting {
        var origin: FeedOrigin
        var feed: FeedID
        var batch: Batch
        var head: ChainHead
    }

    private struct Claim {
        var feed: FeedID
        var head: SignedHead
    }

    var isEmpty: Bool { waiting.isEmpty }

    var count: Int { waiting.count }

    /// The bytes of all that waits.
    var size: Int { byteCount + proofs.reduce(0) { $0 + $1.size } }

    /// Whether something of a feed waits.
    func holds(_ feed: FeedID) -> Bool { tips[feed] != nil }

    /// Takes in a batch iff it continues its feed; what is known already is dropped, and what leaves a gap will be
    /// asked for again.
    ///
    /// - Parameters:
    ///   - batch: The batch.
    ///   - origin: Who writes its feed.
    ///   - feed: The id of that feed.
    ///   - heads: The heads of the feeds in the log, what is being appended included.
    mutating func insert(_ batch: Batch, from origin: FeedOrigin, feed: FeedID, behind heads: Frontier) {
        let tip = origin.tip(of: feed) { tips[$0] ?? heads[$0] }
        guard let tip, batch.header.firstSequence == tip.sequence + 1 else { return }
        guard waiting.count < SyncLimits.inboxBatchesMax, byteCount < SyncLimits.inboxBytesMax else {
            drop()
            return
        }
        let next = tip.appending(batch)
        // A branch is called after its first batch.
        if let branch = origin.branches.last, branch.sequence == batch.header.firstSequence {
            guard next.hash == branch.hash else { return }
        }
        waiting.append(Waiting(origin: origin, feed: feed, batch: batch, head: next))
        byteCount += batch.bytes.count
        tips[feed] = next
    }

    /// Takes note that a feed was brought by its author, if anything of it waits.
    mutating func note(_ feed: FeedID, by author: DeviceID) {
        guard holds(feed) else { return }
        feedsByAuthor[feed] = author
    }

    /// Drops all that waits but the proofs: without them what is asked for again has no place.
    mutating func drop() {
        let proofs = proofs
        self = Inbox()
        self.proofs = proofs
    }

    /// Takes in an author's word; it is checked once the author's key is known.
    mutating func insert(_ head: SignedHead, feed: FeedID) {
        guard holds(feed), claims.count < SyncLimits.inboxBatchesMax else { return }
        claims.append(Claim(feed: feed, head: head))
    }

    /// Keeps a proof until its author is known and the disk takes it.
    mutating func insert(_ proof: ForkProof) {
        guard proofs.count < SyncLimits.waitingProofsMax, !proofs.contains(proof) else { return }
        proofs.append(proof)
    }

    mutating func remove(_ proof: ForkProof) {
        proofs.removeAll { $0 == proof }
    }

    /// The ops that wait, for whoever looks for keys among them.
    var waitingOps: [Op] {
        waiting.flatMap { (try? $0.batch.decodedOps()) ?? [] }
    }

    /// Checks the claims whose author is known.
    ///
    /// - Throws: `BadSignature` when one does not hold; what waits of its feed is dropped.
    mutating func verify(_ isValid: (SignedHead, ChainHead, FeedOrigin) -> Bool?) throws(BadSignature) {
        var (undecided, bad): ([Claim], BadSignature?) = ([], nil)
        for claim in claims {
            guard let end = end(of: claim) else { continue }
            switch isValid(claim.head, end.head, end.origin) {
            case true?:
                vouch(for: end.origin, through: claim.head.sequence)
                vouched.append(claim)
            case false?:
                forget(root: end.origin.root.feed)
                bad = BadSignature(feed: claim.feed)
            case nil:
                undecided.append(claim)
            }
        }
        claims = undecided.filter { holds($0.feed) }
        if let bad { throw bad }
    }

    /// A head of a branch vouches for all that the branch comes from.
    private mutating func vouch(for origin: FeedOrigin, through sequence: UInt64) {
        let feed = origin.feed
        verified[feed] = max(verified[feed] ?? 0, sequence)
        if let base = origin.base, let branch = origin.branches.last {
            vouch(for: base, through: branch.sequence - 1)
        }
    }

    private func end(of claim: Claim) -> Waiting? {
        waiting.first { $0.feed == claim.feed && $0.head.sequence == claim.head.sequence }
    }

    /// Takes out the heads that vouch for batches taken out before, in order of arrival.
    mutating func takeHeads(through frontier: Frontier) -> [(FeedID, SignedHead)] {
        let isStored = { (claim: Claim) in claim.head.sequence <= frontier[claim.feed]?.sequence ?? 0 }
        defer { vouched.removeAll(where: isStored) }
        return vouched.filter(isStored).map { ($0.feed, $0.head) }
    }

    /// Takes out, in a causal order, what is vouched for and whose context is covered.
    mutating func takeReady(_ isReady: (Waiting) -> Bool) -> [Waiting] {
        var ready: [Waiting] = []
        var blocked: Set<FeedID> = []
        var rest: [Waiting] = []
        for item in waiting {
            let isVouchedFor = item.head.sequence <= verified[item.feed] ?? 0
            if !blocked.contains(item.feed), isVouchedFor, isReady(item) {
                ready.append(item)
                byteCount -= item.batch.bytes.count
            } else {
                blocked.insert(item.feed)
                rest.append(item)
            }
        }
        waiting = rest
        forgetFinishedFeeds()
        return ready
    }

    /// Drops what has come another way meanwhile: from this device's own log.
    mutating func remove(through frontier: Frontier) {
        var isSame: [FeedID: Bool] = [:]
        for item in waiting {
            guard let head = frontier[item.feed], item.batch.header.firstSequence <= head.sequence else { continue }
            isSame[item.feed] = isSame[item.feed] ?? false || item.head == head
        }
        // What does not lead to the same end is another history: it goes as a whole.
        waiting.removeAll { item in
            guard let isSame = isSame[item.feed], let head = frontier[item.feed] else { return false }
            return !isSame || item.head.sequence <= head.sequence
        }
        byteCount = waiting.reduce(0) { $0 + $1.batch.bytes.count }
        forgetFinishedFeeds()
    }

    /// Drops what waits of a feed and all its branches.
    mutating func forget(root: FeedID) {
        waiting.removeAll { $0.origin.root.feed == root }
        byteCount = waiting.reduce(0) { $0 + $1.batch.bytes.count }
        forgetFinishedFeeds()
    }

    private mutating func forgetFinishedFeeds() {
        let feeds = Set(waiting.map(\.feed))
        tips = tips.filter { feeds.contains($0.key) }
        feedsByAuthor = feedsByAuthor.filter { feeds.contains($0.key) }
        verified = verified.filter { feeds.contains($0.key) }
        claims.removeAll { !feeds.contains($0.feed) }
    }
}

extension FeedOrigin {
    /// The number of the op that the next batch of the feed follows; the same without a hash where nothing has come.
    func end(of feed: FeedID, _ head: (FeedID) -> ChainHead?) -> UInt64? {
        branches.isEmpty ? head(feed)?.sequence ?? 0 : tip(of: feed, head)?.sequence
    }

    /// What the next batch of the feed follows: its own end, or that of the feed that it branches off.
    ///
    /// - Parameters:
    ///   - feed: The feed's id.
    ///   - head: The end of what is here of a feed.
    /// - Returns: Nil when what comes before the branch is not here.
    func tip(of feed: FeedID, _ head: (FeedID) -> ChainHead?) -> ChainHead? {
        if let head = head(feed) { return head }
        guard let base, let branch = branches.last else { return ChainHead(startOf: feed) }
        let id = base.feed
        let end = head(id) ?? (base.branches.isEmpty ? ChainHead(startOf: id) : nil)
        return end?.sequence == branch.sequence - 1 ? end : nil
    }
}

/// A head that its author did not sign.
struct BadSignature: Error {
    var feed: FeedID
}
