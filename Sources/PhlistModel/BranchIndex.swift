/// Finds the batches of feeds that have many chains; of any other feed it is as quick to look at each chain.
///
/// A batch takes about fifty bytes here, so feeds with few branches have none. The index is made again when it is
/// needed: it is no part of the state.
struct BranchIndex: Sendable {
    /// The chains of a feed that are looked at one by one: more than it opens in years without harm.
    static let chainsMax = 32

    private var chains: [FeedHint: [BatchName: UInt16]] = [:]

    /// Whether the batches of feeds with this hint are here.
    func contains(_ hint: FeedHint) -> Bool { !chains.isEmpty && chains[hint] != nil }

    /// The chain of a batch.
    func chain(of reference: BatchReference) -> Int? {
        chains[reference.hint]?[reference.name].map(Int.init)
    }

    /// Begins to index the feeds with this hint.
    mutating func add(_ hint: FeedHint) {
        chains[hint] = [:]
    }

    /// Notes a batch of a feed that is indexed.
    mutating func insert(_ reference: BatchReference, in chain: Int) {
        guard contains(reference.hint) else { return }
        chains[reference.hint]?[reference.name] = UInt16(chain)
    }
}
