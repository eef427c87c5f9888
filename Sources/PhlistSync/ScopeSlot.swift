import PhlistModel

/// All that a replica keeps of one scope.
///
/// A class, though nobody but its replica has it: it is looked up many times in every turn, and a copy would take
/// dozens of reference counts, and make what changes next be copied whole.
final class ScopeSlot {
    /// What is durable and applied.
    private(set) var state: ScopeState
    /// The batches on their way to the disk.
    private var inFlight: [BatchName: Source] = [:]
    /// What they follow.
    private var jointsInFlight: Set<Joint> = []
    /// By chain.
    var heads: [Int: SignedHeads] = [:]
    /// Where heads of all chains are kept.
    var cuts = ScopeCuts()
    var inbox = Inbox()
    /// Who delivered last: what waits in the inbox is acknowledged to it.
    var newestSource: ConnectionID?
    /// Who brought what was on its way to the disk already, and hears of it when it is there.
    private var sourcesInFlight: Set<ConnectionID> = []
    /// What this device writes in each tier.
    private var ownChains: [Tier: OwnChain] = [:]
    /// The device whose slot this is.
    private let own: DeviceID?
    /// What this device's batches in flight will change.
    private(set) var draft: ScopeDraft?
    /// Who may see the list, as it was when it was last asked.
    var audience: KnownAudience?
    /// How many batches were folded in since this was made; within one slot the state never goes back.
    private(set) var foldedCount = 0
    private var knownDigest: (foldedCount: Int, digest: UInt128)?

    /// Whose a batch is, and its number: a reference must be right in both.
    struct Source {
        var device: DeviceID
        var reference: BatchReference

        init(_ batch: NamedBatch) {
            (device, reference) = (batch.device, batch.reference)
        }
    }

    /// What this device writes in one tier.
    private struct OwnChain {
        /// The row of the batch that this log minted last.
        var lastMinted: Int?
        /// The end of the chain while batches of it are on their way to the disk.
        var tip: OwnTip?
        /// What is behind the newest signed head, in flight included; nil when not counted yet.
        var unvouched: Unvouched?
    }

    /// What the next batch of this device follows.
    struct OwnTip {
        var reference: BatchReference
        /// By chain: all that is in its past, and itself where it is applied.
        var known: [UInt32]
        /// What else is in its past, and still on its way to the disk: the end of the own chain of control.
        var upcoming: BatchReference?
    }

    init(_ state: ScopeState, of own: DeviceID? = nil) {
        (self.state, self.own) = (state, own)
    }

    /// Creates a slot from a snapshot.
    init(_ state: ScopeState, of own: DeviceID? = nil, heads: [Int: SignedHeads], lastMinted: [Tier: Int]) {
        (self.state, self.own, self.heads) = (state, own, heads)
        ownChains = lastMinted.mapValues { OwnChain(lastMinted: $0) }
        findCuts(own: own)
    }

    /// The rows of the batches that this log minted last in each tier.
    var lastMinted: [Tier: Int] { ownChains.compactMapValues(\.lastMinted) }

    var holding: Holding {
        Holding(vector: vectorDigest, state: state.digest)
    }

    private var vectorDigest: UInt128 {
        if let knownDigest, knownDigest.foldedCount == foldedCount { return knownDigest.digest }
        let digest = state.versionVector.digest
        knownDigest = (foldedCount, digest)
        return digest
    }

    /// Of a household: whether a device is in.
    func isIn(_ device: DeviceID) -> Bool {
        state.roster.devices[device] != nil
    }

    /// The list as it will be once all that is in flight is applied.
    var upcomingList: ListState? {
        state.kind == .list ? ListState(state, with: draft) : nil
    }

    /// Whether nothing of the scope is here or on its way to the disk.
    var isEmpty: Bool { state.ledger.isEmpty && inFlight.isEmpty }

    // MARK: Taking in

    /// Whether nothing is on its way to the disk.
    var isQuiet: Bool { inFlight.isEmpty }

    /// Somebody has brought what is known already, or waits, or is on its way to the disk.
    func broughtAgain(by source: ConnectionID) {
        if !isQuiet { sourcesInFlight.insert(source) }
    }

    /// Who is to hear that something is durable, beside its source, in ascending order.
    func takeSourcesInFlight() -> [ConnectionID] {
        defer { sourcesInFlight = [] }
        return sourcesInFlight.sorted()
    }

    /// Whether a batch is on its way to the disk.
    func isInFlight(_ name: BatchName) -> Bool { inFlight[name] != nil }

    /// Whether a batch is in the log, or on its way there.
    func holds(_ batch: NamedBatch) -> Bool {
        isInFlight(batch.name) || state.ledger.contains(batch.reference)
    }

    /// Whether a batch is in the log, or on its way there; with a device: as the predecessor of a batch of that device.
    func holds(_ reference: BatchReference, asPredecessorIn device: DeviceID?) -> Bool {
        guard let device else { return state.ledger.isContextHere(reference) || isInFlight(reference) }
        if let place = state.ledger.place(of: reference) { return state.ledger.chains[place.chain].device == device }
        return inFlight[reference.name]?.device == device && isInFlight(reference)
    }

    private func isInFlight(_ reference: BatchReference) -> Bool {
        inFlight[reference.name]?.reference == reference
    }

    /// Whether the predecessor of a batch and its context are in the log, or on their way there.
    func isReady(_ batch: NamedBatch) -> Bool {
        batch.predecessor.map { holds($0, asPredecessorIn: batch.device) } ?? true
            && batch.header.context.allSatisfy { holds($0, asPredecessorIn: nil) }
    }

