import PhlistModel

/// Batches of one scope that have arrived and are not in the log yet: they wait for a signed head that vouches for
/// them, for the author's admission, or for their predecessor or context.
struct Inbox {
    private var waiting: [BatchName: Waiting] = [:]
    private var arrivalCount = 0
    /// What the batches that wait follow, and how many follow it.
    private var joints: [Joint: Int] = [:]
    /// The bytes of all that waits, heads included.
    private(set) var size = 0
    /// Heads that came since heads were last checked, and those whose author was not known then.
    private var newClaims: [Claim] = []
    private var undecided: [Claim] = []
    /// Who brought heads of a batch that are not decided.
    private var claimants: [BatchName: [ConnectionID]] = [:]
    /// Verified heads of batches that still wait.
    private var vouched: [BatchName: Claim] = [:]
    /// The places of vouched batches that have not come: they may come later than what follows them.
    private var vouchedPlaces: Set<Joint> = []
    private var order = WaitingBatches()
    /// The keys that foundings show which wait, for a household of which nothing is here.
    private(set) var foundingKeys: [DeviceID: [UInt8]] = [:]

    /// Heads of one batch that are looked at: more than one only where somebody forges them.
    private static let claimsOfBatchMax = 4
    /// What a head takes besides its signature.
    private static let claimBytes = 64

    private struct Waiting {
        var batch: NamedBatch
        var arrival: Int
        /// The connection that brought it; nil when several did.
        var source: ConnectionID?
        /// What it came behind.
        var control: BroughtControl
        var isVouched = false
    }

    /// A head, the device that is said to have signed it, and the connection that brought it.
    struct Claim {
        var device: DeviceID
        var tier: Tier
        var head: SignedHead
        var source: ConnectionID

        fileprivate var size: Int { Inbox.claimBytes + head.signature.count }
    }

    var isEmpty: Bool { waiting.isEmpty }

    var count: Int { waiting.count }

    /// How many steps it took to find what can be stored.
    var stepCount: Int { order.stepCount }

    /// Whether a batch waits.
    func contains(_ name: BatchName) -> Bool { waiting[name] != nil }

    /// Whether a batch waits that follows the same as another one.
    func hasSibling(of batch: NamedBatch) -> Bool { joints[Joint(of: batch)] != nil }

    // MARK: What comes

    /// Takes in a batch; when there is no room, drops everything: what is dropped is asked for again.
    ///
    /// - Parameters:
    ///   - batch: The batch.
    ///   - source: The connection that brings it.
    ///   - control: What has come on that connection before; of two that bring a batch, the last one's counts.
    mutating func insert(_ batch: NamedBatch, from source: ConnectionID, behind control: BroughtControl) {
        guard !contains(batch.name) else {
            if waiting[batch.name]?.source != source { waiting[batch.name]?.source = nil }
            if waiting[batch.name]?.control !== control {
                waiting[batch.name]?.control = control
                order.retry(.control)
            }
            return
        }
        guard waiting.count < SyncLimits.inboxBatchesMax, size < SyncLimits.inboxBytesMax else {
            self = Inbox()
            return
        }
        waiting[batch.name] = Waiting(batch: batch, arrival: arrivalCount, source: source, control: control)
        arrivalCount += 1
        joints[Joint(of: batch), default: 0] += 1
        size += batch.batch.bytes.count
        if vouchedPlaces.remove(Joint(after: batch)) != nil {
            vouch(forBatchesThrough: batch.name)
        }
    }

    /// Takes in a head of a batch that waits; it is checked once the author's key is known.
    mutating func insert(_ head: SignedHead, by device: DeviceID, in tier: Tier, from source: ConnectionID) {
        let reference = head.reference(in: FeedHint(device: device, tier: tier))
        guard let batch = waiting[head.name]?.batch, batch.device == device, batch.reference == reference,
            vouched[head.name] == nil
        else { return }
        let others = claimants[head.name] ?? []
        guard !others.contains(source), others.count < Self.claimsOfBatchMax else { return }
        let claim = Claim(device: device, tier: tier, head: head, source: source)
        guard size + claim.size <= SyncLimits.inboxBytesMax else { return }
        claimants[head.name] = others + [source]
        newClaims.append(claim)
        size += claim.size
    }

    /// Takes note of a founding that waits and proves its author's key.
    mutating func noteFounding(of device: DeviceID, by publicKey: [UInt8]) {
        guard foundingKeys[device] == nil else { return }
        foundingKeys[device] = publicKey
        reconsider()
    }

    // MARK: Heads

    /// Checks all heads again whose author was not known.
    mutating func reconsider() {
        newClaims = undecided + newClaims
        undecided = []
    }

