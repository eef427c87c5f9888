import PhlistHousehold
import PhlistModel

/// Batches of one scope that have arrived and are not in the log yet: they wait for a signed head that vouches for
/// them, for the author's admission, or for their predecessor or context.
struct Inbox {
    private var waiting: [BatchName: Waiting] = [:]
    private var arrivalCount = 0
    /// Number of waiting batches at each joint.
    private var joints: [Joint: Int] = [:]
    /// Size of everything that waits, heads included, in bytes.
    private(set) var size = 0
    /// Heads that came since the last check, and those whose author was not known then.
    private var newClaims: [Claim] = []
    private var undecided: [Claim] = []
    /// Connections that brought undecided heads, by batch.
    private var claimants: [BatchName: [ConnectionID]] = [:]
    /// Verified heads of batches that still wait.
    private var vouched: [BatchName: Claim] = [:]
    /// Joints of vouched batches that have not come: they may come later than those that follow them.
    private var vouchedPlaces: Set<Joint> = []
    private var order = WaitingBatches()
    /// Keys shown by waiting foundings, for a household of which nothing is here.
    private(set) var foundingKeys: [DeviceID: [UInt8]] = [:]

    /// Number of heads of one batch that are considered: more than one only if somebody forges them.
    private static let claimsOfBatchMax = 4
    /// Overhead of a head in addition to its signature, in bytes.
    private static let claimBytes = 64

    private struct Waiting {
        var batch: NamedBatch
        var arrival: Int
        /// The connection that brought it; nil if several did.
        var source: ConnectionID?
        /// Control that came before it on its connection.
        var control: BroughtControl
        var isVouched = false
    }

    /// A head with its claimed author and the connection that brought it.
    struct Claim {
        var device: DeviceID
        var tier: Tier
        var head: SignedHead
        var source: ConnectionID

        fileprivate var size: Int { Inbox.claimBytes + head.signature.count }
    }

    var isEmpty: Bool { waiting.isEmpty }

    var count: Int { waiting.count }

    /// Number of steps taken to find batches that can be stored.
    var stepCount: Int { order.stepCount }

    /// Whether a batch waits.
    func contains(_ name: BatchName) -> Bool { waiting[name] != nil }

    /// Whether a waiting batch has the same predecessor as another one.
    func hasSibling(of batch: NamedBatch) -> Bool { joints[Joint(of: batch)] != nil }

    // MARK: Receiving

    /// Takes in a batch; if there is no room, drops everything, which is then requested again.
    ///
    /// - Parameters:
    ///   - batch: The batch.
    ///   - source: The connection that brings it.
    ///   - control: Control that came before it on that connection; if two connections bring a batch, the last one's
    ///     counts.
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

    /// Takes in a head of a waiting batch, to be checked once the author's key is known.
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

    /// Records a waiting founding, which proves its author's key.
    mutating func noteFounding(of device: DeviceID, by publicKey: [UInt8]) {
        guard foundingKeys[device] == nil else { return }
        foundingKeys[device] = publicKey
        reconsider()
    }

    // MARK: Heads

    /// Queues again all heads whose author was not known.
    mutating func reconsider() {
        newClaims = undecided + newClaims
        undecided = []
    }

    /// Verifies the heads that came.
    ///
    /// - Parameter isValid: Whether a signature is valid; nil while the author's key is not known.
    /// - Returns: The invalid heads, which are dropped with the batches that nothing else vouches for.
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

    /// Drops batches that only this connection brought and for which only this head would have vouched.
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

    /// Vouches for the batch of a head and for all its predecessors.
    private mutating func vouch(forBatchesThrough name: BatchName) {
        var (run, next): ([Waiting], BatchName) = ([], name)
        while let item = waiting[next], item.batch.device == waiting[name]?.batch.device {
            guard !item.isVouched else { return takeUp(run) }
            waiting[next]?.isVouched = true
            run.append(item)
            next = item.batch.header.previous
        }
        // The predecessor may come later than its successor.
        if let last = run.last?.batch, last.header.number > 1 { vouchedPlaces.insert(Joint(of: last)) }
        takeUp(run)
    }

    private mutating func takeUp(_ run: [Waiting]) {
        for item in run.reversed() { order.insert(item.batch, arrival: item.arrival) }
    }

    // MARK: Storing

    /// Returns the control that came before a waiting batch.
    func control(before name: BatchName) -> BroughtControl? { waiting[name]?.control }

    /// Returns the next batches that can be stored together, in causal order; they wait until taken or postponed.
    mutating func next(_ surroundings: WaitingBatches.Surroundings) -> [NamedBatch]? {
        order.next(surroundings)
    }

    /// Takes out batches that are being written to disk.
    ///
    /// - Returns: The heads to store with them.
    mutating func take(_ batches: [NamedBatch]) -> [Claim] {
        batches.compactMap { batch in
            let claim = vouched[batch.name]
            forget(batch)
            order.noteStored(batch.name)
            return claim
        }
    }

    /// Keeps storable batches until they are offered again.
    mutating func postpone(_ batches: [NamedBatch], for reason: WaitingBatches.Reason) {
        order.postpone(batches, for: reason)
    }

    /// Whether a batch waits only for this reason.
    func isPostponed(_ name: BatchName, for reason: WaitingBatches.Reason) -> Bool {
        order.isPostponed(name, for: reason)
    }

    /// Whether any batch waits only for this reason.
    func isPostponed(for reason: WaitingBatches.Reason) -> Bool { order.isPostponed(for: reason) }

    /// Offers postponed batches again.
    mutating func retry(_ reason: WaitingBatches.Reason) {
        order.retry(reason)
    }

    /// Records a batch that is stored or being written, whether or not it waited here.
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
