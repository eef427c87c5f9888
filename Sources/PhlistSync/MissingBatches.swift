import PhlistModel

/// The batches that a peer has named and that are not here yet.
///
/// Each batch that comes is looked up once, so that a peer that names many makes nothing else slower.
struct MissingBatches: Sendable {
    private var references: Set<BatchReference> = []
    /// By the first bytes of a device's id: how many of its batches are missing.
    private var counts: [UInt64: Int] = [:]
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

    /// Whether a batch of a device is missing, by the first bytes of the device's id.
    func names(_ hint: UInt64) -> Bool { counts[hint] != nil }

    /// The devices of which a batch is missing, by the first bytes of their ids.
    var hints: Set<UInt64> { Set(counts.keys) }

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
