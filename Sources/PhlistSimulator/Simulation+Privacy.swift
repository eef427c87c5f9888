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
        case .versionVector(let vector): vector.vector.entries.allSatisfy { $0.hint == device.hint }
        default: false
        }
    }
}