    /// Checks the heads that came.
    ///
    /// - Parameter isValid: Whether a signature holds; nil while the author's key is not known.
    /// - Returns: Those that do not hold. They are dropped, with what nobody else vouches for.
    mutating func verify(_ isValid: (Claim) -> Bool?) -> [Claim] {
        var bad: [Claim] = []
        let claims = newClaims
        newClaims = []
        for claim in claims {
            guard contains(claim.head.name), vouched[claim.head.name] == nil else {
                drop(claim)
                continue
            }
            switch isValid(claim) {
            case true?: vouch(claim)
            case false?:
                drop(claim)
                dropBatches(through: claim)
                bad.append(claim)
            case nil: undecided.append(claim)
            }
        }
        return bad
    }

    private mutating func drop(_ claim: Claim) {
        size -= claim.size
        let rest = (claimants[claim.head.name] ?? []).filter { $0 != claim.source }
        claimants[claim.head.name] = rest.isEmpty ? nil : rest
    }

    /// Drops what only one connection has brought, and only its head was to vouch for.
    private mutating func dropBatches(through claim: Claim) {
        var next = claim.head.name
        while let item = waiting[next], !item.isVouched, item.source == claim.source,
            claimants[next] == nil, joints[Joint(after: item.batch)] == nil
        {
            forget(item.batch)
            next = item.batch.header.previous
        }
    }

    private mutating func vouch(_ claim: Claim) {
        claimants[claim.head.name] = nil
        vouched[claim.head.name] = claim
        vouch(forBatchesThrough: claim.head.name)
        order.noteHead(of: claim.head.name)
    }

    /// A head vouches for its batch and for all predecessors of it.
    private mutating func vouch(forBatchesThrough name: BatchName) {
        var (run, next): ([Waiting], BatchName) = ([], name)
        while let item = waiting[next], item.batch.device == waiting[name]?.batch.device {
            guard !item.isVouched else { return takeUp(run) }
            waiting[next]?.isVouched = true
            run.append(item)
            next = item.batch.header.previous
        }
        // It may come later than what follows it.
        if let last = run.last?.batch, last.header.number > 1 { vouchedPlaces.insert(Joint(of: last)) }
        takeUp(run)
    }

    private mutating func takeUp(_ run: [Waiting]) {
        for item in run.reversed() { order.insert(item.batch, arrival: item.arrival) }
    }

    // MARK: What can be stored

    /// What a batch that waits came behind.
    func control(before name: BatchName) -> BroughtControl? { waiting[name]?.control }

    /// The next batches that can be stored together, in a causal order; they wait until they are taken or postponed.
    mutating func next(_ surroundings: WaitingBatches.Surroundings) -> [NamedBatch]? {
        order.next(surroundings)
    }

    /// Takes out batches that are on their way to the disk.
    ///
    /// - Returns: The heads that are stored with them.
    mutating func take(_ batches: [NamedBatch]) -> [Claim] {
        batches.compactMap { batch in
            let claim = vouched[batch.name]
            forget(batch)
            order.noteStored(batch.name)
            return claim
        }
    }

    /// Keeps batches that could be stored until they are offered again.
    mutating func postpone(_ batches: [NamedBatch], for reason: WaitingBatches.Reason) {
        order.postpone(batches, for: reason)
    }

    /// Whether a batch waits for that alone.
    func isPostponed(_ name: BatchName, for reason: WaitingBatches.Reason) -> Bool {
        order.isPostponed(name, for: reason)
    }

    /// Whether something waits for that alone.
    func isPostponed(for reason: WaitingBatches.Reason) -> Bool { order.isPostponed(for: reason) }

    /// Offers again what was postponed.
    mutating func retry(_ reason: WaitingBatches.Reason) {
        order.retry(reason)
    }

    /// A batch is stored, or on its way to the disk, that need not have waited here.
    ///
    /// - Returns: The head that waited with it.
    @discardableResult
    mutating func noteStored(_ batch: NamedBatch) -> Claim? {
        let claim = vouched[batch.name]
        if contains(batch.name) { forget(batch) }
        order.noteStored(batch.name)
        return claim
    }

    private mutating func forget(_ batch: NamedBatch) {
        guard waiting.removeValue(forKey: batch.name) != nil else { return }
        size -= batch.batch.bytes.count
        let joint = Joint(of: batch)
        let rest = (joints[joint] ?? 1) - 1
        joints[joint] = rest > 0 ? rest : nil
        if rest == 0 { vouchedPlaces.remove(joint) }
        if let claim = vouched.removeValue(forKey: batch.name) { size -= claim.size }
    }
}

/// What a batch follows, and whose it is: of two at one joint one is a branch.
struct Joint: Hashable {
    private let device: DeviceID
    private let tier: Tier
    private let previous: BatchName

    init(of batch: NamedBatch) {
        (device, tier, previous) = (batch.device, batch.tier, batch.header.previous)
    }

    /// The joint behind a batch.
    init(after batch: NamedBatch) {
        (device, tier, previous) = (batch.device, batch.tier, batch.name)
    }
}
