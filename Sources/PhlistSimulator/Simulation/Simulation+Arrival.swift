import PhlistHousehold
import PhlistModel
import PhlistSync
import PhlistWitness

/// Checks of what each device has in the end, by the statements made and not by the replicas' own view.
extension Simulation {
    /// The batches that the devices of the household hold together.
    private struct Common {
        var acts = BatchSet()
        var lists: [ScopeID: BatchSet] = [:]
    }

    /// Checks that every device that may see a list has all of it, and that every other one that had it knows its end.
    mutating func checkArrival() throws(SimulationFailure) {
        guard let home else { return }
        let common = common(home)
        let membership = witness.membership(of: home, by: common.acts)
        try checkDevices(membership)
        for (list, batches) in common.lists.sorted(by: { $0.key < $1.key }) {
            let access = witness.access(to: list, by: batches, in: home, by: common.acts)
            guard let access, witness.belongs(list, to: home) else { continue }
            for node in insiders {
                if access.includes(node.device) {
                    try checkHasAll(list, node, by: access)
                } else {
                    try checkKnowsItsEnd(list, node)
                }
                try checkOffers(of: list, on: node, by: access, membership)
            }
        }
    }

    /// Returns whether some machines may see a list, or the household, by everything that all machines hold together.
    ///
    /// Nothing more of a list is owed to the devices of somebody who has left it, or from whom it was taken back. They
    /// are told so, and do not get the statement itself: by what they hold, they may still share it with each other.
    mutating func areReaders(of scope: ScopeID, _ machines: SimulatedNode...) -> Bool {
        guard let home, scope != home else { return true }
        let common = common(home)
        let access = witness.access(to: scope, by: common.lists[scope] ?? BatchSet(), in: home, by: common.acts)
        return access.map { access in machines.allSatisfy { access.includes($0.device) } } ?? true
    }

    private func common(_ home: ScopeID) -> Common {
        var common = Common()
        for node in insiders {
            for (scope, held) in node.held {
                if scope == home {
                    common.acts.formUnion(held)
                } else {
                    common.lists[scope, default: BatchSet()].formUnion(held)
                }
            }
        }
        return common
    }

    /// Checks that the devices of the household are those that the acts admitted.
    private func checkDevices(_ membership: Membership) throws(SimulationFailure) {
        for node in insiders {
            let shown = node.read { $0.library.roster?.sorted.map(\.id) ?? [] }
            guard shown != membership.roles.keys.sorted() else { continue }
            throw SimulationFailure(.arrival, "\(node.name) shows other devices than were let in")
        }
    }

    /// Checks that a reader has every batch that any other reader has.
    ///
    /// A device keeps a list to itself that others do not show if its log has lost something, which may have hidden the
    /// list, or if another device that may be gone by now said that the list was closed. Nobody is invited to a list in
    /// the trash, and answers wait until it is restored.
    private func checkHasAll(_ list: ScopeID, _ node: SimulatedNode, by access: Access) throws(SimulationFailure) {
        for other in insiders where access.includes(other.device) {
            guard other.read({ $0.damage == nil && !$0.library.mayHaveEnded(list) }) else { continue }
            guard let held = other.held[list], !held.isSubset(of: node.held[list] ?? BatchSet()) else { continue }
            let isAnswerWaiting = isTrashed(list) && [node, other].contains { hasOnlyAnswered($0, in: list) }
            guard !isAnswerWaiting else { continue }
            throw SimulationFailure(.arrival, "\(node.name) may see \(list) and lacks some of what \(other.name) has")
        }
    }

    /// Returns whether a device has nothing of a list but its own control batches.
    private func hasOnlyAnswered(_ node: SimulatedNode, in list: ScopeID) -> Bool {
        guard let held = node.held[list], let annals = chronicle.annals[list] else { return true }
        return held.members.allSatisfy { number in
            let batch = annals.entries[number].batch
            return batch.device == node.device && batch.tier == .control
        }
    }

    /// Checks that a device with others' content of a list that it may not see says that the list has ended, or that
    /// its person is invited.
    private mutating func checkKnowsItsEnd(_ list: ScopeID, _ node: SimulatedNode) throws(SimulationFailure) {
        guard let home, let held = node.held[list], let annals = chronicle.annals[list] else { return }
        guard held.members.contains(where: { annals.entries[$0].batch.device != node.device }) else { return }
        guard isTold(node, ofItsEndIn: list, in: home) else { return }
        coverage.note(.ended)
        let own = self.access(to: list, on: node, in: home)
        guard own?.includes(node.device) ?? false, !node.read({ $0.library.isSaidToHaveEnded(list) }) else { return }
        guard !showsInvitation(to: list, on: node) else { return }
        throw SimulationFailure(.arrival, "\(node.name) does not know that it has no part in \(list) any longer")
    }

    /// Checks that an unanswered invitation is shown on every device that is for the invited person alone.
    private mutating func checkOffers(
        of list: ScopeID,
        on node: SimulatedNode,
        by access: Access,
        _ membership: Membership
    ) throws(SimulationFailure) {
        let people = membership.people(of: node.device)
        guard people.count == 1, let person = people.first, !isTrashed(list) else { return }
        guard access.standing(of: person) == .invited, !access.includes(node.device) else { return }
        guard isTold(by: access) else { return }
        coverage.note(.offered)
        guard !showsInvitation(to: list, on: node) else { return }
        throw SimulationFailure(.arrival, "\(node.name) does not show the invitation to \(list)")
    }

    private func showsInvitation(to list: ScopeID, on node: SimulatedNode) -> Bool {
        node.read { $0.library.offers(for: principal(node.number)) }.contains { $0.invitation.list == list }
    }

    /// Returns whether a machine is told that it has no part in a list: by a device that has the list and knows so from
    /// its words, also by one of somebody who has left it; a damaged log may have lost them.
    ///
    /// A report holds until the same device makes another one. So one is relied on only if all machines with that key
    /// know it: of a machine and its copy that hold different words, the one that was heard last is believed.
    private mutating func isTold(_ node: SimulatedNode, ofItsEndIn list: ScopeID, in home: ScopeID) -> Bool {
        let others = Dictionary(grouping: insiders.filter { $0.number != node.number }, by: \.device)
        return others.values.contains { machines in
            machines.allSatisfy { teller in
                teller.read { $0.damage } == nil
                    && access(to: list, on: teller, in: home)?.includes(node.device) == false
            }
        }
    }

    /// Returns whether an undamaged reader exists, which tells other devices who may see the list; a damaged log may
    /// have lost that.
    private func isTold(by access: Access) -> Bool {
        insiders.contains { node in access.includes(node.device) && node.read { $0.damage } == nil }
    }

    /// Returns whether the list is in the trash on any device; nobody is invited to such a list.
    private func isTrashed(_ list: ScopeID) -> Bool {
        insiders.contains { node in node.read { $0.library.list(list)?.isTrashed ?? false } }
    }
}
