import PhlistModel

/// The batches of one scope that a peer has, by its messages and by what was sent to it; not kept across sessions.
///
/// Chains are numbered as in the ledger.
struct PeerScope: Sendable {
    /// By chain: the last batch that the peer has; nil while its vector is unknown.
    private(set) var known: [UInt32]?
    /// Batches that the peer has and that are not here yet.
    private(set) var missing = MissingBatches()
    /// Feeds of which the peer has sent points, and those of which it was sent points, since its last comparison.
    private var pointed: Set<FeedHint> = []
    private var answered: Set<FeedHint> = []
    /// Whether the peer was sent our vector, without which it cannot push what we lack.
    private(set) var wasToldVector = false
    /// The digest of the vector that the peer last reported.
    private(set) var holding: UInt128?
    /// The digest of the state for that vector; nil while only the vector is known.
    private(set) var state: UInt128?
    /// Whether the peer itself has shown that it holds anything.
    private(set) var isShown = false
    /// Number of requests for batches that the shell has not sent yet, of which the peer cannot know.
    private var requestsInQueue = 0
    /// The digest of this device's vector in the last of these requests.
    private var queuedHolding: UInt128?
    /// Whether waiting batches were withdrawn, and the peer has not sent a vector since.
    private(set) var isWithdrawn = false
    /// By chain: batches that count as arrived in a scope that the peer does not name.
    private var settled: [UInt32] = []
    /// Whether the peer still waits for the completion of control.
    private(set) var owesCompletion = false
    /// Batches that are sent again, and how often they were.
    private var repeated: (known: [UInt32], times: Int)?

    /// Takes in a vector of the peer.
    ///
    /// - Parameters:
    ///   - message: The vector; with points it extends the last one without.
    ///   - isWhole: Whether it names everything that the peer has. Of a list that is not for this device, a peer names
    ///     only the batches of this device.
    ///   - own: This device.
    ///   - ledger: The ledger of the scope here; nil if the scope is unknown.
    /// - Returns: Feeds where the peer's history has diverged from the one here, or of which the peer has sent points,
    ///   and which are answered with points. Each is returned once in a comparison.
    mutating func received(
        _ message: Message.Vector,
        isWhole: Bool,
        of own: DeviceID,
        in ledger: Ledger?
    ) -> [FeedHint] {
        var (word, absent): ([UInt32], [BatchReference]) = ([], [])
        for entry in message.vector.entries {
            if let ledger, let place = ledger.place(of: entry) {
                ledger.learn(place, &word)
            } else if isWhole {
                absent.append(entry)
            }
        }
        if message.pointed.isEmpty {
            begin(word, isWhole: isWhole) { ledger?.chains[$0].device == own }
        } else {
            known = (known ?? []).merging(word)
        }
        missing = MissingBatches(absent, notAmong: ledger?.batchCount ?? 0)
        isShown = isShown || !message.vector.isEmpty
        pointed.formUnion(message.pointed)
        guard isWhole, let ledger else { return [] }
        let parted = ledger.feedsReached(by: absent)
        let wanted = Set(parted + message.pointed.filter { !ledger.chains(withHint: $0).isEmpty })
        let new = wanted.subtracting(answered)
        answered.formUnion(new)
        return new.sorted()
    }

    /// Begins a comparison, with a vector without points: batches dropped on the way are sent again.
    ///
    /// - Parameters:
    ///   - word: By chain: the last batch that the peer reports.
    ///   - isWhole: Whether the vector covers all chains, or only those of this device.
    ///   - isOwn: Whether a chain belongs to this device.
    private mutating func begin(_ word: [UInt32], isWhole: Bool, isOwn: (Int) -> Bool) {
        let queued = requestsInQueue > 0 ? known ?? [] : []
        known = (known ?? []).replacing(word) { isWhole || isOwn($0) }.merging(queued)
        settled = isWhole ? [] : settled.replacing(word, where: isOwn)
        (pointed, answered, isWithdrawn) = ([], [], false)
        if isWhole { repeated = nil }
    }

    /// Records that the peer holds the same as this device.
    mutating func holdsAll(of ledger: Ledger) {
        (known, missing, settled, repeated) = (ledger.ends, MissingBatches(), [], nil)
        isWithdrawn = false
        isShown = isShown || !ledger.isEmpty
    }

    /// Records digests that the peer reported; with batches it reports no state.
    mutating func received(_ holding: UInt128, state: UInt128?) {
        (self.holding, self.state) = (holding, state)
        isShown = isShown || holding != VersionVector().digest
    }

    /// Records that the peer has a batch, because it sent it.
    mutating func gave(_ batch: NamedBatch, in ledger: Ledger) {
        guard known != nil else { return }
        if let place = ledger.place(of: batch.reference) {
            ledger.learn(place, &known)
        } else {
            // Each by itself: they may enter the log one by one.
            missing.insert(batch.reference)
        }
    }

