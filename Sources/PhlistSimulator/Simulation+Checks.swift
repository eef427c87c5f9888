import PhlistModel
import PhlistSync

/// The promises, checked when everything has healed and gone quiet.
extension Simulation {
    /// Ends all faults and gives the devices the time that the design allows them.
    mutating func settle() throws(SimulationFailure) {
        let isFaultless = options.isFaultless
        withoutFaults()
        for number in nodes.indices where nodes[number].isOld {
            upgrade(number)
        }
        for number in nodes.indices where !nodes[number].isUp {
            try restart(number)
        }
        while let number = outsiders.min() {
            guard try join(number) else { throw SimulationFailure("\(nodes[number].name) is not let in") }
        }
        // Two summary periods at their longest, as everybody reaches everybody, behind the longest back-off and the
        // longest silence that nobody takes for an end.
        let period = SyncLimits.summaryMilliseconds * 3 / 2
        let patience = SyncLimits.redialMillisecondsMax + SyncLimits.silenceBeforeCloseMilliseconds + 2 * period
        // Where nothing went wrong news travels by itself: nobody has to wait for a comparison.
        try advance(until: time + (isFaultless ? 1000 : patience))
    }

    mutating func check() throws(SimulationFailure) {
        try checkConvergence()
        try checkStatus()
        try checkNothingIsLost()
        try checkNothingIsTorn()
        try checkViews()
        try checkHealth()
        try checkPrivacy()
    }

    /// While all are connected and nothing is lost, nobody waits for a summary: a second is plenty.
    mutating func checkImmediacy() throws(SimulationFailure) {
        for number in nodes.indices where !gone.contains(number) {
            try advance(until: time + 1000)
            addToSharedList(on: number)
            try advance(until: time + 1000)
            try checkConvergence()
        }
    }

    /// The machines of the household.
    private var insiders: [SimulatedNode] {
        nodes.filter { isInside($0.number) }
    }

    /// What one device may show to another, the other holds, and the same of it.
    func checkConvergence() throws(SimulationFailure) {
        let all = insiders.map { node in (node: node, holdings: node.read { $0.holdings() }) }
        for (node, holdings) in all {
            for (other, others) in all where other.number != node.number {
                for scope in node.read({ $0.sharedScopes(with: other.device) }) where holdings[scope] != others[scope] {
                    guard !isOneSided(scope, of: other, with: node) else { continue }
                    throw SimulationFailure("scope \(scope) differs on \(node.name) and \(other.name)")
                }
            }
            guard node.read({ $0.household?.roster.devices.count }) == Set(insiders.map(\.device)).count else {
                throw SimulationFailure("\(node.name) does not know every device")
            }
        }
    }

    /// Whether a device shares a list no more with one that has not heard of that.
    private func isOneSided(_ scope: ScopeID, of node: SimulatedNode, with other: SimulatedNode) -> Bool {
        discussed.contains(scope) && !node.read { $0.sharedScopes(with: other.device).contains(scope) }
    }

    /// Everybody is connected to everybody, and knows that they are in sync.
    private func checkStatus() throws(SimulationFailure) {
        for node in insiders {
            for status in node.read({ $0.peerStatuses() }) where status.isInSync != true {
                // Who was not told that a list was hidden from it waits for it.
                guard status.differing.isEmpty || !discussed.isSuperset(of: status.differing) else { continue }
                throw SimulationFailure("\(node.name) does not know to be in sync with \(status.name)")
            }
        }
    }

    /// Whatever was durable once is on somebody's disk, and every item that was acknowledged is where its list is.
    private func checkNothingIsLost() throws(SimulationFailure) {
        for promise in promises.ends
        where !insiders.contains(where: { $0.read { $0.holds(promise.version, of: promise.feed, in: promise.scope) } })
        {
            let number = promise.version.sequence
            throw SimulationFailure("nobody has number \(number) of feed \(promise.feed) any more")
        }
        // Only a person removes something for good.
        for reference in acknowledged.subtracting(purged).sorted(by: { $0.entity < $1.entity }) {
            try checkIsThere(reference)
        }
    }

