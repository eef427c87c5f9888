import PhlistHousehold
import PhlistModel
import PhlistSync
import PhlistTestKit

/// Recovery from a dead disk: a backup is restored on a new machine, which joins the household again.
extension Simulation {
    mutating func backUpSomeDevice() {
        // The first device must always be able to admit others.
        guard let number = somebody(), nodes[number].device != nodes[0].device, isInside(number),
            nodes[number].read({ $0.library.householdID }) == home, let backup = nodes[number].backup()
        else { return }
        coverage.note(.backup)
        nodes[number].lastBackup = backup
        schedule(.fault(.recover), after: Int64.random(in: 100...20_000, using: &random))
    }

    /// The disk of a machine with a backup dies; a new machine restores the backup and waits for its admission.
    mutating func recoverSomebody() throws(SimulationFailure) {
        guard let number = nodes.indices.first(where: { nodes[$0].lastBackup != nil }), mayLose(number),
            !nodes.contains(where: { $0.number != number && $0.device == nodes[number].device })
        else { return }
        guard let backup = nodes[number].lastBackup.take() else { return }
        let contents = try SimulatedNode.contents(of: backup)
        let new = try replace(number)
        switch give(.restoreBackup(contents), to: new) {
        case .success(.restored)?: coverage.note(.restored)
        case nil: break
        case let answer?:
            throw SimulationFailure(.recovery, "\(nodes[new].name) does not restore a backup: \(answer)")
        }
        outsiders.insert(new)
        schedule(.fault(.join), after: Int64.random(in: 100...10_000, using: &random))
    }

    /// Sets up a new machine for the user of one with a dead disk, which an admin removes.
    ///
    /// - Returns: The number of the new machine.
    private mutating func replace(_ number: Int) throws(SimulationFailure) -> Int {
        let old = nodes[number]
        hangUpAll(number)
        old.die()
        logLost(number)
        addMachine("node-\(number)-anew")
        let new = nodes.count - 1
        nodes[new].user = old.user == .somebodyNew ? .person(of: number) : old.user
        (nodes[new].login, nodes[new].predecessor) = (old.login, old.device)
        try restart(new)
        removeTheDead()
        return new
    }

    /// Makes the first machine remove the devices whose disks are dead.
    mutating func removeTheDead() {
        for node in nodes where node.isDead && nodes[0].read({ $0.library.roster?.contains(node.device) ?? false }) {
            _ = give(.user(.devices(.remove(node.device.description)), principal(0)), to: 0)
        }
    }
}
