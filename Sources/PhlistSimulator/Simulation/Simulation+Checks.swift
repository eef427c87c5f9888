import PhlistHousehold
import PhlistModel
import PhlistSync
import PhlistVocabulary
import PhlistWitness

/// The promises, checked when all faults have ended and the network is quiet.
extension Simulation {
    /// Ends all faults and gives the devices the time that the design allows them.
    mutating func settle() throws(SimulationFailure) {
        let isFaultless = options.isFaultless
        withoutFaults()
        endLossyConnections()
        for number in nodes.indices where nodes[number].isOld {
            upgrade(number)
        }
        for number in nodes.indices where !nodes[number].isUp {
            try restart(number)
        }
        removeTheDead()
        noteWhoIsLeft()
        while let number = outsiders.min() {
            guard try join(number, by: 0) else {
                throw SimulationFailure(.admission, "\(nodes[number].name) is not let in")
            }
        }
        // After the longest back-off and the longest silence that is not taken for an end: two summary periods at their
        // longest, since every device reaches every other one.
        let period = SyncLimits.summaryMilliseconds * 3 / 2
        let patience = SyncLimits.redialMillisecondsMax + SyncLimits.silenceBeforeCloseMilliseconds + 2 * period
        // Without faults news spreads immediately, with no need for a comparison.
        try advance(until: time + (isFaultless ? 1000 : patience))
        noteWhoIsOut()
    }

    mutating func check() throws(SimulationFailure) {
        try checkConvergence()
        try checkStatus()
        try checkNothingIsLost()
        try checkNothingIsTorn()
        try checkViews()
        try checkHealth()
        try checkChains()
        try checkKnowledge()
        try checkPrivacy()
        try checkArrival()
        try checkPhotos()
    }

    /// Checks that without faults no device waits for a summary: a second is plenty.
    mutating func checkImmediacy() throws(SimulationFailure) {
        for number in nodes.indices where !gone.contains(number) {
            try advance(until: time + 1000)
            addToSharedList(on: number)
            try advance(until: time + 1000)
            try checkConvergence()
        }
    }

    /// Checks that, by their own digests, two devices hold the same of what both may see, and that each knows all
    /// devices.
    mutating func checkConvergence() throws(SimulationFailure) {
        let all = insiders.map { node in (node: node, holdings: node.read { $0.library.holdings() }) }
        for (node, holdings) in all {
            for (other, others) in all where other.number != node.number {
                for scope in shared(by: node, and: other)
                where holdings[scope] != others[scope] && areReaders(of: scope, node, other) {
                    tell(difference(of: scope, between: node, and: other))
                    throw SimulationFailure(.convergence, "scope \(scope) differs on \(node.name) and \(other.name)")
                }
            }
            guard node.read({ $0.library.household?.roster.devices.count }) == Set(insiders.map(\.device)).count else {
                throw SimulationFailure(.convergence, "\(node.name) does not know every device")
            }
        }
    }

    /// Returns the scopes that each of two machines would show to the other.
    private func shared(by node: SimulatedNode, and other: SimulatedNode) -> [ScopeID] {
        let scopes = Set(other.read { $0.sharedScopes(with: node.device) })
        return node.read { $0.sharedScopes(with: other.device) }.filter { scopes.contains($0) }
    }

    private func difference(of scope: ScopeID, between node: SimulatedNode, and other: SimulatedNode) -> String {
        let vectors = [node, other].map { node in node.read { $0.library.versionVector(of: scope).entries } }
        let lacking = [node, other].enumerated().map { index, node in
            "\(node.name) lacks "
                + vectors[1 - index].filter { entry in !node.read { $0.library.holds(entry, in: scope) } }
                .map { "\($0.number):\($0.name)" }.joined(separator: ", ")
        }
        return lacking.joined(separator: "; ")
    }

    /// Checks that all devices are connected and know that they are in sync.
    ///
    /// A device whose log has lost something never says that a list has ended, because the batch that opened it may be
    /// lost. A machine and its copy alternate in what they say of a list that they answered differently. A device that
    /// is out of the household owes nobody a connection, though a damaged log still counts on it.
    private func checkStatus() throws(SimulationFailure) {
        for node in insiders {
            for status in node.read({ $0.peerStatuses() }) where status.isInSync != true {
                let machines = insiders.filter { $0.device == status.device }
                guard !machines.isEmpty else { continue }
                let isOne = machines.count < 2 && !machines.contains { $0.read { $0.damage } != nil }
                guard status.differing.isEmpty || node.read({ $0.damage }) == nil && isOne else { continue }
                let differing = status.differing.map(\.description).joined(separator: ", ")
                let what = "\(node.name) does not know to be in sync with \(status.name): \(differing)"
                throw SimulationFailure(.status, what)
            }
        }
    }

