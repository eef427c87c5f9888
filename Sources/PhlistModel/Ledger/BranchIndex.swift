/// Finds the batches of feeds that have many chains; in other feeds a scan of the chains is as fast.
///
/// A batch takes about fifty bytes here, so feeds with few branches are not indexed. The index is rebuilt when it is
/// needed and is not part of the state.
struct BranchIndex: Sendable {
    /// The most chains of a feed that are scanned one by one; a feed does not open more in years of normal use.
    static let chainsMax = 32

    private var chains: [FeedHint: [BatchName: UInt16]] = [:]

    /// Whether feeds with this hint are indexed.
    func contains(_ hint: FeedHint) -> Bool { !chains.isEmpty && chains[hint] != nil }

    /// The chain of a batch.
    func chain(of reference: BatchReference) -> Int? {
        chains[reference.hint]?[reference.name].map(Int.init)
    }

    /// Starts an empty index for feeds with this hint.
    mutating func add(_ hint: FeedHint) {
        chains[hint] = [:]
    }

    /// Adds a batch if its feed is indexed.
    mutating func insert(_ reference: BatchReference, in chain: Int) {
        guard contains(reference.hint) else { return }
        chains[reference.hint]?[reference.name] = UInt16(chain)
    }
}
