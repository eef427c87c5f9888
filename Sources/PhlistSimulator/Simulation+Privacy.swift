import PhlistModel
import PhlistStore
import PhlistSync
import PhlistTestKit

/// Who is put out, and what nobody may be told.
extension Simulation {
    /// Whether a machine is in the household.
    func isInside(_ number: Int) -> Bool {
        !outsiders.contains(number) && !gone.contains(number)
    }

    /// The first machine, which alone lets others in, puts one out; that one goes on as if nothing had happened.
    mutating func removeSomebody() throws(SimulationFailure) {
        let others = nodes.indices.filter { nodes[$0].device != nodes[0].device && mayLose($0) }
        guard nodes[0].isUp, nodes[0].asleepUntil <= time, let number = others.randomElement(using: &random) else {
            return
        }
        let device = nodes[number].device
        let remove = UserCommand.devices(.remove(device.description))
        if give(.user(remove, principal(0)), to: 0) == nil {
            // The power may have gone off between the act and the answer.
            try restart(0)
        }
        guard nodes[0].read({ $0.household?.roster.removals[device] }) != nil else { return }
        coverage.note(.removal)
        admitted.remove(device)
        gone.formUnion(nodes.indices.filter { nodes[$0].device == device })
        outsiders.subtract(gone)
        // A copy from before would let it in again, and nobody else may know better yet.
        nodes.forEach { $0.forgetDiskCopy() }
        nodes[0].spareLog()
        forgetWhatOnly(number)
    }

    /// What is sent of a list is for somebody who may see it, by all that the sender has applied, and nothing at all is
    /// for one who was put out.
    mutating func checkIsFor(_ device: DeviceID, _ message: Message, from node: SimulatedNode) {
        guard let scope = message.told, !unsettled.contains(scope) else { return }
        let isMeant = node.read { replica in
            let roster = replica.roster ?? Roster()
            guard roster.removals[device] == nil else { return false }
            guard scope != replica.householdID else { return true }
            // Who has lost the roster knows the others by who let it in.
            let isKnown = roster.contains(device) || !roster.contains(node.device)
            return isAudience(device, isKnown, of: scope, replica) || isKnown && tellsOfOwn(message, device, replica)
        }
        if !isMeant { fail("\(node.name) tells \(device) of scope \(scope), which is not for it") }
    }

    private func isAudience(
        _ device: DeviceID,
        _ isKnown: Bool,
        of scope: ScopeID,
        _ replica: borrowing Replica
    ) -> Bool {
        // Made anew: what the replica keeps of it is what is checked.
        guard let audience = replica.list(scope).flatMap({ replica.audience(of: $0) }) else {
            return replica.isAwaitingAnswer(device, to: scope)
        }
        return audience.includesParticipant(on: device) || audience.visibility == .household && isKnown
    }

    /// Whether a message only says how far a device's own writing has come, and where it has split.
    private func tellsOfOwn(_ message: Message, _ device: DeviceID, _ replica: borrowing Replica) -> Bool {
        switch message {
        case .versionVector(let scope, let vector):
            let origins = replica.origins(of: Array(vector.keys), in: scope)
            return vector.keys.allSatisfy { origins[$0]?.device == device }
        case .trail(let trail): return replica.origins(of: [trail.feed], in: trail.scope)[trail.feed]?.device == device
        case .forkClaim(let claim): return claim.origin.device == device
        case .forkProof(let proof): return proof.origin.device == device
        default: return false
        }
    }

    /// Notes of which lists something was said before all that it knows now was applied: of several appends of a turn
    /// each is followed by what it gives rise to, and the next one may hide a list.
    mutating func noteUnsettled(_ appends: [PendingAppend], of node: SimulatedNode) {
        let records = appends.count > 1 ? appends.flatMap(\.records) : []
        let feeds = records.compactMap { if case .batch(let feed, _)? = try? LogEntry($0) { feed } else { nil } }
        unsettled = Set(feeds.compactMap { feed in node.read { $0.origin(of: feed)?.scope } })
    }

    /// A list of some is on no machine of others.
    mutating func checkPrivacy() throws(SimulationFailure) {
        for node in nodes where isInside(node.number) {
            for (scope, _) in node.read({ $0.holdings() })
            where scope != node.read({ $0.householdID }) && !discussed.contains(scope) {
                guard let audience = node.read({ $0.audience(of: scope) }) else { continue }
                for other in nodes where isInside(other.number) && other.device != node.device {
                    guard !audience.includes(other.device) else { continue }
                    coverage.note(.hidden)
                    guard other.read({ $0.list(scope) }) == nil else {
                        throw SimulationFailure("\(other.name) has list \(scope), which is not for it")
                    }
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
        case .forkProof(let proof): proof.origin.scope
        case .forkClaim(let claim): claim.origin.scope
        case .trail(let trail): trail.scope
        // With nothing in it it is a question.
        case .versionVector(let scope, let vector): vector.isEmpty ? nil : scope
        case .hello, .overview, .summary, .ack, .blobWant, .blobHave, .blobCredit, .blobChunk, .blobCancel, .addresses,
            .invitations, .ping, .pong, .goodbye:
            nil
        }
    }
}