    /// An item is on somebody's machine, and on all with which that one shares its list.
    private func checkIsThere(_ item: EntityReference) throws(SimulationFailure) {
        let lists = insiders.filter { $0.read { $0.list(item.scope) } != nil }
        guard !lists.isEmpty else { throw SimulationFailure("list \(item.scope) is gone") }
        let holders = lists.filter { $0.read { $0.list(item.scope)?.item(item.entity) } != nil }
        guard !holders.isEmpty else { throw SimulationFailure("item \(item.entity) is gone") }
        for node in lists where !holders.contains(where: { $0.number == node.number }) {
            // Two that have lost something at one time may both keep a list back that one of them might not see.
            if holders.contains(where: { $0.read { $0.sharedScopes(with: node.device).contains(item.scope) } }) {
                throw SimulationFailure("item \(item.entity) is not on \(node.name)")
            }
        }
    }

    /// What was edited while somebody purged it is whole again.
    private func checkNothingIsTorn() throws(SimulationFailure) {
        for node in insiders {
            for list in node.read({ $0.lists(for: principal(node.number)) }) {
                for item in list.items where !item.isTrashed && (item.title.isEmpty || item.place.key.isEmpty) {
                    throw SimulationFailure("item \(item.entity) is in pieces on \(node.name)")
                }
            }
        }
    }

    /// Who holds the same sees the same.
    private mutating func checkViews() throws(SimulationFailure) {
        var seen: [ScopeID: (holding: Holding, view: [String], name: String)] = [:]
        for node in nodes {
            for (scope, holding) in node.read({ $0.holdings() }).sorted(by: { $0.key < $1.key }) {
                guard let list = node.read({ $0.list(scope) }) else { continue }
                let view = list.view
                coverage.note(.conflict, times: list.conflicts.count)
                if let first = seen[scope], first.holding == holding, first.view != view {
                    throw SimulationFailure("\(first.name) and \(node.name) hold the same of \(scope) and see another")
                }
                seen[scope] = seen[scope] ?? (holding, view, node.name)
            }
        }
    }

    /// Nothing of a damaged log stays missing that somebody else has.
    private func checkHealth() throws(SimulationFailure) {
        for node in insiders {
            for feed in node.read({ $0.damage?.feeds ?? [] }) {
                guard let first = feed.missing.first?.lowerBound, let scope = feed.scope?.id else { continue }
                let helper = insiders.first { other in
                    other.read { $0.end(of: feed.feed) >= first && $0.sharedScopes(with: node.device).contains(scope) }
                }
                if let helper {
                    throw SimulationFailure(
                        "\(node.name) misses \(first) of feed \(feed.feed), and \(helper.name) has it"
                    )
                }
            }
        }
    }

    /// The state is the fold of the log, and what is saved is loaded as it was.
    ///
    /// Once, at the end: the log holds all that came before.
    func checkReplay() throws(SimulationFailure) {
        for node in nodes {
            let live = node.read { $0.holdings() }
            let again = try node.replayed(at: time)
            let replayed = again.holdings()
            for scope in Set(live.keys).union(replayed.keys).sorted() where live[scope] != replayed[scope] {
                throw SimulationFailure("scope \(scope) on \(node.name) is not the fold of its log")
            }
            if let (saved, loaded) = try node.reloaded(), saved != loaded {
                throw SimulationFailure("\(node.name) does not load what it saves")
            }
        }
    }
}

extension ListState {
    /// All that people see of it, as text.
    var view: [String] {
        var lines = [title + (isTrashed ? " (trash)" : "")]
        for section in outline {
            lines.append("[\(section.section?.name ?? "")]")
            lines += section.items.map { String(repeating: " ", count: $0.depth) + $0.item.line }
        }
        lines += trash.map { "trash: " + $0.line }
        return lines + conflicts.map { "conflict: \($0.entity) \($0.field.rawValue) \($0.siblings.count)" }
    }
}

extension ItemState {
    /// What people see of it.
    var line: String {
        "[\(state == .done ? "x" : " ")] \(title)"
            + (quantity.isEmpty ? "" : " (\(quantity))") + (note.isEmpty ? "" : " -- \(note)")
    }
}
