import PhlistModel
import PhlistStore
import PhlistSync

/// What nobody may be told: by the words that have come to who tells it, as the simulation has seen them come.
extension Simulation {
    /// What is sent of a list is for somebody who may see it, and nothing at all is for one who was put out.
    ///
    /// What is sent in a turn was decided by what was there when the turn began, or after one of its appends.
    mutating func checkIsFor(_ device: DeviceID, _ message: Message, from node: SimulatedNode) {
        guard let scope = message.told, let household = node.read({ $0.householdID }) else { return }
        // Of what is not here nothing can be told.
        if case .ack = message, node.held[scope] == nil { return }
        for held in [node.held] + node.heldInTurn.reversed() {
            let roster = roster(by: held[household] ?? BatchSet(), of: household)
            let isMeant =
                scope == household
                ? mayBeToldOfHousehold(device, household, roster)
                : mayBeTold(device, message, by: node, of: scope, held[scope] ?? BatchSet(), roster)
            if isMeant { return }
        }
        fail(.privacy, "\(node.name) tells \(device) of scope \(scope), which is not for it")
    }

    private mutating func roster(by acts: BatchSet, of household: ScopeID) -> Roster {
        chronicle.annals[household].map { witness.roster(by: acts, of: $0, in: household) } ?? Roster()
    }

    private func mayBeToldOfHousehold(_ device: DeviceID, _ household: ScopeID, _ roster: Roster) -> Bool {
        roster.removals[device] == nil && (household != home || everIn.contains(device))
    }

    private mutating func mayBeTold(
        _ device: DeviceID,
        _ message: Message,
        by node: SimulatedNode,
        of scope: ScopeID,
        _ batches: BatchSet,
        _ roster: Roster
    ) -> Bool {
        // Who has lost the roster knows the others by who let it in.
        let isKnown = roster.contains(device) || !roster.contains(node.device)
        guard isKnown, roster.removals[device] == nil else { return false }
        // What a device wrote itself is no news to it, and who answers an invitation tells it to whoever has the list.
        guard !message.tells(onlyOf: device) else { return true }
        guard let annals = chronicle.annals[scope] else { return false }
        guard let audience = witness.audience(of: scope, by: batches, of: annals, in: roster) else {
            return batches.members.allSatisfy { annals.entries[$0].batch.device == node.device }
        }
        return audience.includesParticipant(on: device) || audience.visibility == .household
    }

    /// Notes what whoever sends content knows of who may see it.
    ///
    /// What came to it in the same turn may go out behind, and so may the end of a branch of control, when the other
    /// one has written more on its own branch. On a connection that has lost something nothing is promised.
    mutating func noteBrought(
        _ message: Message,
        by node: SimulatedNode,
        to other: SimulatedNode,
        isOrderly: Bool
    ) {
        guard case .batches(let message) = message, message.tier == .content else { return }
        let scopes = [message.scope] + (node.read { $0.householdID }.map { [$0] } ?? [])
        let isPromised = isOrderly && scopes.allSatisfy { chronicle.annals[$0]?.hasBranchedControl != true }
        let known = (isPromised ? scopes : []).map { scope -> (ScopeID, BatchSet) in
            let held = node.heldInTurn.first?[scope] ?? BatchSet()
            return (scope, held.intersection(chronicle.annals[scope]?.control ?? BatchSet()))
        }
        for entry in message.batches {
            guard let batch = try? Batch(bytes: entry.bytes) else { continue }
            let feed = Feed(scope: message.scope, tier: .content, device: message.devices[entry.device])
            other.brought[batch.name(in: feed), default: []].append(Dictionary(uniqueKeysWithValues: known))
        }
    }

    /// Whoever takes in content has all control that somebody who sent it had: else he could show it to somebody who
    /// was shut out.
    mutating func checkKnowsWhoMaySee(_ name: BatchName, in scope: ScopeID, on node: SimulatedNode) {
        guard let known = node.brought.removeValue(forKey: name), let home = node.read({ $0.householdID }) else {
            return
        }
        // What a damaged log still had was there before anybody sent it again.
        guard node.read({ $0.damage == nil }) else { return }
        let isKnown = known.contains { known in
            known.allSatisfy { scope, control in
                known[home] == nil || control.isSubset(of: node.held[scope] ?? BatchSet())
            }
        }
        coverage.note(.broughtContent)
        if !isKnown { fail(.privacy, "\(node.name) takes in \(name) before all control that its sender had") }
    }

    /// A list of some is on no machine of others.
    mutating func checkPrivacy() throws(SimulationFailure) {
        guard let home else { return }
        for node in insiders {
            let roster = roster(by: node.held[home] ?? BatchSet(), of: home)
            for (scope, batches) in node.held.sorted(by: { $0.key < $1.key })
            where scope != home && !discussed.contains(scope) {
                guard let annals = chronicle.annals[scope],
                    let audience = witness.audience(of: scope, by: batches, of: annals, in: roster)
                else { continue }
                for other in insiders where other.device != node.device && !audience.includes(other.device) {
                    coverage.note(.hidden)
                    guard other.held[scope] != nil else { continue }
                    throw SimulationFailure(.privacy, "\(other.name) has list \(scope), which is not for it")
                }
            }
        }
    }
}

extension Message {
    /// The scope of which the message says what is in it.
    fileprivate var told: ScopeID? {
        switch self {
        case .batches(let batches): batches.scope
        // With nothing in it it is a question.
        case .versionVector(let vector): vector.vector.isEmpty ? nil : vector.scope
        case .ack(let ack): ack.scope
        case .hello, .overview, .summary, .blobWant, .blobHave, .blobCredit, .blobChunk, .blobCancel, .addresses,
            .invitations, .ping, .pong, .goodbye:
            nil
        }
    }

    /// Whether the message tells of nothing but what a device wrote.
    fileprivate func tells(onlyOf device: DeviceID) -> Bool {
        switch self {
        case .batches(let batches): batches.devices.allSatisfy { $0 == device }
        case .versionVector(let vector): vector.vector.entries.allSatisfy { $0.hint.suits(device) }
        default: false
        }
    }
}
