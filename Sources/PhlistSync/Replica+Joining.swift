package import PhlistModel

/// Letting devices in, and going in.
extension Replica {
    // MARK: Letting in

    /// Lets a device in that has proven to know the pairing code.
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
        // A device that was let in and lost the answer, or all that it knew of the others, proves the code again and is
        // told again.
        let isKnown = roster.contains(joiner)
        guard roster.devices[device]?.role == .admin else {
            guard isKnown else { throw .notAdmin }
            let welcome = welcome(joiner, known(people), deviceCount: roster.devices.count)
            effects.append(.reply(id, .success(.admitted(welcome))))
            return
        }
        guard isKnown || roster.devices.count < SyncLimits.devicesMax else { throw .tooManyDevices }
        // Of several roles the lesser one counts.
        let ops = admission(of: request, as: roster.devices[joiner]?.role ?? role, for: people)
        try library.checkAreTaken(ops, in: householdID)
        // The household's id lies beside its founding, where one hole would take both: from now on somebody can help.
        let home = LogEntry.local(.household(householdID, lineage: library.lineage))
        let entries = mint(ops, in: householdID, by: .house, now: now) + [home]
        let deviceCount = roster.devices.count + (isKnown ? 0 : 1)
        append(entries, reply: (id, .admitted(welcome(joiner, people, deviceCount: deviceCount))))
    }

    /// What lets a device in, with those of its people who are new here.
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

    /// The devices that went on with this household's lists elsewhere and are not known here.
    ///
    /// They are nobody's, and not the house's either: a joiner names them.
    private mutating func authors(of request: NewDevice) -> [Admission] {
        guard request.lineage == library.lineage else { return [] }
        let nobody = MemberID(rawValue: random.next128())
        let authors = request.authors.map {
            Admission(publicKey: $0.publicKey, deviceName: $0.name, role: nil, members: [nobody])
        }
        return authors.filter { library.roster?.authors[$0.device] == nil && $0.device != device }
    }

    /// Who the people of a new device are here.
    private struct Counterparts {
        /// The people whom the device is for; those who are new have ids that nobody else has.
        var users: [Welcome.Person] = []
        /// For each person of the request; nil for nobody.
        var ids: [MemberID?] = []
    }

    /// Finds the people of a new device among the members, and makes up those who are to use it and are new.
    ///
    /// - Throws: When a member is meant whom nobody has confirmed, or somebody new cannot be called so.
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

    /// Those who are members here: only an admin makes others.
    private func known(_ people: Counterparts) -> Counterparts {
        let isKnown = { [household = library.household] (member: MemberID) in household?.memberName(member) != nil }
        return Counterparts(
            users: people.users.filter { isKnown($0.id) },
            ids: people.ids.map { $0.flatMap { isKnown($0) ? $0 : nil } }
        )
    }

    /// The member who a person of a new device is: by the id where its household and this one have the same people,
    /// else by the name.
    private func counterpart(of person: NewDevice.Person, in request: NewDevice) -> MemberID? {
        let name = fold(person.name)
        if request.lineage == library.lineage, let member = person.member,
            library.household?.members.contains(member) ?? false
        {
            return member
        }
        return library.household?.members.first { library.household?.memberName($0).map { fold($0) == name } ?? false }
    }

    /// The members as whom a new device wants to join and for whom nobody here has said that it is; to send it their
    /// private lists takes a person's word.
    package func peopleClaimed(by request: NewDevice) -> [MemberID] {
        let joiner = DeviceID(publicKey: request.publicKey)
        // Nobody is asked about a device that cannot come in.
        guard !library.isRemoved(joiner) else { return [] }
        let listed = library.roster?.devices[joiner]?.members ?? []
        return request.people.filter(\.isUser).compactMap { counterpart(of: $0, in: request) }
            .filter { !listed.contains($0) }
    }

    /// The names under which a new device wants to join that are not those of whom somebody here has said it is for;
    /// none from a device that leaves it to others.
    package func names(of request: NewDevice, apartFrom members: [MemberID]) -> [String] {
        guard !library.isRemoved(DeviceID(publicKey: request.publicKey)) else { return [] }
        let people = request.people.filter(\.isUser).filter { person in
            counterpart(of: person, in: request).map { !members.contains($0) } ?? true
        }
        return people.map(\.name)
    }

    /// Whom a new device is for, by what somebody types: a member, or the house.
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

    // MARK: Going in

    /// What this device tells the household that it wants to join.
    ///
    /// - Parameter name: What whoever uses it is called there; their name here when nil.
    /// - Returns: The request.
    /// - Throws: When the device cannot join, or not for that person.
    package func newDevice(for name: String? = nil) throws(CommandError) -> NewDevice {
        let wish = try wish(for: name)
        guard !isInCompany else { throw .householdHasOtherDevices(library.companionCount) }
        let users = library.roster?.authors[device]?.members ?? []
        guard users.count <= Limits.deviceMembersMax else { throw .tooManyMembersOfDevice(users.count) }
        guard name == nil || users.isEmpty || users.count == 1 && wish != nil else { throw .deviceInUse(users) }
        var people = users.map { person($0, called: wish, isUser: true) }
        if let wish, users.isEmpty { people = [NewDevice.Person(name: wish, isUser: true)] }
        // An item may be assigned to somebody who does not use this device.
        let others = (library.household?.members ?? []).filter { !users.contains($0) }
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

    /// The name of whoever is to use this device; nil for the house, and when nobody is named.
    private func wish(for name: String?) throws(CommandError) -> String? {
        guard let name, fold(name.trimmed) != fold(Library.houseName) else { return nil }
        return try library.checkedLabel(name)
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

    /// Whether this device would part from others if it joined another household.
    ///
    /// Nobody is left to part from where nobody lets others in any more, or where this device is out itself: it may
    /// follow the others into the household that one of them has formed anew.
    private var isInCompany: Bool {
        guard library.removal == nil else { return false }
        guard library.companionCount > 0 else {
            return library.introducer != nil && library.roster?.devices.isEmpty ?? true
        }
        return !isOut && !(library.roster?.admins.isEmpty ?? true)
    }

    /// Leaves the household of one for the one that has let this device in, and takes copies of its lists along.
    ///
    /// Where the other household continues this one its lists stay as they are. While the log has holes, or nothing of
    /// the household has come, it may be the one that this device is in, if no way to anybody of it is left.
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
        guard !isSame || healing?.isOpen ?? false || isAstray else { throw .alreadyInHousehold }
        // What was left is never taken in again: as another device it can come back.
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
        // Until the household's secret has come, nothing else leads to anybody of it.
        if let endpoint { facts.append(.address(DeviceID(publicKey: welcome.publicKey), endpoint)) }
        if let teller = library.toldRemoval?.teller { facts.append(.removal(nil, from: teller)) }
        if !isSame { facts += loginFacts(welcome, with: request) }
        if !isContinued { facts += library.choices.facts(following: bringing.copies) }
        var joining = bringing.joining
        joining.users = welcome.users.map(\.name)
        append(bringing.entries + facts.map(LogEntry.local), reply: (id, .joined(joining)))
    }

    /// Whether the one device that this one knows has put it out before anything of the household came: that one may
    /// have been out itself.
    private var isAstray: Bool {
        library.removal != nil && library.roster?.devices.isEmpty ?? true
    }

    /// Whether this device was in a household that it is in no more; where a backup of it was restored, it was not.
    private func hasLeft(_ household: ScopeID) -> Bool {
        library.leftHouseholds.contains(household) && library.scopes[household]?.state.roster.authors[device] != nil
    }

    /// Whether this device knows from a backup that the device that lets it in was removed.
    ///
    /// Nobody else in the household would know of such an admission.
    private func isRemoved(host welcome: Welcome) -> Bool {
        library.scopes[welcome.household]?.state.roster.removals[DeviceID(publicKey: welcome.publicKey)] != nil
    }

    /// Who the logins of this machine are in the other household.
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
