import PhlistHousehold
import PhlistModel
import PhlistStore
import PhlistSync
import PhlistWitness

/// Checks of what a device may not be told, by the statements that had reached the sender.
extension Simulation {
    /// Checks that a message reveals nothing that its receiver may not know.
    ///
    /// Messages of a turn were decided by the batches held when the turn began, or after one of its appends.
    mutating func checkIsFor(_ device: DeviceID, _ message: Message, from node: SimulatedNode) {
        guard let household = node.read({ $0.library.householdID }) else { return }
        let moments = [node.held] + node.heldInTurn.reversed()
        for disclosure in message.disclosures(to: device, photoScopes) {
            // Nothing can be revealed of a scope that is not here.
            if case .ack(let ack) = message, node.held[ack.scope] == nil { continue }
            var isMeant = false
            for scope in disclosure.scopes {
                for held in moments where !isMeant {
                    isMeant = mayBeTold(device, disclosure, of: scope, by: node, holding: held, in: household)
                }
            }
            if !isMeant { fail(.privacy, "\(node.name) tells \(device) of \(disclosure), which is not for it") }
        }
    }

    private mutating func mayBeTold(
        _ device: DeviceID,
        _ disclosure: Disclosure,
        of scope: ScopeID,
        by node: SimulatedNode,
        holding held: [ScopeID: BatchSet],
        in household: ScopeID
    ) -> Bool {
        let membership = witness.membership(of: household, by: held[household] ?? BatchSet())
        if case .removal = disclosure { return membership.removed.contains(device) }
        guard !membership.removed.contains(device) else { return false }
        guard scope != household else { return household != home || everIn.contains(device) }
        // A device that has lost the household knows the others through the one that admitted it.
        let hasLostHousehold = !membership.contains(node.device)
        guard membership.contains(device) || hasLostHousehold else { return false }
        let words = held[scope] ?? BatchSet()
        let access = witness.access(to: scope, by: words, in: household, by: held[household] ?? BatchSet())
        guard let access else { return tellsOwnWords(disclosure, of: node, in: scope, words) }
        // Every device learns how much of its own writing has arrived.
        if case .ownWriting = disclosure { return true }
        guard witness.belongs(scope, to: household) else { return false }
        return switch disclosure {
        case .ownWriting: true
        case .contents, .photo: access.includes(device) || hasLostHousehold && access.isEverybodys
        case .invitation(_, let name, let person):
            isFor(person, device, membership) && access.mayAnswer(name, person)
        case .removal: false
        case .ending: access.concerns(device) && !access.includes(device)
        }
    }

    /// Returns whether a device is for a person; the house has the devices that are for nobody.
    private func isFor(_ person: MemberID, _ device: DeviceID, _ membership: Membership) -> Bool {
        let people = membership.people(of: device)
        return person == .house ? people.isEmpty : people.contains(person)
    }

    /// Returns whether the sender has nothing of a list but its own answer to an invitation.
    private func tellsOwnWords(
        _ disclosure: Disclosure,
        of node: SimulatedNode,
        in scope: ScopeID,
        _ words: BatchSet
    ) -> Bool {
        if case .ownWriting = disclosure { return true }
        guard let annals = chronicle.annals[scope] else { return false }
        return words.members.allSatisfy { annals.entries[$0].batch.device == node.device }
    }

    /// Records the sender's knowledge of who may see the content that it sends.
    ///
    /// Control batches that reached it in the same turn may be sent later, and so may the end of a branch of control
    /// when the receiver has more on its own branch. A connection that has lost something promises nothing.
    mutating func noteBrought(
        _ message: Message,
        by node: SimulatedNode,
        to other: SimulatedNode,
        isOrderly: Bool
    ) {
        guard case .batches(let message) = message, message.tier == .content else { return }
        let scopes = [message.scope] + (node.read { $0.library.householdID }.map { [$0] } ?? [])
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

    /// Checks that a device accepts content only with all control batches that one of its senders had: else it could
    /// show the content to an excluded person.
    mutating func checkKnowsWhoMaySee(_ name: BatchName, in scope: ScopeID, on node: SimulatedNode) {
        guard let known = node.brought.removeValue(forKey: name), let home = node.read({ $0.library.householdID })
        else {
            return
        }
        // Batches that a damaged log still had were there before they were sent again.
        guard node.read({ $0.damage == nil }) else { return }
        let isKnown = known.contains { known in
            known.allSatisfy { scope, control in
                known[home] == nil || control.isSubset(of: node.held[scope] ?? BatchSet())
            }
        }
        coverage.note(.broughtContent)
        if !isKnown { fail(.privacy, "\(node.name) takes in \(name) before all control that its sender had") }
    }

    /// Checks that no device has others' batches of a list that was never shown to it, or to the one whose backup it
    /// has.
    mutating func checkPrivacy() throws(SimulationFailure) {
        guard let home else { return }
        for node in insiders {
            for (scope, batches) in node.held.sorted(by: { $0.key < $1.key })
            where scope != home && witness.belongs(scope, to: home) {
                guard let access = access(to: scope, on: node, in: home) else { continue }
                for other in insiders where other.device != node.device && !access.includes(other.device) {
                    coverage.note(.hidden)
                    guard holds(other, othersWriting: batches, in: scope) else { continue }
                    let devices = [other.device, other.predecessor].compactMap(\.self)
                    guard !devices.contains(where: access.concerns) else { continue }
                    throw SimulationFailure(.privacy, "\(other.name) has list \(scope), which was never shown to it")
                }
            }
        }
    }
}

extension Simulation {
    /// Returns whether a machine has any of some batches that it did not write itself.
    private func holds(_ node: SimulatedNode, othersWriting batches: BatchSet, in scope: ScopeID) -> Bool {
        guard let annals = chronicle.annals[scope], let held = node.held[scope] else { return false }
        return held.intersection(batches).members.contains { annals.entries[$0].batch.device != node.device }
    }
}

extension Message {
    /// Returns what the message reveals to a device about individual scopes.
    fileprivate func disclosures(to device: DeviceID, _ photoScopes: [BlobID: Set<ScopeID>]) -> [Disclosure] {
        switch self {
        case .batches(let batches):
            let isOwn = !batches.devices.isEmpty && batches.devices.allSatisfy { $0 == device }
            return [isOwn ? .ownWriting(batches.scope) : .contents(batches.scope)]
        case .versionVector(let vector):
            // An empty vector is a request.
            guard !vector.vector.isEmpty else { return [] }
            let isOwn = vector.vector.entries.allSatisfy { $0.hint.suits(device) }
            return [isOwn ? .ownWriting(vector.scope) : .contents(vector.scope)]
        case .ack(let ack): return [.contents(ack.scope)]
        case .summary(let scopes, _): return scopes.map { .contents($0.scope) }
        case .blobWant(let scope, _), .blobCredit(let scope, _, _): return [.contents(scope)]
        case .invitations(let invitations):
            return invitations.open.map { open in
                let name = StatementName(batch: open.dot.batch, op: open.dot.op)
                return .invitation(open.list, name, to: open.member)
            } + invitations.ended.map { .ending($0) }
        case .blobHave(let manifest): return [.photo(photoScopes[manifest.id] ?? [])]
        case .blobChunk(let blob, _, _): return [.photo(photoScopes[blob] ?? [])]
        case .removal(let removal): return [.removal(removal.household)]
        case .hello, .overview, .blobCancel, .addresses, .ping, .pong, .goodbye: return []
        }
    }
}
