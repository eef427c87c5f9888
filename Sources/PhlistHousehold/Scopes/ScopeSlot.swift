package import PhlistModel

/// One scope on this device: its applied state, and what is in flight on top of it.
///
/// A class, though only its replica owns it: it is looked up many times in every turn, and a copy would cost dozens of
/// reference counts and make the next change copy everything.
package final class ScopeSlot {
    /// The durable, applied state.
    package private(set) var state: ScopeState
    /// Batches being written.
    private var inFlight: [BatchName: Source] = [:]
    /// The joints of the batches in flight.
    private var jointsInFlight: Set<Joint> = []
    /// The signed heads to keep, by chain.
    package internal(set) var heads: [Int: SignedHeads] = [:]
    /// The cuts, before which heads of all chains are kept.
    var cuts = ScopeCuts()
    /// This device's own chains, by tier.
    private var ownChains: [Tier: OwnChain] = [:]
    /// The device whose slot this is.
    let own: DeviceID?
    /// The effects of this device's batches in flight.
    package private(set) var draft: ScopeDraft?
    /// The cached audience of the list.
    var audience: KnownAudience?
    /// Number of batches folded since the slot was created; within one slot, the state never goes back.
    private(set) var foldedCount = 0
    private var knownDigest: (foldedCount: Int, digest: UInt128)?

    /// The author and reference of a batch: a reference must match both.
    struct Source {
        var device: DeviceID
        var reference: BatchReference

        init(_ batch: NamedBatch) {
            (device, reference) = (batch.device, batch.reference)
        }
    }

    /// This device's own chain in one tier.
    private struct OwnChain {
        /// The row of the batch that this log minted last.
        var lastMinted: Int?
        /// The end of the chain while batches of it are in flight.
        var end: OwnEnd?
        /// Batches after the newest signed head, including those in flight; nil if not counted yet.
        var unvouched: Unvouched?
    }

    /// The predecessor of this device's next batch.
    package struct OwnEnd {
        package internal(set) var reference: BatchReference
        /// By chain: the applied batches in its past, including itself once it is applied.
        var known: [UInt32]
        /// The part of its past that is still in flight: the end of the own control chain.
        var upcoming: BatchReference?
    }

    init(_ state: ScopeState, of own: DeviceID? = nil) {
        (self.state, self.own) = (state, own)
    }

    /// Creates a slot from a snapshot.
    package init(_ state: ScopeState, of own: DeviceID? = nil, heads: [Int: SignedHeads], lastMinted: [Tier: Int]) {
        (self.state, self.own, self.heads) = (state, own, heads)
        ownChains = lastMinted.mapValues { OwnChain(lastMinted: $0) }
        findCuts()
    }

    /// The rows of the batches that this log minted last in each tier.
    package var lastMinted: [Tier: Int] { ownChains.compactMapValues(\.lastMinted) }

    package var holding: Holding {
        Holding(vector: vectorDigest, state: state.digest)
    }

    private var vectorDigest: UInt128 {
        if let knownDigest, knownDigest.foldedCount == foldedCount { return knownDigest.digest }
        let digest = state.versionVector.digest
        knownDigest = (foldedCount, digest)
        return digest
    }

    /// Whether a device is in this household.
    func isIn(_ device: DeviceID) -> Bool {
        state.roster.devices[device] != nil
    }

    /// The list as it will be once everything in flight is applied.
    package var upcomingList: ListState? {
        state.kind == .list ? ListState(state, with: draft) : nil
    }

    /// Whether nothing of the scope is here or in flight.
    package var isEmpty: Bool { state.ledger.isEmpty && inFlight.isEmpty }

    // MARK: In flight

    /// Whether nothing is in flight.
    package var isQuiet: Bool { inFlight.isEmpty }

    /// Whether a batch is in flight.
    func isInFlight(_ name: BatchName) -> Bool { inFlight[name] != nil }

    /// Whether a batch is in the log or in flight.
    package func holds(_ batch: NamedBatch) -> Bool {
        isInFlight(batch.name) || state.ledger.contains(batch.reference)
    }

    /// Whether a batch is in the log or in flight; with a device, as the predecessor of a batch by that device.
    package func holds(_ reference: BatchReference, asPredecessorIn device: DeviceID?) -> Bool {
        guard let device else { return state.ledger.isContextHere(reference) || isInFlight(reference) }
        if let place = state.ledger.place(of: reference) { return state.ledger.chains[place.chain].device == device }
        return inFlight[reference.name]?.device == device && isInFlight(reference)
    }

    private func isInFlight(_ reference: BatchReference) -> Bool {
        inFlight[reference.name]?.reference == reference
    }

    /// Whether the predecessor and context of a batch are in the log or in flight.
    package func isReady(_ batch: NamedBatch) -> Bool {
        batch.predecessor.map { holds($0, asPredecessorIn: batch.device) } ?? true
            && batch.header.context.allSatisfy { holds($0, asPredecessorIn: nil) }
    }

    /// Whether a batch would open an additional chain of its device, counting batches in flight.
    package func branches(_ batch: NamedBatch) -> Bool {
        guard !jointsInFlight.contains(Joint(of: batch)) else { return true }
        let chains = state.ledger.chains(withHint: batch.hint)
        guard let predecessor = batch.predecessor else { return !chains.isEmpty }
        return state.ledger.place(of: predecessor).map { state.ledger.chains[$0.chain].end != $0.number } ?? false
    }

    /// Records a batch in flight.
    package func started(_ batch: NamedBatch) {
        inFlight[batch.name] = Source(batch)
        jointsInFlight.insert(Joint(of: batch))
    }

    /// Folds a batch that is in the log.
    func apply(_ batch: NamedBatch, isMinted: Bool) -> [Touch] {
        let touches = state.apply(batch)
        foldedCount += 1
        let (row, isOwn) = (state.ledger.batchCount - 1, batch.device == own)
        cuts.folded(in: state.ledger.chain(ofRow: row), byteCount: state.byteCount(ofBatch: row), isOwn: isOwn)
        inFlight[batch.name] = nil
        jointsInFlight.remove(Joint(of: batch))
        if isMinted { minted(batch) }
        return touches
    }

    private func minted(_ batch: NamedBatch) {
        ownChains[batch.tier, default: OwnChain()].lastMinted = state.ledger.batchCount - 1
        guard let place = state.ledger.place(of: batch.reference) else { return }
        for tier in Tier.allCases {
            guard var next = ownChains[tier]?.end, tier == batch.tier || next.upcoming == batch.reference else {
                continue
            }
            state.ledger.learn(place, &next.known)
            if next.upcoming == batch.reference { next.upcoming = nil }
            ownChains[tier]?.end = next.reference == batch.reference ? nil : next
        }
    }

    /// Drops everything in flight, because the log did not take it.
    package func dropInFlight() {
        (inFlight, jointsInFlight, draft) = ([:], [], nil)
        ownChains = ownChains.mapValues { OwnChain(lastMinted: $0.lastMinted) }
        for chain in heads.keys {
            heads[chain]?.removeHeads(after: UInt64(state.ledger.chains[chain].end))
        }
    }

    // MARK: Own chain

    /// The predecessor of a device's next batch in a tier; nil if it is the first.
    ///
    /// It continues at the end of the chain with the batch that this log minted last, even if that end was received;
    /// never simply at the longest chain, where two copies of the device would diverge again at every write.
    package func ownEnd(of device: DeviceID, in tier: Tier) -> OwnEnd? {
        if let end = ownChains[tier]?.end { return end }
        guard let chain = ownChain(of: device, in: tier) else { return nil }
        let ledger = state.ledger
        let place = Ledger.Place(chain: chain, number: ledger.chains[chain].end)
        return OwnEnd(reference: ledger.end(of: chain), known: ledger.known(behind: place))
    }

    private func ownChain(of device: DeviceID, in tier: Tier) -> Int? {
        let ledger = state.ledger
        if let row = ownChains[tier]?.lastMinted { return ledger.chain(ofRow: row) }
        return ledger.chains(withHint: FeedHint(device: device, tier: tier))
            .filter { ledger.chains[$0].device == device }
            .max { ledger.end(of: $0) < ledger.end(of: $1) }
    }

    /// Returns the ends of chains here that the predecessor of the next batch did not know; for control, only of
    /// control chains.
    package func news(in tier: Tier, after end: OwnEnd?) -> [BatchReference] {
        let (ledger, known) = (state.ledger, end?.known ?? [])
        let applied = ledger.chains.indices
            .filter { tier == .content || ledger.chains[$0].tier == .control }
            .filter { ledger.chains[$0].end > ($0 < known.count ? known[$0] : 0) }
            .map { ledger.end(of: $0) }
        guard tier == .content, let control = ownChains[.control]?.end?.reference, control != end?.upcoming
        else { return applied.sorted() }
        return (applied + [control]).sorted()
    }

    /// Records a new batch of this device, which is in flight.
    package func advance(to batch: NamedBatch, after former: OwnEnd?) {
        var (known, upcoming) = (former?.known ?? [], former?.upcoming)
        for reference in batch.header.context {
            if let place = state.ledger.place(of: reference) {
                state.ledger.learn(place, &known)
            } else {
                upcoming = reference
            }
        }
        var unvouched = unvouched(of: batch.device, in: batch.tier)
        unvouched.add(batch.header, byteCount: batch.batch.bytes.count)
        var chain = ownChains[batch.tier] ?? OwnChain()
        chain.end = OwnEnd(reference: batch.reference, known: known, upcoming: upcoming)
        chain.unvouched = unvouched
        ownChains[batch.tier] = chain
        started(batch)
    }

    /// Returns the end of this device's chain in a tier for which no head vouches yet.
    package func unvouched(of device: DeviceID, in tier: Tier) -> Unvouched {
        if let unvouched = ownChains[tier]?.unvouched { return unvouched }
        return ownChain(of: device, in: tier).map { unvouchedEnd(of: $0) } ?? Unvouched()
    }

    /// Notes that a signed head vouches for the own chain up to its end.
    package func vouchedForOwnEnd(in tier: Tier) {
        ownChains[tier]?.unvouched = Unvouched()
    }

    // MARK: Drafts

    /// Shows the effects of ops in flight to the next command.
    func anticipate(_ ops: [Op], _ act: Act) {
        var next = draft ?? ScopeDraft()
        draft = nil
        next.anticipate(ops, upon: state, act: act)
        draft = next
    }

    /// Drops the draft once everything in it is applied.
    package func forgetDraft() {
        if ownChains.values.allSatisfy({ $0.end == nil }) { draft = nil }
    }
}
