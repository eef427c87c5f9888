/// Finds the batches of devices that have many chains; of any other device it is as quick to look at each chain.
///
/// A batch takes about fifty bytes here, so devices with few branches have none. The index is made again when it is
/// needed: it is no part of the state.
struct BranchIndex: Sendable {
    /// The chains of a device that are looked at one by one: more than it opens in years without harm.
    static let chainsMax = 32

    private var chains: [UInt64: [BatchName: UInt16]] = [:]

    /// Whether the batches of devices with these first bytes are here.
    func contains(_ hint: UInt64) -> Bool { !chains.isEmpty && chains[hint] != nil }

    /// The chain of a batch.
    func chain(of reference: BatchReference) -> Int? {
        chains[reference.hint]?[reference.name].map(Int.init)
    }

    /// Begins to index the devices with these first bytes.
    mutating func add(_ hint: UInt64) {
        chains[hint] = [:]
    }

    /// Notes a batch of a device that is indexed.
    mutating func insert(_ reference: BatchReference, in chain: Int) {
        guard contains(reference.hint) else { return }
        chains[reference.hint]?[reference.name] = UInt16(chain)
    }
}
