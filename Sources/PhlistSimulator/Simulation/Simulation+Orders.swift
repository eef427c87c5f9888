import PhlistHousehold
import PhlistModel
import PhlistSync
import PhlistWitness

/// People's commands in the terms of the witness, and checks that those reported as done had their effect.
extension Simulation {
    /// Returns the order that a command gives to a machine.
    func order(_ command: Command, to number: Int) -> Order {
        switch command {
        case .user(let command, let principal, _): order(command, by: principal, to: number)
        case .admitDevice(let device, _, let use):
            .admit(DeviceID(publicKey: device.publicKey), for: use.orderedUse)
        case .joinHousehold(let welcome, _, let shareLists, _):
            .join(sharing: shareLists, as: welcome.users.map(\.id))
        case .goOnAlone, .reformHousehold, .restoreBackup: .found
        case .giveUp, .noteDevicesSeen, .recordPairingAttempt, .synchronize: .other
        }
    }

    private func order(_ command: UserCommand, by principal: Principal, to number: Int) -> Order {
        let node = nodes[number]
        switch command {
        case .lists(.create(let list)):
            return .makeList(
                isPrivate: list.isPrivate || !list.guests.isEmpty,
                guests: node.members(named: list.guests)
            )
        case .forms(.create(let form)): return .makeList(isPrivate: !form.isForHousehold, guests: [])
        case .sharing(let word): return order(word, by: principal, to: node)
        case .undo, .redo: return .takeBack
        case .devices(let command): return order(command, to: node)
        case .household(.leave): return .remove(node.device)
        default: return .other
        }
    }

    private func order(_ word: SharingCommand, by principal: Principal, to node: SimulatedNode) -> Order {
        let list = node.list(named: word.listName, for: principal) ?? ScopeID(rawValue: 0)
        return switch word {
        case .share(_, let names): .share(list, with: node.members(named: names))
        case .unshare(_, let names): .unshare(list, with: node.members(named: names))
        case .show(_, let toEverybody): .show(list, toEverybody: toEverybody)
        case .answer(_, let isAccepted): .answer(list, isYes: isAccepted)
        case .leave: .leave(list)
        }
    }

    private func order(_ command: DeviceCommand, to node: SimulatedNode) -> Order {
        switch command {
        case .rename: .other
        case .assign(let name, let role): device(named: name).map { .assign($0, role.statementRole) } ?? .other
        case .share(let name, let names):
            device(named: name).map { .lists(node.members(named: names).sorted(), on: $0) } ?? .other
        case .remove(let name): device(named: name).map { .remove($0) } ?? .other
        }
    }

    private func device(named name: String) -> DeviceID? {
        nodes.first { $0.device.description == name || $0.name == name }?.device
    }

    // MARK: Promises kept

    /// Checks that an order that was reported as done has been done on the machine that reports it.
    mutating func checkIsDone(_ order: Order, on number: Int) {
        let node = nodes[number]
        guard let household = node.read({ $0.library.householdID }),
            let isDone = isDone(order, on: node, in: household),
            !isDone
        else { return }
        fail(.orders, "\(node.name) says to have done \(order), and has not")
    }

    /// Returns whether an order shows its effect on a machine's disk; nil for one without a certain effect.
    private mutating func isDone(_ order: Order, on node: SimulatedNode, in household: ScopeID) -> Bool? {
        switch order {
        case .share(let list, let people):
            return access(to: list, on: node, in: household).map { access in
                people.allSatisfy { ![.stranger, .out].contains(access.standing(of: $0)) }
            }
        case .unshare(let list, let people):
            return access(to: list, on: node, in: household).map { access in
                people.allSatisfy { [.stranger, .out].contains(access.standing(of: $0)) }
            }
        case .show(let list, let toEverybody):
            return access(to: list, on: node, in: household).map { $0.isEverybodys == toEverybody }
        case .admit(let device, _): return membership(of: household, on: node).contains(device)
        case .remove(let device): return membership(of: household, on: node).removed.contains(device)
        case .assign(let device, let role):
            // A concurrent command may have assigned the lesser role.
            let given = membership(of: household, on: node).roles[device]
            return given == role || given == .member
        case .other, .makeList, .answer, .leave, .takeBack, .lists, .join, .found: return nil
        }
    }

    /// Returns the membership according to a machine's disk.
    mutating func membership(of household: ScopeID, on node: SimulatedNode) -> Membership {
        witness.membership(of: household, by: node.held[household] ?? BatchSet())
    }

    /// Returns who may see a list according to a machine's disk.
    mutating func access(to list: ScopeID, on node: SimulatedNode, in household: ScopeID) -> Access? {
        witness.access(
            to: list,
            by: node.held[list] ?? BatchSet(),
            in: household,
            by: node.held[household] ?? BatchSet()
        )
    }
}

extension SimulatedNode {
    private static let house = "house"

    /// Returns the people with the given names or ids.
    fileprivate func members(named names: [String]) -> [MemberID] {
        let members = read { $0.library.household?.members ?? [] }
        return names.compactMap { name in
            if name == Self.house { return .house }
            return members.first { $0.description == name || read { $0.library.household }?.memberName($0) == name }
        }
    }

    fileprivate func list(named name: String, for principal: Principal) -> ScopeID? {
        if let scope = ScopeID(letters: name) { return scope }
        let lists = read { $0.library.listsWithTrash(for: principal) }
        if let list = lists.first(where: { $0.title == name }) { return list.scope }
        return read { $0.library.answerable(by: principal) }.first { $0.invitation.title == name }?.invitation.list
    }
}

extension DeviceUse {
    /// The same in the terms of the witness.
    fileprivate var orderedUse: Order.Use {
        switch self {
        case .people(let people): .people(people)
        case .wished(let confirmed): .wished(confirmed: confirmed)
        }
    }
}

extension SharingCommand {
    fileprivate var listName: String {
        switch self {
        case .share(let name, _), .unshare(let name, _), .show(let name, _), .answer(let name, _), .leave(let name):
            name
        }
    }
}
