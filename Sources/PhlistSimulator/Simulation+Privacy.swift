import PhlistModel
import PhlistStore
import PhlistSync
import PhlistWitness

/// What nobody may be told: by the words that have come to the sender, as the simulation has seen them come.
extension Simulation {
    /// Checks that everything a message tells of a scope is for its receiver.
    ///
    /// What is sent in a turn was decided by what was there when the turn began, or after one of its appends.
    mutating func checkIsFor(_ device: DeviceID, _ message: Message, from node: SimulatedNode) {
        guard let household = node.read({ $0.householdID }) else { return }
        let moments = [node.held] + node.heldInTurn.reversed()
        for disclosure in message.disclosures(to: device, photoScopes) {
            // Nothing can be told of what is not here.
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
        // A device that has lost the household knows the others by the one that let it in.
        let hasLostHousehold = !membership.contains(node.device)
        guard membership.contains(device) || hasLostHousehold else { return false }
        let words = held[scope] ?? BatchSet()
        let access = witness.access(to: scope, by: words, in: household, by: held[household] ?? BatchSet())
        guard let access else { return tellsOwnWords(disclosure, of: node, in: scope, words) }
        // A device hears from everybody how much of its own writing has arrived.
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

    /// Whether a device is for a person; the house has those that are for nobody.
    private func isFor(_ person: MemberID, _ device: DeviceID, _ membership: Membership) -> Bool {
        let people = membership.people(of: device)
        return person == .house ? people.isEmpty : people.contains(person)
    }

    /// Whether nothing is told of a list but the sender's own answer to an invitation.
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

    /// Checks that no device has what others wrote in a list that was never shown to it, or to the one whose backup it
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
    /// Whether a machine has any of some batches that it did not write itself.
    private func holds(_ node: SimulatedNode, othersWriting batches: BatchSet, in scope: ScopeID) -> Bool {
        guard let annals = chronicle.annals[scope], let held = node.held[scope] else { return false }
        return held.intersection(batches).members.contains { annals.entries[$0].batch.device != node.device }
    }
}

extension Message {
    /// What the message tells a device of single scopes.
    fileprivate func disclosures(to device: DeviceID, _ photoScopes: [BlobID: Set<ScopeID>]) -> [Disclosure] {
        switch self {
        case .batches(let batches):
            let isOwn = !batches.devices.isEmpty && batches.devices.allSatisfy { $0 == device }
            return [isOwn ? .ownWriting(batches.scope) : .contents(batches.scope)]
        case .versionVector(let vector):
            // With nothing in it, it is a question.
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
