import PhlistModel

/// What passes between devices, and what the names of feeds should be.
extension History {
    /// What a batch's feed is called where so many splits are known.
    func label(of node: Int, _ forks: [Fork]) -> FeedOrigin {
        let origin = nodes[node].parent.map { label(of: $0, forks) } ?? nodes[node].base
        let first = nodes[node].batch.header.firstSequence
        guard forks.contains(Fork(feed: nodes[node].root, sequence: first)) else { return origin }
        return origin.branching(at: first, hash: nodes[node].head.hash)
    }

    /// Lets a device take some of what another has and it lacks, in the other's order.
    mutating func pull(_ number: Int, from other: Int, atMost count: Int) {
        guard number != other else { return }
        exchangeForks(number, other, isThorough: count == .max || random.happens(percent: 60))
        var left = count
        for entry in devices[other].log where left > 0 && devices[other].applied.contains(entry.node) {
            guard mayTake(entry.node, on: number) else { continue }
            take(entry.node, on: number, label(of: entry.node, devices[number].forks))
            // A copy of itself has gone on where this device stands.
            if nodes[entry.node].root == devices[number].base.feed, nodes[entry.node].parent == devices[number].tip {
                devices[number].startAnew(random.next())
            }
            left -= 1
        }
    }

    /// Tells each other of splits; when they are thorough, also looks for new ones.
    private mutating func exchangeForks(_ left: Int, _ right: Int, isThorough: Bool) {
        var known = devices[left].forks
        known += devices[right].forks.filter { !known.contains($0) }
        if isThorough {
            known += splits(between: left, and: right).filter { !known.contains($0) }
        }
        for number in [left, right] where devices[number].forks.count < known.count {
            // Each keeps the order in which it learnt of them, which must not matter.
            devices[number].forks += known.filter { !devices[number].forks.contains($0) }
            counts.splits += 1
            fold(number)
        }
    }

    /// Where two devices have different batches behind the same one.
    private func splits(between left: Int, and right: Int) -> [Fork] {
        let (mine, theirs) = (devices[left].logged, devices[right].logged)
        var splits: [Fork] = []
        for one in mine.subtracting(theirs).members {
            for other in theirs.subtracting(mine).members where isSplit(one, other) {
                let fork = Fork(feed: nodes[one].root, sequence: nodes[one].batch.header.firstSequence)
                if !splits.contains(fork) { splits.append(fork) }
            }
        }
        return splits
    }

    private func isSplit(_ one: Int, _ other: Int) -> Bool {
        one != other && nodes[one].root == nodes[other].root && nodes[one].parent == nodes[other].parent
    }

    /// Whether a device may take a batch: it has what the author had, and nothing else under its number.
    private func mayTake(_ node: Int, on number: Int) -> Bool {
        let device = devices[number]
        guard !device.logged.contains(node) else { return false }
        let lost = givenUp(by: device.applied)
        guard isReady(node, device.applied, lost.subtracting(device.logged)) else { return false }
        if lost.contains(node), let parent = nodes[node].parent, !device.applied.contains(parent) { return false }
        let fork = Fork(feed: nodes[node].root, sequence: nodes[node].batch.header.firstSequence)
        guard !device.forks.contains(fork) else { return true }
        return !device.logged.members.contains { isSplit($0, node) }
    }

    /// Whether all is there that a batch stands upon.
    func isReady(_ node: Int, _ applied: NodeSet, _ lost: NodeSet) -> Bool {
        let present = applied.union(lost)
        let hasParent = nodes[node].parent.map { present.contains($0) } ?? true
        // With lost batches their contexts are lost too: what they alone told cannot be asked for.
        return hasParent && (lost.isEmpty ? nodes[node].past : nodes[node].told).isSubset(of: present)
    }

    /// The batches that acts among others give up.
    func givenUp(by applied: NodeSet) -> NodeSet {
        applied.members.reduce(into: NodeSet()) { $0.formUnion(nodes[$1].givenUp) }
    }

    /// Lets every device take all that any other has.
    package mutating func exchangeAll() {
        var before: [NodeSet] = []
        while problem == nil, before != devices.map(\.logged) {
            before = devices.map(\.logged)
            for number in devices.indices {
                for other in devices.indices {
                    pull(number, from: other, atMost: .max)
                }
            }
        }
    }
}