    /// Whether a batch would open a chain beside another one of its device, what is on its way to the disk included.
    func branches(_ batch: NamedBatch) -> Bool {
        guard !jointsInFlight.contains(Joint(of: batch)) else { return true }
        let chains = state.ledger.chains(withHint: batch.hint)
        guard let predecessor = batch.predecessor else { return !chains.isEmpty }
        return state.ledger.place(of: predecessor).map { state.ledger.chains[$0.chain].end != $0.number } ?? false
    }

    /// A batch is on its way to the disk.
    func started(_ batch: NamedBatch) {
        inFlight[batch.name] = Source(batch)
        jointsInFlight.insert(Joint(of: batch))
    }

    /// Folds in a batch that is in the log.
    func apply(_ batch: NamedBatch, isMinted: Bool) -> [Touch] {
        let touches = state.apply(batch)
        foldedCount += 1
        let (row, isOwn) = (state.ledger.batchCount - 1, batch.device == own)
        cuts.folded(in: state.ledger.chain(ofRow: row), byteCount: state.byteCount(ofBatch: row), isOwn: isOwn)
        inFlight[batch.name] = nil
        jointsInFlight.remove(Joint(of: batch))
        inbox.noteStored(batch)
        if isMinted { minted(batch) }
        return touches
    }

    private func minted(_ batch: NamedBatch) {
        ownChains[batch.tier, default: OwnChain()].lastMinted = state.ledger.batchCount - 1
        guard let place = state.ledger.place(of: batch.reference) else { return }
        for tier in Tier.allCases {
            guard var next = ownChains[tier]?.tip, tier == batch.tier || next.upcoming == batch.reference else {
                continue
            }
            state.ledger.learn(place, &next.known)
            if next.upcoming == batch.reference { next.upcoming = nil }
            ownChains[tier]?.tip = next.reference == batch.reference ? nil : next
        }
    }

    /// Forgets all that was in flight: the log did not take it.
    func dropInFlight() {
        (inFlight, jointsInFlight, draft) = ([:], [], nil)
        ownChains = ownChains.mapValues { OwnChain(lastMinted: $0.lastMinted) }
        inbox = Inbox()
        for chain in heads.keys {
            heads[chain]?.removeHeads(after: UInt64(state.ledger.chains[chain].end))
        }
    }

    // MARK: The own chain

    /// What the next batch of a device follows in a tier; nil when it is the first.
    ///
    /// It goes on at the end of the chain that holds the batch that this log minted last, also if that end was
    /// received; never simply with the longest chain, where two copies of the device would part again at every write.
    func ownTip(of device: DeviceID, in tier: Tier) -> OwnTip? {
        if let tip = ownChains[tier]?.tip { return tip }
        guard let chain = ownChain(of: device, in: tier) else { return nil }
        let ledger = state.ledger
        let place = Ledger.Place(chain: chain, number: ledger.chains[chain].end)
        return OwnTip(reference: ledger.end(of: chain), known: ledger.known(behind: place))
    }

    private func ownChain(of device: DeviceID, in tier: Tier) -> Int? {
        let ledger = state.ledger
        if let row = ownChains[tier]?.lastMinted { return ledger.chain(ofRow: row) }
        return ledger.chains(withHint: FeedHint(device: device, tier: tier))
            .filter { ledger.chains[$0].device == device }
            .max { ledger.end(of: $0) < ledger.end(of: $1) }
    }

    /// The ends of chains that are here and that what the next batch of a tier follows did not know; of control only
    /// control.
    func news(in tier: Tier, after tip: OwnTip?) -> [BatchReference] {
        let (ledger, known) = (state.ledger, tip?.known ?? [])
        let applied = ledger.chains.indices
            .filter { tier == .content || ledger.chains[$0].tier == .control }
            .filter { ledger.chains[$0].end > ($0 < known.count ? known[$0] : 0) }
            .map { ledger.end(of: $0) }
        guard tier == .content, let words = ownChains[.control]?.tip?.reference, words != tip?.upcoming else {
            return applied.sorted()
        }
        return (applied + [words]).sorted()
    }

    /// A batch of this device was made, and is on its way to the disk.
    func advance(to batch: NamedBatch, after former: OwnTip?) {
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
        chain.tip = OwnTip(reference: batch.reference, known: known, upcoming: upcoming)
        chain.unvouched = unvouched
        ownChains[batch.tier] = chain
        started(batch)
    }

    /// What of the chain that this device continues in a tier no head vouches for yet.
    func unvouched(of device: DeviceID, in tier: Tier) -> Unvouched {
        if let unvouched = ownChains[tier]?.unvouched { return unvouched }
        return ownChain(of: device, in: tier).map { unvouchedEnd(of: $0) } ?? Unvouched()
    }

    /// A head was signed for the end of the own chain.
    func signedTip(in tier: Tier) {
        ownChains[tier]?.unvouched = Unvouched()
    }

    // MARK: Drafts

    /// Lets the next command see what ops will have done that are on their way to the disk.
    func anticipate(_ ops: [Op], _ act: Act) {
        var next = draft ?? ScopeDraft()
        draft = nil
        next.anticipate(ops, upon: state, act: act)
        draft = next
    }

    /// Forgets the draft once all that it foresaw is applied.
    func forgetDraft() {
        if ownChains.values.allSatisfy({ $0.tip == nil }) { draft = nil }
    }
}
