import PhlistHousehold
import PhlistLog
import PhlistModel
import PhlistStore
import PhlistSync
import PhlistWitness

/// Checks of who wrote and who has each batch, by the writes to disks and not by the replicas' own view.
extension Simulation {
    /// A batch of an append, with its feed.
    private struct Stored {
        var batch: NamedBatch
        var feed: Feed
        var isMinted: Bool
    }

    private func batches(of appends: [PendingAppend], on node: SimulatedNode) -> [Stored] {
        appends.flatMap(\.records).compactMap { record in
            guard record.kind == .batch, case .batch(let stored)? = try? LogEntry(record) else { return nil }
            return node.read { $0.library.feed(numbered: stored.feed) }.map { feed in
                Stored(batch: NamedBatch(stored.batch, of: feed), feed: feed, isMinted: stored.isMinted)
            }
        }
    }

    /// Records batches on their way to a disk: after a power cut they may be there although no answer was sent.
    mutating func noteUnderway(_ appends: [PendingAppend], on node: SimulatedNode) {
        node.underway = []
        for stored in batches(of: appends, on: node) {
            switch chronicle.note(stored.batch, in: stored.feed.scope) {
            case true?: break
            // Batches that waited after a hole existed before.
            case false?:
                node.underway.insert(stored.batch.name)
                testify(stored.batch.name, in: stored.feed.scope, by: node)
            case nil: fail(.knowledge, "\(node.name) stores \(stored.batch.name), which names what nobody has written")
            }
        }
    }

    /// Records batches that are on a disk.
    mutating func noteDurable(_ appends: [PendingAppend], on node: SimulatedNode) {
        for append in appends {
            for stored in batches(of: [append], on: node) {
                noteDurable(stored, on: node)
            }
            node.heldInTurn.append(node.held)
        }
    }

    private mutating func noteDurable(_ stored: Stored, on node: SimulatedNode) {
        let (scope, name) = (stored.feed.scope, stored.batch.name)
        guard let number = chronicle.noteDurable(name, in: scope) else { return }
        let isNew = node.underway.contains(name)
        checkClosure(of: number, in: scope, on: node)
        if stored.isMinted, isNew { checkKnowledge(of: number, in: scope, on: node) }
        node.held[scope, default: BatchSet()].insert(number)
        checkKnowsWhoMaySee(name, in: scope, on: node)
        guard stored.feed.device == node.device else { return }
        guard stored.isMinted else { return coverage.note(.ownFetched) }
        node.lastWritten[scope] = name
        promise(stored.batch, of: stored.feed, by: node, isNew: isNew)
        noteActs(number, in: scope, by: node)
    }

    /// Checks that a log has all batches that a stored one names.
    private mutating func checkClosure(of number: Int, in scope: ScopeID, on node: SimulatedNode) {
        guard let entry = chronicle.annals[scope]?.entries[number] else { return }
        if !entry.known.isSubset(of: node.held[scope] ?? BatchSet()) {
            fail(.knowledge, "\(node.name) stores \(entry.batch.name) before all that it names")
        }
    }

    /// Checks that a batch names exactly what its author had applied: all batches held when the turn began, for control
    /// only control ones; and that it does not name again what its predecessor knew.
    private mutating func checkKnowledge(of number: Int, in scope: ScopeID, on node: SimulatedNode) {
        guard let annals = chronicle.annals[scope] else { return }
        let entry = annals.entries[number]
        let held = node.heldInTurn.first?[scope] ?? BatchSet()
        let isContent = entry.batch.tier == .content
        if !isContent, !entry.known.isSubset(of: annals.control) {
            fail(.knowledge, "\(node.name) writes \(entry.batch.name), which is control and names content")
        }
        if !(isContent ? held : held.intersection(annals.control)).isSubset(of: entry.known) {
            fail(.knowledge, "\(node.name) writes \(entry.batch.name), and leaves out what it knows")
        }
        guard let previous = annals.numbers[entry.batch.header.previous] else { return }
        let former = annals.entries[previous].known
        let isNamedAgain = entry.batch.header.context.contains { annals.numbers[$0.name].map(former.contains) ?? false }
        if isNamedAgain {
            fail(.knowledge, "\(node.name) writes \(entry.batch.name), and names again what its predecessor knew")
        }
    }

    /// Records a durable batch of the device, which every other device may receive.
    private mutating func promise(_ batch: NamedBatch, of feed: Feed, by node: SimulatedNode, isNew: Bool) {
        // Nobody has to accept batches of a removed device.
        guard !gone.contains(node.number) else { return }
        if !node.read({ $0.library.holds(batch.reference, in: feed.scope) }) {
            fail(.durability, "\(node.name) does not hold batch \(batch.name) that it has just stored")
        }
        if !promises.note(batch, of: feed, by: node.number, isNew: isNew) {
            fail(.succession, "\(node.name) writes another number \(batch.header.number) in \(feed.scope)")
        }
    }

    /// Rebuilds the batches that a machine has after a start, from the contents of its disk.
    mutating func recall(_ number: Int) {
        let node = nodes[number]
        node.held = [:]
        for scope in node.read({ $0.library.holdings() }).keys.sorted() {
            guard let past = chronicle.past(of: node.read { $0.library.versionVector(of: scope) }, in: scope) else {
                fail(.knowledge, "\(node.name) has batches in \(scope) that nobody has written")
                continue
            }
            node.held[scope] = past
            for number in past.members {
                guard let entry = chronicle.annals[scope]?.entries[number], !entry.isDurable else { continue }
                noteFound(number, entry.batch, in: scope, on: node)
            }
        }
    }

    /// Records a batch found on a disk whose power went off before its write was confirmed.
    private mutating func noteFound(_ number: Int, _ batch: NamedBatch, in scope: ScopeID, on node: SimulatedNode) {
        _ = chronicle.noteDurable(batch.name, in: scope)
        guard batch.device == node.device else { return }
        promise(batch, of: Feed(scope: scope, tier: batch.tier, device: batch.device), by: node, isNew: true)
        noteActs(number, in: scope, by: node)
    }

    /// Checks that a machine has exactly the batches that it received.
    func checkKnowledge() throws(SimulationFailure) {
        for node in nodes where !node.isDead {
            for scope in Set(node.held.keys).union(node.read { $0.library.holdings() }.keys).sorted() {
                let past = chronicle.past(of: node.read { $0.library.versionVector(of: scope) }, in: scope)
                guard past != node.held[scope] ?? BatchSet() else { continue }
                throw SimulationFailure(.knowledge, "\(node.name) does not say what it has of \(scope)")
            }
        }
    }
}