    /// Checks that every durable batch is on some disk, and every acknowledged item is where its list is.
    private mutating func checkNothingIsLost() throws(SimulationFailure) {
        for promise in promises.all
        where !insiders.contains(where: { $0.read { $0.library.holds(promise.reference, in: promise.feed.scope) } }) {
            let what = "batch \(promise.reference.number) of \(nodes[promise.log].name) in \(promise.feed.scope)"
            throw SimulationFailure(.durability, "nobody has \(what) any more")
        }
        try checkItems()
    }

    /// Checks that an item edited during a concurrent purge is complete.
    private func checkNothingIsTorn() throws(SimulationFailure) {
        for node in insiders {
            for list in node.read({ $0.library.lists(for: principal(node.number)) }) {
                for item in list.items where !item.isTrashed && (item.title.isEmpty || item.place.key.isEmpty) {
                    throw SimulationFailure(.pieces, "item \(item.entity) is in pieces on \(node.name)")
                }
            }
        }
    }

    /// Checks that devices that hold the same show the same.
    private mutating func checkViews() throws(SimulationFailure) {
        var seen: [ScopeID: (holding: Holding, view: [String], name: String)] = [:]
        for node in nodes where !node.isDead {
            for (scope, holding) in node.read({ $0.library.holdings() }).sorted(by: { $0.key < $1.key }) {
                guard let list = node.read({ $0.library.list(scope) }) else { continue }
                let view = list.view
                coverage.note(.conflict, times: list.conflicts.count)
                if let first = seen[scope], first.holding == holding, first.view != view {
                    throw SimulationFailure(
                        .views,
                        "\(first.name) and \(node.name) hold the same of \(scope) and see another"
                    )
                }
                seen[scope] = seen[scope] ?? (holding, view, node.name)
            }
        }
    }

    /// Checks that a damaged log does not stay without something that another device has.
    private mutating func checkHealth() throws(SimulationFailure) {
        for node in insiders {
            for scope in node.read({ $0.damage?.unconfirmed.map(\.id) ?? [] }) {
                let helper = insiders.first { $0.number != node.number && agrees($0, with: node, on: scope) }
                if let helper {
                    throw SimulationFailure(
                        .health,
                        "\(node.name) does not see that \(helper.name) has all of \(scope)"
                    )
                }
            }
            for (scope, reference) in node.read({ $0.missingBatches }) {
                let helper = insiders.first { other in
                    other.read {
                        $0.library.holds(reference, in: scope) && $0.sharedScopes(with: node.device).contains(scope)
                    }
                }
                if let helper {
                    let what = "batch \(reference.number) \(reference.name) in \(scope)"
                    throw SimulationFailure(.health, "\(node.name) misses \(what), and \(helper.name) has it")
                }
            }
        }
    }

    private mutating func agrees(_ node: SimulatedNode, with other: SimulatedNode, on scope: ScopeID) -> Bool {
        node.read { $0.library.holdings()[scope] } == other.read { $0.library.holdings()[scope] }
            && shared(by: node, and: other).contains(scope) && areReaders(of: scope, node, other)
    }

    /// Checks that a device continues at the end of its log: its batches branch only where the log has lost something
    /// or was copied.
    private mutating func checkChains() throws(SimulationFailure) {
        for node in nodes where !node.isDead {
            for scope in node.read({ $0.library.holdings() }).keys.sorted() {
                for (device, count) in node.read({ $0.library.chainCounts(of: scope) }) where count > 1 {
                    coverage.note(.branch, times: count - 1)
                    let max = 1 + losses[device, default: 0]
                    guard count > max else { continue }
                    let what = "\(count) chains of \(device) in \(scope)"
                    throw SimulationFailure(.chains, "\(node.name) has \(what); \(max) would do")
                }
            }
        }
    }

    /// Checks that the state is the fold of the log, and that a snapshot is loaded as it was saved.
    ///
    /// Once, at the end, because the log holds everything before.
    func checkReplay() throws(SimulationFailure) {
        for node in nodes where !node.isDead {
            let live = node.read { $0.library.holdings() }
            let again = try node.replayed(at: time)
            let replayed = again.library.holdings()
            for scope in Set(live.keys).union(replayed.keys).sorted() where live[scope] != replayed[scope] {
                throw SimulationFailure(.replay, "scope \(scope) on \(node.name) is not the fold of its log")
            }
            if let (saved, loaded) = try node.reloaded(), saved != loaded {
                throw SimulationFailure(.snapshot, "\(node.name) does not load what it saves")
            }
        }
    }
}

extension ListState {
    /// Everything that people see of the list, as text.
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
    /// Everything that people see of the item, as text.
    var line: String {
        "[\(state == .done ? "x" : " ")] \(title)"
            + (quantity.isEmpty ? "" : " (\(quantity))") + (note.isEmpty ? "" : " -- \(note)")
    }
}
