import PhlistModel

/// What passes between devices.
extension History {
    /// Lets a device take some of what another has and it lacks, in the other's order, with some left out.
    mutating func pull(_ number: Int, from other: Int, atMost count: Int) {
        guard number != other else { return }
        var left = count
        for entry in devices[other].log where left > 0 && !isBroken {
            let isHere = devices[number].applied.contains(entry.node)
            guard !isHere, count == .max || random.happens(percent: 85) else { continue }
            if offer(entry.node, to: number) { left -= 1 }
        }
    }

    /// Lets a device take a batch that it lacks if all is there that the batch's author knew.
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

    /// Stores and applies a batch that may be taken.
    mutating func append(_ node: Int, isMinted: Bool, to number: Int) {
        devices[number].log.append(HistoryDevice.Entry(node: node, isMinted: isMinted))
        devices[number].applied.insert(node)
        devices[number].state.apply(nodes[node].named)
        if !devices[number].state.ledger.contains(nodes[node].named.reference) { stop(.names, node, on: number) }
    }

    /// Lets two devices take all that the other has.
    mutating func meet(_ left: Int, _ right: Int) {
        pull(left, from: right, atMost: .max)
        pull(right, from: left, atMost: .max)
    }

    /// Lets every device take all that any other has.
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
