import PhlistModel

/// Batches that a peer has named and that are not here yet.
///
/// Each arriving batch is looked up once, so that a peer that names many slows nothing else down.
struct MissingBatches: Sendable {
    private var references: Set<BatchReference> = []
    /// Number of missing batches, by feed.
    private var counts: [FeedHint: Int] = [:]
    /// Number of batches of the scope that were here at the last look-up.
    private var seenCount = 0
    /// Number of look-ups.
    private(set) var lookUpCount = 0

    init() {}

    /// Creates the set of references that are not among the first `seenCount` batches of a scope.
    init(_ references: [BatchReference], notAmong seenCount: Int) {
        self.seenCount = seenCount
        for reference in references { insert(reference) }
    }

    /// Whether a batch of a feed is missing.
    func names(_ hint: FeedHint) -> Bool { counts[hint] != nil }

    /// The feeds with a missing batch.
    var hints: Set<FeedHint> { Set(counts.keys) }

    /// Whether a control batch is missing though later ones of its feed are here: the histories have diverged there.
    func hasPartedControl(in ledger: Ledger, without pointed: Set<FeedHint>) -> Bool {
        guard counts.keys.contains(where: { $0.tier == .control && !pointed.contains($0) }) else { return false }
        let control = references.filter { $0.hint.tier == .control && !pointed.contains($0.hint) }
        return !ledger.feedsReached(by: Array(control)).isEmpty
    }

    /// Adds a batch that is not here.
    mutating func insert(_ reference: BatchReference) {
        guard references.count < SyncLimits.vectorEntriesMax, references.insert(reference).inserted else { return }
        counts[reference.hint, default: 0] += 1
    }

    /// Removes the batches that have come since the last call.
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
