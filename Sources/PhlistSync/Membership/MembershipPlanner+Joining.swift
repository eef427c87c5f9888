import PhlistHousehold
import PhlistModel
import PhlistVocabulary

/// Joining a household.
extension MembershipPlanner {
    /// Creates the request to join a household.
    ///
    /// - Parameter name: The name of this device's user in that household; nil to keep the name here.
    /// - Returns: The request.
    /// - Throws: If the device cannot join, or not for that person.
    func newDevice(for name: String? = nil) throws(CommandError) -> NewDevice {
        let ownName = try checkedName(name)
        try checkMayMove()
        let users = users
        guard name == nil || users.isEmpty || users.count == 1 && ownName != nil else { throw .device(.inUse(users)) }
        var people = users.map { person($0, called: ownName, isUser: true) }
        if let ownName, users.isEmpty { people = [newUser(called: ownName)] }
        // An item may be assigned to somebody who does not use this device.
        let others = (library.household?.members ?? []).filter { member in !people.contains { $0.member == member } }
        people += others.map { person($0, isUser: false) }
        return NewDevice(
            publicKey: identity.publicKey,
            deviceName: library.roster?.authors[device]?.name ?? identity.deviceName,
            people: Array(people.prefix(SyncLimits.joinPeopleMax)),
            lineage: library.lineage ?? ScopeID(rawValue: 0),
            authors: Array((library.roster?.formerAuthors(without: device) ?? []).prefix(SyncLimits.joinAuthorsMax))
                .map { NewDevice.Author(publicKey: $0.publicKey, name: $0.deviceName) }
        )
    }

    /// Throws if the device cannot move to another household: it would leave others behind, or too many people use it.
    func checkMayMove() throws(CommandError) {
        guard !isInCompany else { throw .household(.hasOtherDevices(library.companionCount)) }
        guard users.count <= Limits.deviceMembersMax else { throw .device(.tooManyMembers(users.count)) }
    }

    /// The users of this device without those who were removed here, whom joining does not bring back.
    private var users: [MemberID] {
        (library.roster?.authors[device]?.members ?? []).filter { library.household?.member($0)?.isRemoved != true }
    }

    /// Returns the name of the intended user; nil for the house, and if no name is given.
    private func checkedName(_ name: String?) throws(CommandError) -> String? {
        guard let name, fold(name.trimmed) != fold(Library.houseName) else { return nil }
        return try library.checkedLabel(name)
    }

    /// Returns the first user of this device: a member of that name, who owns lists in a restored backup, or a new one.
    private func newUser(called name: String) -> NewDevice.Person {
        let namesake = try? library.member(named: name)
        return namesake.map { person($0, called: name, isUser: true) } ?? NewDevice.Person(name: name, isUser: true)
    }

    private func person(_ member: MemberID, called name: String? = nil, isUser: Bool) -> NewDevice.Person {
        let known = library.household?.member(member)
        return NewDevice.Person(
            name: name ?? (known?.name ?? "").prefix(bytes: Limits.nameBytesMax),
            email: (known?.email ?? "").prefix(bytes: HouseholdLimits.emailBytesMax),
            isUser: isUser,
            member: member
        )
    }

    /// Whether this device would leave others behind if it joined another household.
    ///
    /// There is nobody to leave if no admin is left, or if this device was removed itself: it may follow the others
    /// into the household that one of them has reformed.
    private var isInCompany: Bool {
        guard library.removal == nil else { return false }
        guard library.companionCount > 0 else {
            return library.introducer != nil && library.roster?.devices.isEmpty ?? true
        }
        return !isOut && !(library.roster?.admins.isEmpty ?? true)
    }

    /// Moves from a household of one to the household that admitted this device, with copies of its lists.
    ///
    /// If the other household continues this one, its lists stay as they are. It may be this device's own household if
    /// the log has holes, or if nothing of the household has come and no other way to a member is left.
    func join(
        _ welcome: Welcome,
        with request: NewDevice,
        shareLists: Bool,
        at endpoint: Endpoint?
    ) throws(CommandError) -> MembershipPlan {
        try checkMayMove()
        let isSame = welcome.household == library.householdID
        guard !isSame || mayHaveLost || isAstray else { throw .household(.alreadyIn) }
        // A device that left cannot be admitted again; it can return as another device.
        guard isSame || !hasLeft(welcome.household) else { throw .household(.keyWasRemoved) }
        guard !isRemoved(host: welcome) else { throw .household(.hostWasRemoved(welcome.deviceName)) }
        let isContinued = isSame || welcome.lineage == library.lineage
        guard isContinued || library.companionCount == 0 || library.removal != nil else {
            throw .household(.hasOtherDevices(library.companionCount))
        }
        if !isContinued { try checkHasRoomForCopies() }
        let bringing =
            isContinued ? keeping(in: welcome, for: request) : bring(to: welcome, with: request, shareLists: shareLists)
        var facts: [LocalFact] = [
            .introducer(publicKey: welcome.publicKey, deviceName: welcome.deviceName),
            .letter(welcome.letter),
            .household(welcome.household, lineage: welcome.lineage),
        ]
        // Until the household's secret has come, no other address leads to a member.
        if let endpoint { facts.append(.address(DeviceID(publicKey: welcome.publicKey), endpoint)) }
        if let teller = library.toldRemoval?.teller { facts.append(.removal(nil, from: teller)) }
        if !isSame { facts += loginFacts(welcome, with: request) }
        if !isContinued {
            // Only its users move: somebody else there may have the same name.
            let users = Set(request.people.filter(\.isUser).map(\.member))
            let people = welcome.counterparts(of: request)
            facts += library.choices.facts(following: bringing.copies, people: people) { users.contains($0) }
        }
        var joining = bringing.joining
        joining.users = welcome.users.map(\.name)
        return MembershipPlan(bringing.parts + [.facts(facts)], .joined(joining))
    }

    /// Whether the only known device removed this one before anything of the household came; that device may have been
    /// removed itself.
    private var isAstray: Bool {
        library.removal != nil && library.roster?.devices.isEmpty ?? true
    }

    /// Whether this device was in a household and is no longer; false if only a backup of it was restored.
    private func hasLeft(_ household: ScopeID) -> Bool {
        library.leftHouseholds.contains(household) && library.scopes[household]?.state.roster.authors[device] != nil
    }

    /// Whether this device knows from a backup that the admitting device was removed.
    ///
    /// Nobody else in the household would learn of such an admission.
    private func isRemoved(host welcome: Welcome) -> Bool {
        library.scopes[welcome.household]?.state.roster.removals[DeviceID(publicKey: welcome.publicKey)] != nil
    }

    /// Returns the members of the other household that the logins of this machine act as.
    private func loginFacts(_ welcome: Welcome, with request: NewDevice) -> [LocalFact] {
        let counterparts = welcome.counterparts(of: request)
        return library.upcomingBindings.sorted { $0.key < $1.key }.filter { $0.value != .house }
            .map { .binding(uid: $0.key, member: counterparts[$0.value]) }
    }
}
