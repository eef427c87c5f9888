import PhlistModel

/// Batches of one scope that have arrived and are not in the log yet: they wait for a signed head that vouches for
/// them, for the author's admission, or for their predecessor or context.
struct Inbox {
    private var waiting: [Waiting] = []
    private var indices: [BatchName: Int] = [:]
    /// What the batches that wait follow.
    private var joints: Set<Joint> = []
    /// The bytes of all that waits.
    private(set) var size = 0
    /// Heads that are not verified yet.
    private var claims: [Claim] = []
    /// Verified heads of batches that still wait.
    private var vouched: [Claim] = []
    /// The predecessors of vouched batches that have not come, and their authors.
    private var vouchedPredecessors: [BatchName: DeviceID] = [:]

    /// Heads of one batch that are looked at: more than one only where somebody forges them.
    private static let claimsOfBatchMax = 4

    private struct Waiting {
        var batch: NamedBatch
        var isVouched = false
    }

    /// A head, and the device that is said to have signed it.
    struct Claim {
        var device: DeviceID
        var head: SignedHead
    }

    var isEmpty: Bool { waiting.isEmpty }

    var count: Int { waiting.count }

    /// Whether a batch waits.
    func contains(_ name: BatchName) -> Bool { indices[name] != nil }

    /// Whether a batch waits that follows the same as another one.
    func hasSibling(of batch: NamedBatch) -> Bool { joints.contains(Joint(of: batch)) }

    /// The batches that wait, in the order of arrival.
    var batches: some Sequence<NamedBatch> { waiting.lazy.map(\.batch) }

    /// Takes in a batch; when there is no room, drops everything: what is dropped is asked for again.
    mutating func insert(_ batch: NamedBatch) {
        guard !contains(batch.name) else { return }
        guard waiting.count < SyncLimits.inboxBatchesMax, size < SyncLimits.inboxBytesMax else {
            self = Inbox()
            return
        }
        indices[batch.name] = waiting.count
        joints.insert(Joint(of: batch))
        waiting.append(Waiting(batch: batch))
        size += batch.batch.bytes.count
        if let device = vouchedPredecessors.removeValue(forKey: batch.name) {
            vouch(forBatchesThrough: batch.name, by: device)
        }
    }

    /// Takes in a head; it is checked once the author's key is known.
    mutating func insert(_ head: SignedHead, by device: DeviceID) {
        guard contains(head.name), claims.count < SyncLimits.inboxBatchesMax else { return }
        guard !vouched.contains(where: { $0.head.name == head.name }) else { return }
        guard claims.count(where: { $0.head.name == head.name }) < Self.claimsOfBatchMax else { return }
        claims.append(Claim(device: device, head: head))
    }

    /// Checks the heads whose author is known.
    ///
    /// - Parameter isValid: Whether a signature holds; nil while the author's key is not known.
    /// - Throws: `BadSignature` when one does not hold; what waits of its device is dropped.
    mutating func verify(_ isValid: (DeviceID, SignedHead) -> Bool?) throws(BadSignature) {
        var (undecided, bad): ([Claim], BadSignature?) = ([], nil)
        for claim in claims {
            guard isOfUse(claim) else { continue }
            switch isValid(claim.device, claim.head) {
            case true?:
                vouch(forBatchesThrough: claim.head.name, by: claim.device)
                vouched.append(claim)
            case false?:
                forget(claim.device)
                bad = BadSignature(device: claim.device)
            case nil:
                undecided.append(claim)
            }
        }
        claims = undecided.filter { isOfUse($0) }
        if let bad { throw bad }
    }

    private func isOfUse(_ claim: Claim) -> Bool {
        guard let index = indices[claim.head.name] else { return false }
        let batch = waiting[index].batch
        return batch.device == claim.device && batch.header.number == claim.head.number
    }

    /// A head vouches for its batch and for all predecessors of it.
    private mutating func vouch(forBatchesThrough name: BatchName, by device: DeviceID) {
        var next = name
        while let index = indices[next] {
            guard !waiting[index].isVouched, waiting[index].batch.device == device else { return }
            waiting[index].isVouched = true
            next = waiting[index].batch.header.previous
        }
        // It may come later than what follows it.
        vouchedPredecessors[next] = device
    }

    /// Takes out the heads whose batches are stored, in the order of arrival.
    mutating func takeHeads(where isStored: (Claim) -> Bool) -> [Claim] {
        defer { vouched.removeAll(where: isStored) }
        return vouched.filter(isStored)
    }

