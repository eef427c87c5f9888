package import PhlistModel

/// Admitting devices, and joining a household.
extension Replica {
    // MARK: Admitting

    /// Admits a device that has proved that it knows the pairing code.
    mutating func admitDevice(
        _ request: NewDevice,
        as role: DeviceRole,
        for use: DeviceUse,
        id: CommandID,
        now: Now
    ) throws(CommandError) {
        guard let householdID = library.householdID, let roster = library.roster else { throw .notAdmin }
        guard library.removal == nil else { throw .deviceRemoved }
        let joiner = DeviceID(publicKey: request.publicKey)
        guard joiner != device else { throw .alreadyInHousehold }
        guard !library.isRemoved(joiner) else { throw .keyWasRemoved }
        let people = try counterparts(of: request, for: use)
        // A device that was admitted and lost the answer, or everything about the others, proves the code again and
        // gets another answer.
        let isKnown = roster.contains(joiner)
        guard roster.devices[device]?.role == .admin else {
            guard isKnown else { throw .notAdmin }
            let welcome = welcome(joiner, known(people), deviceCount: roster.devices.count)
            effects.append(.reply(id, .success(.admitted(welcome))))
            return
        }
        guard isKnown || roster.devices.count < SyncLimits.devicesMax else { throw .tooManyDevices }
        // Of several roles the lesser counts.
        let ops = admission(of: request, as: roster.devices[joiner]?.role ?? role, for: people)
        try library.checkAreTaken(ops, in: householdID)
        // The household's id is next to its founding, where one hole would take both: from now on another device can
        // help.
        let home = LogEntry.local(.household(householdID, lineage: library.lineage))
        let entries = mint(ops, in: householdID, by: .house, now: now) + [home]
        let deviceCount = roster.devices.count + (isKnown ? 0 : 1)
        append(entries, reply: (id, .admitted(welcome(joiner, people, deviceCount: deviceCount))))
    }

    /// Creates the ops that admit a device, with those of its people who are new here.
    private mutating func admission(of request: NewDevice, as role: DeviceRole, for people: Counterparts) -> [Op] {
        let own = Admission(
            publicKey: request.publicKey,
            deviceName: request.deviceName,
            role: role,
            members: people.users.map(\.id)
        )
        let newcomers = people.users.filter { library.household?.memberName($0.id) == nil }
        return [.roster(.admit(own))] + authors(of: request).map { .roster(.admit($0)) } + newcomers.map(\.making)
    }

    /// Creates admissions for devices that continued this household's lists elsewhere and are unknown here.
    ///
    /// They belong to nobody, not even to the house, because only a joining device names them.
    private mutating func authors(of request: NewDevice) -> [Admission] {
        guard request.lineage == library.lineage else { return [] }
        let nobody = MemberID(rawValue: random.next128())
        let authors = request.authors.map {
            Admission(publicKey: $0.publicKey, deviceName: $0.name, role: nil, members: [nobody])
        }
        return authors.filter { library.roster?.authors[$0.device] == nil && $0.device != device }
    }

    /// The members that the people of a new device correspond to.
    private struct Counterparts {
        /// The people for whom the device is; those who are new have unused ids.
        var users: [Welcome.Person] = []
        /// The counterpart of each person in the request; nil if there is none.
        var ids: [MemberID?] = []
    }

    /// Finds the people of a new device among the members, and creates members for those who use it and are new.
    ///
    /// - Throws: If a person corresponds to an unconfirmed member, or a new name is not allowed.
    private mutating func counterparts(
        of request: NewDevice,
        for use: DeviceUse
    ) throws(CommandError) -> Counterparts {
        var counterparts = Counterparts()
        switch use {
        case .people(let members):
            counterparts.users = members.map { Welcome.Person(id: $0, name: library.household?.memberName($0) ?? "") }
            let isOne = request.people.count(where: \.isUser) == 1 && members.count == 1
            counterparts.ids = request.people.map { person in
                let counterpart = counterpart(of: person, in: request)
                guard person.isUser else { return counterpart }
                return isOne ? members[0] : counterpart.flatMap { members.contains($0) ? $0 : nil }
            }
        case .wished(let confirmed):
            let unconfirmed = peopleClaimed(by: request).filter { !confirmed.contains($0) }
            guard unconfirmed.isEmpty else { throw .unconfirmedMembers(unconfirmed) }
            for person in request.people {
                let member = counterpart(of: person, in: request)
                guard person.isUser else { counterparts.ids.append(member); continue }
                let known = member.flatMap { library.household?.memberName($0) }
                let name = if let known { known } else { try library.checkedName(person.name, for: nil) }
                let id = member ?? MemberID(rawValue: random.next128())
                let user = Welcome.Person(id: id, name: name, email: (try? library.checkedEmail(person.email)) ?? "")
                counterparts.users.append(user)
                counterparts.ids.append(user.id)
            }
        }
        return counterparts
    }

    /// Returns only counterparts who are members here, because only an admin makes members.
    private func known(_ people: Counterparts) -> Counterparts {
        let isKnown = { [household = library.household] (member: MemberID) in household?.memberName(member) != nil }
        return Counterparts(
            users: people.users.filter { isKnown($0.id) },
            ids: people.ids.map { $0.flatMap { isKnown($0) ? $0 : nil } }
        )
    }

