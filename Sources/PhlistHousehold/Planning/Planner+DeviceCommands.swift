import PhlistModel
import PhlistVocabulary

/// Planning commands about devices and the household as a whole.
extension Planner {
    mutating func plan(_ command: DeviceCommand, _ action: inout Action) throws(CommandError) {
        guard let householdID = library.householdID, library.roster?.contains(device) ?? false else {
            throw .household(.notIn)
        }
        let acts =
            switch command {
            case .rename(let name, let title): try renaming(try library.device(named: name), title)
            case .assign(let name, let role): try assigning(try library.device(named: name), role)
            case .share(let name, let members): try sharing(try library.device(named: name), with: members)
            case .remove(let name): try removing(try library.device(named: name))
            }
        change(acts, in: householdID, &action)
        for case .list(let members, device) in acts { keepLogin(sharingWith: members, &action) }
    }

    mutating func plan(_ command: HouseholdCommand, _ action: inout Action) throws(CommandError) {
        guard let householdID = library.householdID, let household = library.household else { throw .household(.notIn) }
        switch command {
        case .rename(let text):
            let name = try library.checkedLabel(text)
            let fields = name == household.name ? [] : [FieldWrite(.title, text: name)]
            action.write(fields, to: .root, in: householdID)
        case .leave:
            change(try leaving(household.roster), in: householdID, &action)
        }
    }

    private func change(_ acts: [RosterAct], in household: ScopeID, _ action: inout Action) {
        action.change(.root, in: household, by: acts.map { .roster($0) })
    }

    // MARK: Acts

    private func renaming(_ target: DeviceID, _ text: String) throws(CommandError) -> [RosterAct] {
        if target != device { try checkIsAdmin() }
        let name = try library.checkedLabel(text)
        let devices = library.roster?.sorted ?? []
        guard !devices.contains(where: { $0.id != target && fold($0.device.name) == fold(name) }) else {
            throw .device(.nameTaken(name))
        }
        return library.deviceName(target) == name ? [] : [.rename(target, name)]
    }

    private func assigning(_ target: DeviceID, _ role: DeviceRole) throws(CommandError) -> [RosterAct] {
        try checkIsAdmin()
        guard let roster = library.roster, roster.devices[target]?.role != role else { return [] }
        guard role == .admin || roster.admins != [target] else { throw .device(.lastAdmin) }
        return [.assign(target, role)]
    }

    private func sharing(_ target: DeviceID, with names: [String]) throws(CommandError) -> [RosterAct] {
        try checkIsAdmin()
        let members = try names.map { name throws(CommandError) in try library.member(named: name) }
        let listed = library.roster?.devices[target]?.members ?? []
        let news = Set(members).subtracting(listed).sorted()
        let count = listed.count + news.count
        guard count <= Limits.deviceMembersMax else { throw .device(.tooManyMembers(count)) }
        return news.isEmpty ? [] : [.list(news, on: target)]
    }

    /// Binds the caller's login to the person it acts as so far, or who is named like it, before others use the device.
    private func keepLogin(sharingWith members: [MemberID], _ action: inout Action) {
        var login = action.caller
        login.actsAs = nil
        guard login.uid != 0, !action.isNewMember, library.upcomingBindings[login.uid] == nil else { return }
        let own = library.member(of: login) ?? members.first { library.isNamedAfterLogin($0, of: login) }
        guard let own, own != .house else { return }
        action.facts.append(.binding(uid: login.uid, member: own))
    }

    /// Creates the acts that remove a device, in one batch: a device that learns of the removal also gets the new
    /// secret.
    private mutating func removing(_ target: DeviceID) throws(CommandError) -> [RosterAct] {
        try checkIsAdmin()
        guard target != device else { throw .device(.removesItself) }
        return [.remove(target), .rotate(random.discoveryKey())]
    }

    private func leaving(_ roster: Roster) throws(CommandError) -> [RosterAct] {
        let others = roster.devices.count - 1
        guard !library.isRemoved(device) else { return [] }
        // A household whose roster has not come cannot be left: the act would not count.
        guard roster.contains(device) else { throw .household(.notIn) }
        guard others > 0 else { throw .household(.alone) }
        guard roster.admins != [device] || isOut else { throw .device(.lastAdmin) }
        return [.remove(device)]
    }

    func checkIsAdmin() throws(CommandError) {
        guard library.roster?.devices[device]?.role == .admin else { throw .device(.notAdmin) }
    }
}