    /// Of batches that were taken out, those that cannot be stored yet: no head would be stored with them.
    ///
    /// A batch in the log has a head at it or after it, or nobody who lacks the batch could be sent it: when its author
    /// is gone that would be so permanently, and with it all that names the batch.
    ///
    /// - Parameters:
    ///   - taken: The batches.
    ///   - own: This device, which can sign its own batches again.
    /// - Returns: Their names, and those of all that name them.
    func unproven(in taken: [NamedBatch], of own: DeviceID) -> Set<BatchName> {
        var kept = Dictionary(taken.map { ($0.name, $0) }) { first, _ in first }
        var unproven: Set<BatchName> = []
        while true {
            var proven: Set<BatchName> = []
            for claim in vouched {
                var next = claim.head.name
                while let batch = kept[next], proven.insert(next).inserted { next = batch.header.previous }
            }
            let continued = Set(kept.values.lazy.map(\.header.previous))
            let lost = kept.values.filter { batch in
                let header = batch.header
                return batch.device != own && !proven.contains(batch.name)
                    || header.continues && !continued.contains(batch.name)
                    || unproven.contains(header.previous) || header.context.contains { unproven.contains($0.name) }
            }
            guard !lost.isEmpty else { return unproven }
            for batch in lost {
                kept[batch.name] = nil
                unproven.insert(batch.name)
            }
        }
    }

    /// Lets vouched batches wait again.
    mutating func putBack(_ batches: some Sequence<NamedBatch>) {
        keep(waiting + batches.map { Waiting(batch: $0, isVouched: true) })
    }

    /// Takes out the actions that heads vouch for and that are ready, in the order of arrival.
    ///
    /// - Parameter isReady: Whether the batches of one action, one after the other in their chain, are ready together.
    /// - Returns: The batches.
    mutating func takeReady(_ isReady: ([NamedBatch]) -> Bool) -> [NamedBatch] {
        let continuations = continuations
        var ready: [NamedBatch] = []
        var taken: Set<BatchName> = []
        for item in waiting where item.isVouched && continuations[Joint(of: item.batch)] == nil {
            guard let action = action(beginningWith: item.batch, continuations), isReady(action) else { continue }
            ready += action
            taken.formUnion(action.map(\.name))
        }
        if !ready.isEmpty { keep(waiting.filter { !taken.contains($0.batch.name) }) }
        return ready
    }

    /// The batches that continue an action which waits, by what they follow; several are branches.
    private var continuations: [Joint: [NamedBatch]] {
        let unfinished = Set(waiting.lazy.filter { $0.batch.header.continues }.map { Joint(after: $0.batch) })
        guard !unfinished.isEmpty else { return [:] }
        let next = waiting.lazy.filter { $0.isVouched && unfinished.contains(Joint(of: $0.batch)) }.map(\.batch)
        return Dictionary(grouping: next) { Joint(of: $0) }
    }

    /// All batches of an action, on the first branch of which none is missing; nil while there is none.
    private func action(beginningWith first: NamedBatch, _ continuations: [Joint: [NamedBatch]]) -> [NamedBatch]? {
        guard first.header.continues else { return [first] }
        for next in continuations[Joint(after: first)] ?? [] where next.header.number == first.header.number + 1 {
            if let rest = action(beginningWith: next, continuations) { return [first] + rest }
        }
        return nil
    }

    /// Drops what is stored, or on its way.
    mutating func remove(where isStored: (NamedBatch) -> Bool) {
        keep(waiting.filter { !isStored($0.batch) })
    }

    private mutating func forget(_ device: DeviceID) {
        keep(waiting.filter { $0.batch.device != device })
        vouched.removeAll { $0.device == device }
    }

    private mutating func keep(_ rest: [Waiting]) {
        waiting = rest
        size = rest.reduce(0) { $0 + $1.batch.batch.bytes.count }
        indices = Dictionary(uniqueKeysWithValues: rest.enumerated().map { ($1.batch.name, $0) })
        joints = Set(rest.lazy.map { Joint(of: $0.batch) })
        let predecessors = Set(rest.lazy.map(\.batch.header.previous))
        vouchedPredecessors = vouchedPredecessors.filter { predecessors.contains($0.key) }
    }
}

/// What a batch follows, and whose it is: of two at one joint one is a branch.
struct Joint: Hashable {
    private let device: DeviceID
    private let previous: BatchName

    init(of batch: NamedBatch) {
        (device, previous) = (batch.device, batch.header.previous)
    }

    /// The joint behind a batch.
    init(after batch: NamedBatch) {
        (device, previous) = (batch.device, batch.name)
    }
}

/// A head that its author did not sign.
struct BadSignature: Error {
    var device: DeviceID
}
