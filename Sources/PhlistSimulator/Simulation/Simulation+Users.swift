import PhlistHousehold
import PhlistModel
import PhlistSync
import PhlistTestKit
import PhlistVocabulary
import PhlistWitness

/// Actions of the people of the household.
extension Simulation {
    /// Makes the first machine found the household and admit the others, except for those that come later.
    mutating func formHousehold() throws(SimulationFailure) {
        for number in nodes.indices {
            try restart(number)
        }
        everIn = [nodes[0].device]
        home = nodes[0].read { $0.library.householdID }
        for number in nodes.indices where nodes[number].user == .somebodyNew {
            let create = Command.user(.lists(.create(NewList(title: "list \(number)"))), principal(number))
            guard case .acted(let outcome, _) = try command(create, on: number) else { continue }
            shared = shared ?? outcome.list
        }
        let pets = NewForm(title: RandomCommands.form, fields: [NewFormField("Name", .text)], isForHousehold: true)
        _ = try command(.user(.forms(.create(pets)), principal(0)), on: 0)
        nodes[0].spareLog()
        for number in nodes.indices.dropFirst() where !outsiders.contains(number) {
            guard try join(number, by: 0) else {
                throw SimulationFailure(.admission, "\(nodes[number].name) is not let in")
            }
        }
    }

    /// Chooses the user of a machine: a person with another one, the house, or a new person.
    mutating func chooseUser(of number: Int) {
        if random.happens(percent: options.houseDevicePercent) {
            nodes[number].user = .house
        } else if random.happens(percent: options.secondDevicePercent) {
            let others = (0..<number).filter { nodes[$0].user == .somebodyNew && !outsiders.contains($0) }
            nodes[number].user = .person(of: others.randomElement(using: &random) ?? 0)
        }
    }

    /// Admits a machine to the household, by one that is in.
    ///
    /// - Returns: Whether it is in; a full or failing disk may prevent it.
    mutating func join(_ number: Int, by host: Int) throws(SimulationFailure) -> Bool {
        let sharesLists = random.happens(percent: 70)
        return try join(number, by: host, sharesLists: sharesLists)
    }

    mutating func join(_ number: Int, by host: Int = 0, sharesLists: Bool) throws(SimulationFailure) -> Bool {
        let isIn = nodes[number].read { $0.library.householdID } == home && !isAstray(number)
        // The power may have gone off between the act and the answer.
        guard !isIn else {
            return welcome(number, by: host)
        }
        let newDevice = try request(of: number)
        let role: DeviceRole = random.happens(percent: options.adminPercent) ? .admin : .member
        // A device is not admitted as another person's on its own word alone.
        let claimed = nodes[host].read { $0.library.peopleClaimed(by: newDevice) }
        coverage.note(.claimed, times: claimed.isEmpty ? 0 : 1)
        if !claimed.isEmpty, random.happens(percent: 50) { _ = give(.admitDevice(newDevice, as: role), to: host) }
        let admit = Command.admitDevice(newDevice, as: role, for: use(of: number, by: host, claimed))
        guard case .success(.admitted(let welcome))? = give(admit, to: host) else { return false }
        let join = Command.joinHousehold(welcome, with: newDevice, shareLists: sharesLists)
        guard case .success(.joined)? = give(join, to: number) else { return false }
        return self.welcome(number, by: host)
    }

    /// Returns a machine's request to join; without a name when several people use the machine.
    private func request(of number: Int) throws(SimulationFailure) -> NewDevice {
        do throws(CommandError) {
            return try nodes[number].read { replica throws(CommandError) in
                do throws(CommandError) {
                    return try replica.newDevice(for: wish(of: number))
                } catch .device(.inUse) {
                    return try replica.newDevice()
                }
            }
        } catch {
            throw SimulationFailure(.admission, "\(nodes[number].name) cannot join: \(error)")
        }
    }

    /// Returns the name that a person's second machine asks to join as; nil to leave that to the host.
    private func wish(of number: Int) -> String? {
        guard case .person(let other) = nodes[number].user, number.isMultiple(of: 2) else { return nil }
        return principal(other).name
    }

    /// Returns the people that a machine is admitted for; a new person may already be a member by the word of a device
    /// that was out.
    private func use(of number: Int, by host: Int, _ claimed: [MemberID]) -> DeviceUse {
        let household = nodes[host].read { $0.library.household }
        let isCalled = { (member: MemberID, name: String) in household?.memberName(member) == name }
        switch nodes[number].user {
        case .somebodyNew: return .wished(confirmed: claimed.filter { isCalled($0, principal(number).name) })
        case .house: return .people([])
        case .person(let other):
            let person = household?.members.first { isCalled($0, principal(other).name) }
            return person.map { .people([$0]) } ?? .wished()
        }
    }

    /// Announces a machine that is now in to the others.
    private mutating func welcome(_ number: Int, by host: Int) -> Bool {
        outsiders.remove(number)
        switch nodes[number].user {
        case .somebodyNew: break
        case .person: coverage.note(.secondDevice)
        case .house: coverage.note(.houseDevice)
        }
        nodes[host].spareLog()
        nodes[number].spareLog()
        report(.endpointConfigured(nodes[host].endpoint), to: number)
        for node in nodes where node.number != number {
            report(.endpointConfigured(nodes[number].endpoint), to: node.number)
        }
        return true
    }

    /// Gives a command that must succeed.
    mutating func command(_ command: Command, on number: Int) throws(SimulationFailure) -> CommandResult {
        let answer = give(command, to: number)
        guard case .success(let result)? = answer else {
            throw SimulationFailure(.step, "a command on \(nodes[number].name): \(String(describing: answer))")
        }
        return result
    }

    /// Gives a command and returns its result; nil when the power went off meanwhile.
    mutating func give(_ command: Command, to number: Int) -> Result<CommandResult, CommandError>? {
        let id = nextCommand()
        let order = order(command, to: number)
        currentOrder = order
        report(.command(id, command), to: number)
        currentOrder = nil
        let answer = replies.removeValue(forKey: id)
        if case .success? = answer { checkIsDone(order, on: number) }
        return answer
    }

    /// Adds an item to the first machine's list, which everyone sees.
    mutating func addToSharedList(on number: Int) {
        let lists = nodes[number].read { $0.library.lists(for: principal(number)) }
        guard let list = lists.first(where: { $0.scope == shared }) else { return }
        let add = UserCommand.items(.add(NewItems(list: list.scope.description, titles: ["now \(commandCount)"])))
        guard case .success(.acted(let outcome, _))? = give(.user(add, principal(number)), to: number) else { return }
        noteAcknowledged(add, outcome, on: number)
    }

    private mutating func nextCommand() -> CommandID {
        commandCount += 1
        return CommandID(rawValue: commandCount)
    }

    func principal(_ number: Int) -> Principal {
        let login = nodes[number].login
        return Principal(uid: UInt32(1000 + login), name: "user\(login)", isOwner: true)
    }
}
