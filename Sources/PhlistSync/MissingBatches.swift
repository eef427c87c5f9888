import PhlistModel

/// The batches that a peer has named and that are not here yet.
///
/// Each batch that comes is looked up once, so that a peer that names many makes nothing else slower.
struct MissingBatches: Sendable {
    private var references: Set<BatchReference> = []
    /// By feed: how many batches are missing.
    private var counts: [FeedHint: Int] = [:]
    /// How many batches of the scope were here when what came was last looked up.
    private var seenCount = 0
    /// How many batches were looked up.
    private(set) var lookUpCount = 0

    init() {}

    /// Creates what is not among the first so many batches of a scope.
    init(_ references: [BatchReference], notAmong seenCount: Int) {
        self.seenCount = seenCount
        for reference in references { insert(reference) }
    }

    /// Whether a batch of a feed is missing.
    func names(_ hint: FeedHint) -> Bool { counts[hint] != nil }

    /// The feeds of which a batch is missing.
    var hints: Set<FeedHint> { Set(counts.keys) }

    /// Whether a batch of control is missing though later ones of its feed are here: two histories have parted there.
    func hasPartedControl(in ledger: Ledger, without pointed: Set<FeedHint>) -> Bool {
        guard counts.keys.contains(where: { $0.tier == .control && !pointed.contains($0) }) else { return false }
        let control = references.filter { $0.hint.tier == .control && !pointed.contains($0.hint) }
        return !ledger.feedsReached(by: Array(control)).isEmpty
    }

    /// Notes a batch that is not here.
    mutating func insert(_ reference: BatchReference) {
        guard references.count < SyncLimits.vectorEntriesMax, references.insert(reference).inserted else { return }
        counts[reference.hint, default: 0] += 1
    }

    /// Forgets the batches that have come since this was last asked.
    mutating func takeArrived(in ledger: Ledger, _ body: (Ledger.Place) -> Void) {
        defer { seenCount = ledger.batchCount }
        guard !references.isEmpty, seenCount < ledger.batchCount else { return }
        for row in seenCount..<ledger.batchCount {
            lookUpCount += 1
            let reference = ledger.reference(ofRow: row)
            guard references.remove(reference) != nil else { continue }
            let rest = counts[reference.hint, default: 1] - 1
            counts[reference.hint] = rest > 0 ? rest : nil
            body(ledger.place(ofBatch: row))
        }
    }
}