    /// Returns what the peer has of the batches here, by chain, and the feeds of which nothing is sent until more is
    /// known.
    ///
    /// Usually the peer is merely ahead in such a feed, and the batches that it named arrive. If its history has
    /// diverged, its points arrive.
    mutating func whatItHas(in ledger: Ledger) -> Has {
        missing.takeArrived(in: ledger) { ledger.learn($0, &known) }
        return Has(
            known: known ?? [],
            unsure: UnsureFeeds(missing: missing, pointed: pointed),
            hasAllControl: !missing.hasPartedControl(in: ledger, without: pointed)
        )
    }

    /// The peer's share of the batches here.
    struct Has {
        /// By chain: the last batch.
        var known: [UInt32] = []
        var unsure = UnsureFeeds()
        /// Whether the peer has, or can be sent, all control that is here.
        var hasAllControl = true
    }

    /// Feeds of which nothing is sent until more is known.
    struct UnsureFeeds {
        fileprivate var missing = MissingBatches()
        fileprivate var pointed: Set<FeedHint> = []

        func contains(_ hint: FeedHint) -> Bool {
            missing.names(hint) && !pointed.contains(hint)
        }

        var hints: Set<FeedHint> { missing.hints.subtracting(pointed) }
    }

    /// Records that batches of a chain were sent, up to a number.
    mutating func sent(through number: UInt32, of chain: Int) {
        var next = known ?? []
        known = nil
        next += repeatElement(0, count: Swift.max(0, chain + 1 - next.count))
        next[chain] = Swift.max(next[chain], number)
        known = next
    }

    /// Records that the peer will have a scope that it did not have.
    mutating func willSend() {
        known = known ?? []
    }

    mutating func willSendControl(isComplete: Bool, isEmpty: Bool) {
        owesCompletion = !isComplete && (owesCompletion || !isEmpty)
    }

    mutating func willTellVector() {
        wasToldVector = true
    }

    mutating func willQueueBatches(holding: UInt128) {
        requestsInQueue += 1
        queuedHolding = holding
    }

    /// Records that one request has been sent.
    ///
    /// - Returns: The vector digest last sent to the peer, once no other request waits.
    mutating func sentBatches() -> UInt128? {
        requestsInQueue = max(0, requestsInQueue - 1)
        return isQueued ? nil : queuedHolding
    }

    /// Whether batches wait to be sent.
    var isQueued: Bool { requestsInQueue > 0 }

    /// Records that waiting batches were withdrawn; how many of them were sent is not known.
    mutating func withdrew() {
        (known, wasToldVector, isWithdrawn, owesCompletion) = (nil, false, true, true)
    }

    /// Records that the peer closed the scope to this device: what it reported before is outdated.
    mutating func wasClosed() { (holding, state) = (nil, nil) }

    /// Records that the peer does not name the scope among those that both may see.
    ///
    /// A peer that has named it has lost it. A peer that never did may have lost the batches, or may have them and not
    /// say so, because this device may no longer see the list and has not heard of that. The batches are therefore sent
    /// a few more times and then count as arrived.
    ///
    /// - Returns: Whether anything is still known of the scope.
    mutating func wasNotNamed() -> Bool {
        guard requestsInQueue == 0 else {
            (holding, state, isShown, wasToldVector) = (nil, nil, false, false)
            return known != nil
        }
        guard holding == nil, let known, known.contains(where: { $0 > 0 }) else { return false }
        if let repeated, repeated.times == SyncLimits.unnamedRepeatsMax {
            settled = settled.merging(repeated.known)
            self.repeated = nil
        }
        guard settled.merging(known) != settled.merging([]) else { return true }
        // Later batches are not counted with those already repeated: otherwise a device that keeps writing would repeat
        // all.
        repeated = (repeated?.known ?? known, (repeated?.times ?? 0) + 1)
        self.known = settled
        wasToldVector = false
        return true
    }
}

extension [UInt32] {
    /// Replaces the numbers of some chains; those missing from the other array become zero.
    fileprivate func replacing(_ others: [UInt32], where isMeant: (Int) -> Bool) -> [UInt32] {
        enumerated().map { isMeant($0.offset) ? 0 : $0.element }.merging(others)
    }

    /// Returns the greater of both numbers for each chain.
    fileprivate func merging(_ other: [UInt32]) -> [UInt32] {
        guard count >= other.count else { return other.merging(self) }
        var merged = self
        for (chain, number) in other.enumerated() where number > merged[chain] {
            merged[chain] = number
        }
        return merged
    }
}

extension Ledger {
    /// Adds a place to the known numbers, if there are any.
    fileprivate func learn(_ place: Place, _ known: inout [UInt32]?) {
        guard var next = known else { return }
        known = nil
        learn(place, &next)
        known = next
    }

    /// The feeds of references for which some chain here is at least as long as the least number named.
    func feedsReached(by references: [BatchReference]) -> [FeedHint] {
        let least = Dictionary(references.map { ($0.hint, $0.number) }, uniquingKeysWith: min)
        return least.keys.sorted().filter { hint in
            chains(withHint: hint).contains { UInt64(chains[$0].end) >= least[hint] ?? .max }
        }
    }
}
