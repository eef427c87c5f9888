import PhlistModel
import PhlistSync

/// The promises, checked when everything has healed and gone quiet.
extension Simulation {
    /// Ends all faults and gives the devices the time that the design allows them.
    mutating func settle() throws(SimulationFailure) {
        network.heal()
        let isFaultless = options.isFaultless
        withoutFaults()
        let start = time
        for number in nodes.indices where !nodes[number].isUp {
            try restart(number)
        }
        // Two summary periods at their longest, behind the longest back-off, for each hop of the household.
        let period = SyncLimits.summaryMilliseconds * 3 / 2
        let patience = SyncLimits.redialMillisecondsMax + SyncLimits.silenceBeforeCloseMilliseconds + 4 * period
        // Where nothing went wrong news travels by itself: nobody has to wait for a comparison.
        try advance(until: start + (isFaultless ? 1000 : patience))
    }

    func check() throws(SimulationFailure) {
        for alarm in coverage.alarms {
            throw SimulationFailure(alarm)
        }
        try checkConvergence()
        try checkStatus()
        try checkNothingIsLost()
        try checkNothingIsTorn()
        try checkReplay()
    }

    /// While all are connected and nothing is lost, nobody waits for a summary: a second is plenty.
    mutating func checkImmediacy() throws(SimulationFailure) {
        for number in nodes.indices {
            try advance(until: time + 1000)
            addToSharedList(on: number)
            try advance(until: time + 1000)
            try checkConvergence()
        }
    }

    /// What one device may show to another, the other holds, and the same of it.
    private func checkConvergence() throws(SimulationFailure) {
        for node in nodes {
            let holdings = node.read { $0.holdings() }
            for other in nodes where other.number != node.number {
                let others = other.read { $0.holdings() }
                for scope in node.read({ $0.sharedScopes(with: other.device) }) where holdings[scope] != others[scope] {
                    throw SimulationFailure("scope \(scope) differs on node \(node.number) and node \(other.number)")
                }
            }
            guard node.read({ $0.household?.roster.devices.count }) == nodes.count else {
                throw SimulationFailure("node \(node.number) does not know every device")
            }
        }
    }

    /// Everybody is connected to everybody, and knows that they are in sync.
    private func checkStatus() throws(SimulationFailure) {
        for node in nodes {
            for status in node.read({ $0.peerStatuses() }) where status.isInSync != true {
                throw SimulationFailure("node \(node.number) does not know to be in sync with \(status.name)")
            }
        }
    }

    /// Every item whose adding was acknowledged is on every device that may see its list.
    private func checkNothingIsLost() throws(SimulationFailure) {
        for reference in acknowledged.sorted(by: { $0.entity < $1.entity }) {
            let holders = nodes.filter { $0.read { $0.list(reference.scope) } != nil }
            guard !holders.isEmpty else {
                throw SimulationFailure("list \(reference.scope) is gone")
            }
            for node in holders where node.read({ $0.list(reference.scope)?.item(reference.entity) }) == nil {
                // Only a person removes something for good.
                guard purged.contains(reference) else {
                    throw SimulationFailure("item \(reference.entity) is not on node \(node.number)")
                }
            }
        }
    }

    /// What was edited while somebody purged it is whole again.
    private func checkNothingIsTorn() throws(SimulationFailure) {
        for node in nodes {
            for list in node.read({ $0.lists(for: principal(node.number)) }) {
                for item in list.items where !item.isTrashed && (item.title.isEmpty || item.place.key.isEmpty) {
                    throw SimulationFailure("item \(item.entity) is in pieces on node \(node.number)")
                }
            }
        }
    }

    /// The state is the fold of the log.
    private func checkReplay() throws(SimulationFailure) {
        for node in nodes {
            let live = node.read { $0.holdings() }
            let replayed = try node.replayedHoldings()
            for scope in Set(live.keys).union(replayed.keys).sorted() where live[scope] != replayed[scope] {
                throw SimulationFailure("scope \(scope) on node \(node.number) is not the fold of its log")
            }
        }
    }
}
