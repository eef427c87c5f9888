import PhlistHousehold
import PhlistModel
import PhlistSync
import PhlistVocabulary
import PhlistWitness

/// Admission and removal of devices, and their consequences.
///
/// The first machine always stays an admin; others come and go, and remove each other.
extension Simulation {
    /// Returns whether a machine is in the household, as far as any statement says.
    func isInside(_ number: Int) -> Bool {
        !outsiders.contains(number) && !gone.contains(number)
    }

    /// The machines of the household.
    var insiders: [SimulatedNode] {
        nodes.filter { isInside($0.number) }
    }

    /// Returns a machine that believes it is an admin, including a removed one that does not know yet.
    mutating func someAdmin() -> Int? {
        let admins = nodes.indices.filter { number in
            let node = nodes[number]
            return node.isUp && node.asleepUntil <= time && node.read { $0.library.householdID } == home
                && node.read { $0.library.roster?.devices[$0.device]?.role } == .admin
        }
        return admins.randomElement(using: &random)
    }

    /// Returns a device of the household that may be removed, by the knowledge of one machine.
    private mutating func someOther(for admin: Int) -> DeviceID? {
        let (first, own) = (nodes[0].device, nodes[admin].device)
        let devices = nodes[admin].read { $0.library.roster?.devices.keys.sorted() ?? [] }.filter {
            $0 != first && $0 != own
        }
        return devices.randomElement(using: &random)
    }

    /// Makes an admin remove a device, which carries on as before; occasionally two remove each other.
    mutating func removeSomebody() throws(SimulationFailure) {
        guard let admin = someAdmin(), let device = someOther(for: admin) else { return }
        if Bool.random(using: &random) { cutOffSomebody(admin) }
        remove(device, by: admin)
        let others = nodes.indices.filter {
            nodes[$0].device == device && nodes[$0].isUp && nodes[$0].asleepUntil <= time
        }
        try letSomebodyIn(by: others.first)
        guard let other = others.first, nodes[admin].device != nodes[0].device, Bool.random(using: &random),
            nodes[other].read({ $0.library.roster?.devices[device]?.role }) == .admin
        else { return }
        remove(nodes[admin].device, by: other)
    }

    /// Occasionally makes a machine that was just removed, and does not know yet, admit another one.
    private mutating func letSomebodyIn(by host: Int?) throws(SimulationFailure) {
        // One whose disk was emptied is an admin, too, but of a new household of its own.
        guard let host, nodes[host].read({ $0.library.householdID }) == home,
            nodes[host].read({ $0.library.roster?.devices[$0.device]?.role }) == .admin,
            let number = outsiders.min(), !everIn.contains(nodes[number].device), nodes[number].isUp,
            Bool.random(using: &random)
        else { return }
        _ = try join(number, by: host)
    }

    private mutating func cutOffSomebody(_ number: Int) {
        coverage.note(.partition)
        network.isolate(number, of: nodes.count)
        schedule(.fault(.heal), after: Int64.random(in: 1000...20_000, using: &random))
    }

    private mutating func remove(_ device: DeviceID, by admin: Int) {
        _ = give(.user(.devices(.remove(device.description)), principal(admin)), to: admin)
    }

    mutating func changeSomeRole() {
        guard let admin = someAdmin(), let device = someOther(for: admin) else { return }
        let role: DeviceRole = Bool.random(using: &random) ? .admin : .member
        _ = give(.user(.devices(.assign(device.description, role)), principal(admin)), to: admin)
    }

    /// Makes a device leave the household, by a command on that device.
    mutating func letSomebodyLeave() {
        guard let number = somebody(), nodes[number].device != nodes[0].device, isInside(number) else { return }
        _ = give(.user(.household(.leave), principal(number)), to: number)
    }

    /// Makes an admin add a person to a device.
    mutating func shareSomeDevice() {
        guard let admin = someAdmin(), let device = someOther(for: admin) else { return }
        let members = nodes[admin].read { $0.library.household?.members ?? [] }
        guard let member = members.randomElement(using: &random) else { return }
        let share = DeviceCommand.share(device.description, with: [member.description])
        guard case .success(.acted(let outcome, _))? = give(.user(.devices(share), principal(admin)), to: admin) else {
            return
        }
        coverage.note(.deviceShared, times: outcome.changed.isEmpty ? 0 : 1)
    }

    /// Records the membership acts of a durable batch.
    mutating func noteActs(_ number: Int, in scope: ScopeID, by node: SimulatedNode) {
        guard scope == home, let ops = chronicle.annals[scope]?.entries[number].ops else { return }
        for case .roster(let act) in ops {
            switch act {
            case .remove(let device): noteRemoval(of: device, by: node)
            case .assign: coverage.note(.roleChanged)
            case .admit(let admission):
                everIn.insert(admission.device)
                let isNews = admission.role == .admin && admission.device != node.device
                coverage.note(.adminAdmitted, times: isNews ? 1 : 0)
            case .found, .rename, .list, .rotate: break
            }
        }
    }

    /// Records a removal: batches of a removed device need not reach anybody, unless they have by now.
    private mutating func noteRemoval(of device: DeviceID, by node: SimulatedNode) {
        coverage.note(.removal)
        coverage.note(.left, times: node.device == device ? 1 : 0)
        coverage.note(.removalByAnother, times: node.device == nodes[0].device ? 0 : 1)
        coverage.note(.mutualRemoval, times: removals.contains { $0 == (node.device, device) } ? 1 : 0)
        removals.append((device, node.device))
        gone.formUnion(nodes.indices.filter { nodes[$0].device == device })
        outsiders.subtract(gone)
        letGoOfGone()
    }

    /// Moves removed machines to the outsiders when no device in the household knows of their removal: one that has
    /// lost its log, or one that was admitted and removed by a device that was out itself and knows nobody else.
    mutating func noteWhoIsLeft() {
        guard let home, let roster = nodes[0].read({ $0.library.roster }) else { return }
        let left = gone.filter { number in
            roster.contains(nodes[number].device)
                && (nodes[number].read { $0.library.householdID } != home || isAstray(number))
        }
        gone.subtract(left)
        outsiders.formUnion(left)
    }

    /// Returns whether a machine has nothing of the household and is told that it was removed.
    func isAstray(_ number: Int) -> Bool {
        home.flatMap { nodes[number].held[$0]?.isEmpty } ?? true && nodes[number].read { $0.library.removal != nil }
    }

    /// Determines which devices are out in the end, by the first machine, which received every statement that a device
    /// in the household has: an admin may have been removed before its own removals and admissions were received.
    mutating func noteWhoIsOut() {
        guard home != nil, let roster = nodes[0].read({ $0.library.roster }) else { return }
        let isIn = { [nodes, home] (number: Int) in
            roster.contains(nodes[number].device) && nodes[number].read { $0.library.householdID } == home
        }
        let former = gone
        gone = Set(nodes.indices.filter { !isIn($0) && !outsiders.contains($0) })
        coverage.note(.removalUnheard, times: former.subtracting(gone).count)
        coverage.note(.admissionVoid, times: gone.subtracting(former).count)
        letGoOfGone()
    }

    /// Drops the promises that only removed devices can keep.
    private mutating func letGoOfGone() {
        let others = insiders.filter { !$0.hasUnseenDamage }
        let former = nodes.filter { gone.contains($0.number) }
        promises.keep { [gone] promise in
            let holds = { (node: SimulatedNode) in
                node.read { $0.library.holds(promise.reference, in: promise.feed.scope) }
            }
            return others.contains(where: holds) || !gone.contains(promise.log) && !former.contains(where: holds)
        }
    }
}
