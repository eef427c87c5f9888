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
    /// The row of the batch that this log minted last.
    private(set) var lastMinted: Int?
    /// The end of the own chain while batches of it are on their way to the disk.
    private var tip: OwnTip?
    /// What is behind the newest signed head of the own chain, in flight included; nil when not counted yet.
    private(set) var unvouchedTip: Unvouched?
    /// The device whose slot this is.
    private let own: DeviceID?
    /// What this device's batches in flight will change.
    private(set) var draft: ScopeDraft?
    /// Who may see the list, as it was when it was last asked.
    var audience: KnownAudience?
    /// How many batches were folded in since this was made; within one slot the state never goes back.
    private(set) var foldedCount = 0
    private var knownDigest: (foldedCount: Int, digest: UInt128)?
    /// One of the defects.
    private let goesOnWithLongestChain: Bool

    /// Whose a batch is, and its number: a reference must be right in both.
    struct Source {
        var device: DeviceID
        var number: UInt64

        init(_ batch: NamedBatch) {
            (device, number) = (batch.device, batch.header.number)
        }
    }

    /// What the next batch of this device follows.
    struct OwnTip {
        var reference: BatchReference
        /// By chain: all that is in its past, and itself where it is applied.
        var known: [UInt32]
    }

    init(_ state: ScopeState, of own: DeviceID? = nil, defect: SyncDefect? = nil) {
        (self.state, self.own) = (state, own)
        goesOnWithLongestChain = defect == .continuesLongestChain
    }

    /// Creates a slot from a snapshot.
    init(_ state: ScopeState, of own: DeviceID? = nil, heads: [Int: SignedHeads], lastMinted: Int?) {
        (self.state, self.own, self.heads, self.lastMinted) = (state, own, heads, lastMinted)
        goesOnWithLongestChain = false
        findCuts(own: own)
    }

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

    /// Whether nobody has said anything on who may see a list: then everybody may.
    var isUnspoken: Bool {
        state.origin != nil && state.sharing.wordCount == 0
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
        guard let source = inFlight[reference.name] else { return false }
        return source.device.hint == reference.hint && source.number == reference.number
    }

    /// Whether the predecessor of a batch and its context are in the log, or on their way there.
    func isReady(_ batch: NamedBatch) -> Bool {
        batch.predecessor.map { holds($0, asPredecessorIn: batch.device) } ?? true
            && batch.header.context.allSatisfy { holds($0, asPredecessorIn: nil) }
    }

    /// Whether a batch would open a chain beside another one of its device, what is on its way to the disk included.
    func branches(_ batch: NamedBatch) -> Bool {
        guard !jointsInFlight.contains(Joint(of: batch)) else { return true }
        let chains = state.ledger.chains(withHint: batch.device.hint)
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
        lastMinted = state.ledger.batchCount - 1
        guard var next = tip else { return }
        if let place = state.ledger.place(of: batch.reference) {
            state.ledger.learn(place, &next.known)
        }
        tip = next.reference.name == batch.name ? nil : next
    }

    /// Forgets all that was in flight: the log did not take it.
    func dropInFlight() {
        (inFlight, jointsInFlight, tip, draft, unvouchedTip) = ([:], [], nil, nil, nil)
        inbox = Inbox()
        for chain in heads.keys {
            heads[chain]?.removeHeads(after: UInt64(state.ledger.chains[chain].end))
        }
    }

    // MARK: The own chain

    /// What the next batch of a device follows; nil when it is the first.
    ///
    /// It goes on at the end of the chain that holds the batch that this log minted last, also if that end was
    /// received; never simply with the longest chain, where two copies of the device would part again at every write.
    func ownTip(of device: DeviceID) -> OwnTip? {
        if let tip { return tip }
        guard let chain = ownChain(of: device) else { return nil }
        let ledger = state.ledger
        let place = Ledger.Place(chain: chain, number: ledger.chains[chain].end)
        return OwnTip(reference: ledger.end(of: chain), known: ledger.known(behind: place))
    }

    func ownChain(of device: DeviceID) -> Int? {
        let ledger = state.ledger
        if let lastMinted, !goesOnWithLongestChain { return ledger.chain(ofRow: lastMinted) }
        return ledger.chains(withHint: device.hint).filter { ledger.chains[$0].device == device }
            .max { ledger.end(of: $0) < ledger.end(of: $1) }
    }

    /// The ends of chains that are applied here and that what the next batch follows did not know.
    func news(after tip: OwnTip?) -> [BatchReference] {
        let (ledger, known) = (state.ledger, tip?.known ?? [])
        return ledger.chains.indices
            .filter { ledger.chains[$0].end > ($0 < known.count ? known[$0] : 0) }
            .map { ledger.end(of: $0) }
            .sorted()
    }

    /// A batch of this device was made, and is on its way to the disk.
    func advance(to batch: NamedBatch, after former: OwnTip?) {
        var known = former?.known ?? []
        for reference in batch.header.context {
            if let place = state.ledger.place(of: reference) { state.ledger.learn(place, &known) }
        }
        tip = OwnTip(reference: batch.reference, known: known)
        var unvouched = unvouched(of: batch.device)
        unvouched.add(batch.header, byteCount: batch.batch.bytes.count)
        unvouchedTip = unvouched
        started(batch)
    }

    /// A head was signed for the end of the own chain.
    func signedTip() {
        unvouchedTip = Unvouched()
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
        if tip == nil { draft = nil }
    }
}
