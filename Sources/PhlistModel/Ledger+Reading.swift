/// Queries about single batches.
extension Ledger {
    /// The number of batches that are folded.
    package var batchCount: Int { batches.count }

    /// By chain: what the author of the newest batch of its chain knew before that batch.
    func knownBefore(newest batch: Int) -> [UInt32] {
        let row = batches[batch]
        var known = chains[Int(row.chain)].known
        if row.number > 1 { learn(Place(chain: Int(row.chain), number: row.number - 1), &known) }
        return known
    }

    /// Where the newest batch of its chain stands, and what its author knew before it.
    func positionBefore(newest batch: Int) -> CausalPosition {
        let place = place(ofBatch: batch)
        return CausalPosition(chain: place.chain, number: place.number, op: 0, known: knownBefore(newest: batch))
    }

    /// How many batches of control the author of the newest batch of a chain of content knew.
    func controlCount(knownBy chain: Int) -> Int {
        zip(chains, chains[chain].known).reduce(0) { $0 + ($1.0.tier == .control ? Int($1.1) : 0) }
    }

    /// Whether the author of a batch knew all other batches of content, but for the last ones at some places.
    func knowsContent(_ place: Place, butFor others: [Place]) -> Bool {
        let known = known(behind: place)
        return chains.indices.allSatisfy { chain in
            let end = chains[chain].end
            let isExcepted = others.contains(Place(chain: chain, number: end))
            let last = chain < known.count ? known[chain] : 0
            return chains[chain].tier != .content || last + (isExcepted ? 1 : 0) >= end
        }
    }

    /// The last batch of a chain that was known with the newest batch of another batch's chain; 0 for none.
    func lastKnown(of chain: Int, inChainOf batch: Int) -> UInt32 {
        let known = chains[Int(batches[batch].chain)].known
        return chain < known.count ? known[chain] : 0
    }

    /// The ends of all chains, by chain.
    package var ends: [UInt32] { chains.map(\.end) }

    /// The chain of a batch.
    package func chain(ofRow row: Int) -> Int { Int(batches[row].chain) }

    /// The tier of a batch.
    func tier(ofRow row: Int) -> Tier { chains[Int(batches[row].chain)].tier }

    package func place(ofBatch batch: Int) -> Place {
        Place(chain: Int(batches[batch].chain), number: batches[batch].number)
    }

    package func reference(ofRow row: Int) -> BatchReference {
        let batch = batches[row]
        return BatchReference(chains[Int(batch.chain)].hint, number: UInt64(batch.number), name: batch.name)
    }

    /// Whether an entry of a context is here.
    package func isContextHere(_ reference: BatchReference) -> Bool {
        contains(reference)
    }

    /// The row of the batch at a position that is no draft.
    func row(of position: CausalPosition) -> Int {
        row(of: position.chain, number: UInt64(position.number))
    }

    /// The number of ops in a chain after the batch with one number through the batch with another.
    package func opCount(of chain: Int, after first: UInt64, through last: UInt64) -> Int {
        rows(of: chain, after: first, through: last).reduce(0) { $0 + Int(batches[Int($1)].opCount) }
    }

    /// The rows of a chain after the batch with one number through the batch with another; none when that is not here.
    func rows(of chain: Int, after first: UInt64, through last: UInt64) -> ArraySlice<UInt32> {
        let start = UInt64(chains[chain].start)
        guard first < last, last <= chains[chain].end else { return [] }
        return chains[chain].rows[Int(max(first, start) - start)..<Int(last - start)]
    }

    /// The row of a batch of a chain.
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

    /// Whether a batch comes before another in the order of acts: by time; then by who.
    func isEarlier(_ left: UInt32, _ right: UInt32) -> Bool {
        guard left != right else { return false }
        let (first, second) = (batches[Int(left)].stamp, batches[Int(right)].stamp)
        return first == second ? act(of: Int(left)) < act(of: Int(right)) : first < second
    }
}