    /// Finds the member who corresponds to a person of a new device: by id if its household and this one share a
    /// lineage, else by name.
    private func counterpart(of person: NewDevice.Person, in request: NewDevice) -> MemberID? {
        let name = fold(person.name)
        if request.lineage == library.lineage, let member = person.member,
            library.household?.members.contains(member) ?? false
        {
            return member
        }
        return library.household?.members.first { library.household?.memberName($0).map { fold($0) == name } ?? false }
    }

    /// Members as whom a new device wants to join and for whom nobody here has listed it: a person must confirm,
    /// because the device will get their private lists.
    package func peopleClaimed(by request: NewDevice) -> [MemberID] {
        let joiner = DeviceID(publicKey: request.publicKey)
        // No confirmation is needed for a device that cannot be admitted.
        guard !library.isRemoved(joiner) else { return [] }
        let listed = library.roster?.devices[joiner]?.members ?? []
        return request.people.filter(\.isUser).compactMap { counterpart(of: $0, in: request) }
            .filter { !listed.contains($0) }
    }

    /// Names under which a new device wants to join, except those of members whom somebody here has chosen for it;
    /// empty if the device leaves the choice to others.
    package func names(of request: NewDevice, apartFrom members: [MemberID]) -> [String] {
        guard !library.isRemoved(DeviceID(publicKey: request.publicKey)) else { return [] }
        let people = request.people.filter(\.isUser).filter { person in
            counterpart(of: person, in: request).map { !members.contains($0) } ?? true
        }
        return people.map(\.name)
    }

    /// Parses the use of a new device: a member's name, or the house.
    package func deviceUse(for name: String) throws(CommandError) -> DeviceUse {
        fold(name.trimmed) == fold(Library.houseName) ? .people([]) : .people([try library.member(named: name)])
    }

    private func welcome(_ joiner: DeviceID, _ people: Counterparts, deviceCount: Int) -> Welcome {
        let household = library.householdID ?? ScopeID(rawValue: 0)
        return Welcome(
            household: household,
            lineage: library.lineage ?? household,
            householdName: (library.household?.name ?? "").prefix(bytes: Limits.nameBytesMax),
            deviceCount: deviceCount,
            publicKey: identity.publicKey,
            deviceName: library.deviceName(device) ?? identity.deviceName,
            port: 0,
            users: people.users,
            counterparts: people.ids,
            letter: (try? authority.sign(Door.letter(admitting: joiner, to: household))) ?? []
        )
    }

    // MARK: Joining

    /// Creates the request to join a household.
    ///
    /// - Parameter name: The name of this device's user in that household; nil to keep the name here.
    /// - Returns: The request.
    /// - Throws: If the device cannot join, or not for that person.
    package func newDevice(for name: String? = nil) throws(CommandError) -> NewDevice {
        let wish = try wish(for: name)
        guard !isInCompany else { throw .householdHasOtherDevices(library.companionCount) }
        let users = library.roster?.authors[device]?.members ?? []
        guard users.count <= Limits.deviceMembersMax else { throw .tooManyMembersOfDevice(users.count) }
        guard name == nil || users.isEmpty || users.count == 1 && wish != nil else { throw .deviceInUse(users) }
        var people = users.map { person($0, called: wish, isUser: true) }
        if let wish, users.isEmpty { people = [newUser(called: wish)] }
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

    /// Returns the name of the intended user; nil for the house, and if no name is given.
    private func wish(for name: String?) throws(CommandError) -> String? {
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
            email: (known?.email ?? "").prefix(bytes: SyncLimits.emailBytesMax),
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
    mutating func joinHousehold(
        _ welcome: Welcome,
        with request: NewDevice,
        shareLists: Bool,
        at endpoint: Endpoint?,
        id: CommandID,
        now: Now
    ) throws(CommandError) {
        _ = try newDevice()
        let isSame = welcome.household == library.householdID
        guard !isSame || repair.isOpen || isAstray else { throw .alreadyInHousehold }
        // A device that left cannot be admitted again; it can return as another device.
        guard isSame || !hasLeft(welcome.household) else { throw .keyWasRemoved }
        guard !isRemoved(host: welcome) else { throw .hostWasRemoved(welcome.deviceName) }
        let isContinued = isSame || welcome.lineage == library.lineage
        guard isContinued || library.companionCount == 0 || library.removal != nil else {
            throw .householdHasOtherDevices(library.companionCount)
        }
        if !isContinued { try checkHasRoomForCopies() }
        let bringing =
            isContinued ? keeping() : bring(to: welcome, with: request, shareLists: shareLists, now: now)
        var facts: [LocalFact] = [
            .introducer(publicKey: welcome.publicKey, deviceName: welcome.deviceName),
            .letter(welcome.letter),
            .household(welcome.household, lineage: welcome.lineage),
        ]
        // Until the household's secret has come, no other address leads to a member.
        if let endpoint { facts.append(.address(DeviceID(publicKey: welcome.publicKey), endpoint)) }
        if let teller = library.toldRemoval?.teller { facts.append(.removal(nil, from: teller)) }
        if !isSame { facts += loginFacts(welcome, with: request) }
        if !isContinued { facts += library.choices.facts(following: bringing.copies) }
        var joining = bringing.joining
        joining.users = welcome.users.map(\.name)
        append(bringing.entries + facts.map(LogEntry.local), reply: (id, .joined(joining)))
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

extension Welcome.Person {
    /// The op that makes them a member.
    fileprivate var making: Op {
        .write(EntityID(id), FieldWrite.making(id, called: name, email: email))
    }
}
