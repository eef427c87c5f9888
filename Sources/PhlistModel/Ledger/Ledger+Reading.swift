/// Queries about single batches.
extension Ledger {
    /// The number of folded batches.
    package var batchCount: Int { batches.count }

    /// The last batch that the author of a chain's newest batch knew before it, by chain.
    func knownBefore(newest batch: Int) -> [UInt32] {
        let row = batches[batch]
        var known = chains[Int(row.chain)].known
        if row.number > 1 { learn(Place(chain: Int(row.chain), number: row.number - 1), &known) }
        return known
    }

    /// The position of the newest batch of a chain, with what its author knew before it.
    func positionBefore(newest batch: Int) -> CausalPosition {
        let place = place(ofBatch: batch)
        return CausalPosition(chain: place.chain, number: place.number, op: 0, known: knownBefore(newest: batch))
    }

    /// The number of control batches that the author of the newest batch of a content chain knew.
    func controlCount(knownBy chain: Int) -> Int {
        zip(chains, chains[chain].known).reduce(0) { $0 + ($1.0.tier == .control ? Int($1.1) : 0) }
    }

    /// Whether the author of a batch knew all other content batches, except the last ones at some places.
    func knowsContent(_ place: Place, butFor others: [Place]) -> Bool {
        let known = known(behind: place)
        return chains.indices.allSatisfy { chain in
            let end = chains[chain].end
            let isExcepted = others.contains(Place(chain: chain, number: end))
            let last = chain < known.count ? known[chain] : 0
            return chains[chain].tier != .content || last + (isExcepted ? 1 : 0) >= end
        }
    }

    /// The last batch of a chain that the author of the newest batch in another batch's chain knew; 0 for none.
    func lastKnown(of chain: Int, inChainOf batch: Int) -> UInt32 {
        let known = chains[Int(batches[batch].chain)].known
        return chain < known.count ? known[chain] : 0
    }

    /// The ends of all chains, by chain.
    package var ends: [UInt32] { chains.map(\.end) }

    package func chain(ofRow row: Int) -> Int { Int(batches[row].chain) }

    func tier(ofRow row: Int) -> Tier { chains[Int(batches[row].chain)].tier }

    package func place(ofBatch batch: Int) -> Place {
        Place(chain: Int(batches[batch].chain), number: batches[batch].number)
    }

    package func reference(ofRow row: Int) -> BatchReference {
        let batch = batches[row]
        return BatchReference(chains[Int(batch.chain)].hint, number: UInt64(batch.number), name: batch.name)
    }

    /// Whether the batch that a context entry names is here.
    package func isContextHere(_ reference: BatchReference) -> Bool {
        contains(reference)
    }

    /// The row of the batch at a position, which must not be a draft.
    func row(of position: CausalPosition) -> Int {
        row(of: position.chain, number: UInt64(position.number))
    }

    /// The number of ops in a chain after the batch `first` through the batch `last`.
    package func opCount(of chain: Int, after first: UInt64, through last: UInt64) -> Int {
        rows(of: chain, after: first, through: last).reduce(0) { $0 + Int(batches[Int($1)].opCount) }
    }

    /// The rows of a chain after the batch `first` through the batch `last`; empty if the latter is not here.
    func rows(of chain: Int, after first: UInt64, through last: UInt64) -> ArraySlice<UInt32> {
        let start = UInt64(chains[chain].start)
        guard first < last, last <= chains[chain].end else { return [] }
        return chains[chain].rows[Int(max(first, start) - start)..<Int(last - start)]
    }

    package func row(of chain: Int, number: UInt64) -> Int {
        Int(chains[chain].rows[Int(number) - Int(chains[chain].start) - 1])
    }

    func dot(batch: Int, op: Int) -> Dot {
        Dot(batch: batches[batch].name, op: op)
    }

    func device(of batch: Int) -> DeviceID {
        chains[Int(batches[batch].chain)].device
    }

    func act(of batch: Int) -> Act {
        let row = batches[batch]
        return Act(stamp: row.stamp, by: members[Int(row.by)], device: chains[Int(row.chain)].device)
    }

    func member(of batch: Int) -> MemberID {
        members[Int(batches[batch].by)]
    }

    /// Whether a batch comes before another in the order of acts: by time, then by author.
    func isEarlier(_ left: UInt32, _ right: UInt32) -> Bool {
        guard left != right else { return false }
        let (first, second) = (batches[Int(left)].stamp, batches[Int(right)].stamp)
        return first == second ? act(of: Int(left)) < act(of: Int(right)) : first < second
    }
}
