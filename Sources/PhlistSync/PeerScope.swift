import PhlistModel

/// What a peer has of one scope, by its word and by what was sent to it since; never remembered across sessions.
///
/// Chains have the numbers of the ledger here.
struct PeerScope: Sendable {
    /// By chain: the last batch that the peer has; nil while its vector is not known.
    private(set) var known: [UInt32]?
    /// What the peer has and is not here yet.
    private(set) var missing = MissingBatches()
    /// The feeds of which the peer has sent points, and those of which it was sent some, since its last comparison.
    private var pointed: Set<FeedHint> = []
    private var answered: Set<FeedHint> = []
    /// Whether the peer was told our vector: it cannot push what we lack without.
    private(set) var wasToldVector = false
    /// The digest of the vector that the peer last said to hold.
    private(set) var holding: UInt128?
    /// The digest of the state that belongs to it; nil while only the vector is known.
    private(set) var state: UInt128?
    /// Whether the peer itself has shown that it holds something.
    private(set) var isShown = false
    /// The number of requests for batches that the shell has not sent out yet: the peer cannot know of them.
    private var requestsInQueue = 0
    /// What the last of them says that this device holds.
    private var queuedHolding: UInt128?
    /// Whether something was not sent that waited, and the peer has not said since what it has.
    private(set) var isWithdrawn = false
    /// What counts as arrived of a scope that the peer does not name.
    private var settled: [UInt32] = []
    /// Whether the peer waits for the word that no control was kept back.
    private(set) var owesCompletion = false
    /// What is sent again, and how often it was.
    private var repeated: (known: [UInt32], times: Int)?

    /// Takes in a vector of the peer.
    ///
    /// - Parameters:
    ///   - message: The vector; with points it adds to the last one without.
    ///   - isWhole: Whether it names all that the peer has. Of a list that is not for this device a peer names only the
    ///     batches of this device.
    ///   - own: This device.
    ///   - ledger: What is here of the scope.
    /// - Returns: The feeds of which the peer's history has parted from the one here, or of which the peer has sent
    ///   points: they are to be answered with points. Each once in a comparison.
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

    /// A vector without points begins a comparison: what was dropped on the way is sent again.
    ///
    /// - Parameters:
    ///   - word: By chain: what the peer says that it has.
    ///   - isWhole: Whether it speaks of all chains, else of this device's alone.
    ///   - isOwn: Whether a chain is this device's.
    private mutating func begin(_ word: [UInt32], isWhole: Bool, isOwn: (Int) -> Bool) {
        let queued = requestsInQueue > 0 ? known ?? [] : []
        known = (known ?? []).replacing(word) { isWhole || isOwn($0) }.merging(queued)
        settled = isWhole ? [] : settled.replacing(word, where: isOwn)
        (pointed, answered, isWithdrawn) = ([], [], false)
        if isWhole { repeated = nil }
    }

    /// The peer holds the same as this device.
    mutating func holdsAll(of ledger: Ledger) {
        (known, missing, settled, repeated) = (ledger.ends, MissingBatches(), [], nil)
        isWithdrawn = false
        isShown = isShown || !ledger.isEmpty
    }

    /// The peer said what it holds; with what it sends it does not say the state.
    mutating func received(_ holding: UInt128, state: UInt128?) {
        (self.holding, self.state) = (holding, state)
        isShown = isShown || holding != VersionVector().digest
    }

    /// The peer sent a batch, so it has it.
    mutating func gave(_ batch: NamedBatch, in ledger: Ledger) {
        guard known != nil else { return }
        if let place = ledger.place(of: batch.reference) {
            ledger.learn(place, &known)
        } else {
            // Each by itself: they may come into the log one by one.
            missing.insert(batch.reference)
        }
    }

    /// What the peer has by now of what is here, by chain, and the feeds of which nothing is sent before more is known.
    ///
    /// Usually the peer is merely ahead there, and what it named arrives. Where its history has parted from the one
    /// here, its points do.
    mutating func whatItHas(in ledger: Ledger) -> Has {
        missing.takeArrived(in: ledger) { ledger.learn($0, &known) }
        return Has(
            known: known ?? [],
            unsure: UnsureFeeds(missing: missing, pointed: pointed),
            hasAllControl: !missing.hasPartedControl(in: ledger, without: pointed)
        )
    }

    /// What a peer has of what is here.
    struct Has {
        /// By chain: the last batch.
        var known: [UInt32] = []
        var unsure = UnsureFeeds()
        /// Whether it has, or can be sent, all control that is here.
        var hasAllControl = true
    }

    /// The feeds of which nothing is sent before more is known.
    struct UnsureFeeds {
        fileprivate var missing = MissingBatches()
        fileprivate var pointed: Set<FeedHint> = []

        func contains(_ hint: FeedHint) -> Bool {
            missing.names(hint) && !pointed.contains(hint)
        }

        var hints: Set<FeedHint> { missing.hints.subtracting(pointed) }
    }

    /// Batches of a chain were sent, up to a number.
    mutating func sent(through number: UInt32, of chain: Int) {
        var next = known ?? []
        known = nil
        next += repeatElement(0, count: Swift.max(0, chain + 1 - next.count))
        next[chain] = Swift.max(next[chain], number)
        known = next
    }

    /// The peer will have something that it did not have.
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

    /// One request has been sent out.
    ///
    /// - Returns: What the peer was told last that this device holds, once no other request waits.
    mutating func sentBatches() -> UInt128? {
        requestsInQueue = max(0, requestsInQueue - 1)
        return isQueued ? nil : queuedHolding
    }

    /// Whether batches wait to be sent.
    var isQueued: Bool { requestsInQueue > 0 }

    /// What waits to be sent is not: how much of it went out is not known.
    mutating func withdrew() {
        (known, wasToldVector, isWithdrawn, owesCompletion) = (nil, false, true, true)
    }

    /// The peer says that the scope is closed to this device: what it said before of what it holds is old.
    mutating func wasClosed() { (holding, state) = (nil, nil) }

    /// The peer does not name the scope among those that both may see.
    ///
    /// A peer that has named it has lost it. A peer that never did may have lost what came, or has taken it and does
    /// not say so: this device is not to see the list any more, and has not heard of that. So what was sent is sent a
    /// few times more, and counts as arrived then.
    ///
    /// - Returns: Whether anything is known of it still.
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
        // What came meanwhile is not counted with what is repeated already: else who goes on writing repeats all.
        repeated = (repeated?.known ?? known, (repeated?.times ?? 0) + 1)
        self.known = settled
        wasToldVector = false
        return true
    }
}

extension [UInt32] {
    /// Other numbers for some chains, none for those of them that are not in the others.
    fileprivate func replacing(_ others: [UInt32], where isMeant: (Int) -> Bool) -> [UInt32] {
        enumerated().map { isMeant($0.offset) ? 0 : $0.element }.merging(others)
    }

    /// The greater of both numbers, for each chain.
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
    /// Adds a place to what is known, if anything is known.
    fileprivate func learn(_ place: Place, _ known: inout [UInt32]?) {
        guard var next = known else { return }
        known = nil
        learn(place, &next)
        known = next
    }

    /// The feeds of some references of which as many batches are here as one names, in whatever chain.
    func feedsReached(by references: [BatchReference]) -> [FeedHint] {
        let least = Dictionary(references.map { ($0.hint, $0.number) }, uniquingKeysWith: min)
        return least.keys.sorted().filter { hint in
            chains(withHint: hint).contains { UInt64(chains[$0].end) >= least[hint] ?? .max }
        }
    }
}
