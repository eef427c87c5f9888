import PhlistModel

/// Exchange between devices.
extension History {
    /// Makes a device take some batches that it lacks from another, in the other's order, with some left out.
    mutating func pull(_ number: Int, from other: Int, atMost count: Int) {
        guard number != other else { return }
        var left = count
        for entry in devices[other].log where left > 0 && !isBroken {
            let isHere = devices[number].applied.contains(entry.node)
            guard !isHere, count == .max || random.happens(percent: 85) else { continue }
            if offer(entry.node, to: number) { left -= 1 }
        }
    }

    /// Makes a device take a batch that it lacks, if it has every batch that the author knew.
    private mutating func offer(_ node: Int, to number: Int) -> Bool {
        let (ledger, named) = (devices[number].state.ledger, nodes[node].named)
        guard !ledger.contains(named.reference) else {
            stop(.names, node, on: number)
            return false
        }
        let isReady = nodes[node].past.isSubset(of: devices[number].applied)
        guard ledger.isReady(named) == isReady else {
            stop(.readiness, node, on: number)
            return false
        }
        if isReady { append(node, isMinted: false, to: number) }
        return isReady
    }

    /// Stores and applies a batch.
    mutating func append(_ node: Int, isMinted: Bool, to number: Int) {
        devices[number].log.append(HistoryDevice.Entry(node: node, isMinted: isMinted))
        devices[number].applied.insert(node)
        devices[number].state.apply(nodes[node].named)
        if !devices[number].state.ledger.contains(nodes[node].named.reference) { stop(.names, node, on: number) }
    }

    /// Makes two devices take everything from each other.
    mutating func meet(_ left: Int, _ right: Int) {
        pull(left, from: right, atMost: .max)
        pull(right, from: left, atMost: .max)
    }

    /// Makes every device take everything from all others.
    package mutating func exchangeAll() {
        for _ in 0..<2 {
            for number in devices.indices {
                for other in devices.indices {
                    pull(number, from: other, atMost: .max)
                }
            }
        }
    }
}
