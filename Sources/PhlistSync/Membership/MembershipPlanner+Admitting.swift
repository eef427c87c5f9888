package import PhlistHousehold
package import PhlistModel
import PhlistVocabulary

/// Admitting a device.
extension MembershipPlanner {
    /// Admits a device that has proved that it knows the pairing code.
    mutating func admit(
        _ request: NewDevice,
        as role: DeviceRole,
        for use: DeviceUse
    ) throws(CommandError) -> MembershipPlan {
        guard let householdID = library.householdID, let roster = library.roster else { throw .device(.notAdmin) }
        guard library.removal == nil else { throw .household(.deviceRemoved) }
        let joiner = DeviceID(publicKey: request.publicKey)
        guard joiner != device else { throw .household(.alreadyIn) }
        guard !library.isRemoved(joiner) else { throw .household(.keyWasRemoved) }
        let people = try counterparts(of: request, for: use)
        // A device that was admitted and lost the answer, or everything about the others, proves the code again and
        // gets another answer.
        let isKnown = roster.contains(joiner)
        guard roster.devices[device]?.role == .admin else {
            guard isKnown else { throw .device(.notAdmin) }
            let welcome = welcome(joiner, known(people), deviceCount: roster.devices.count)
            return MembershipPlan([], .admitted(welcome))
        }
        guard isKnown || roster.devices.count < HouseholdLimits.devicesMax else { throw .device(.tooMany) }
        // Of several roles the lesser counts.
        let ops = admission(of: request, as: roster.devices[joiner]?.role ?? role, for: people)
        try library.checkAreTaken(ops, in: householdID)
        // The household's id is next to its founding, where one hole would take both: from now on another device can
        // help.
        let home = LocalFact.household(householdID, lineage: library.lineage)
        let deviceCount = roster.devices.count + (isKnown ? 0 : 1)
        return MembershipPlan(
            [.ops(ops, in: householdID), .facts([home])],
            .admitted(welcome(joiner, people, deviceCount: deviceCount))
        )
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
    private mutating func counterparts(of request: NewDevice, for use: DeviceUse) throws(CommandError) -> Counterparts {
        var counterparts = Counterparts()
        switch use {
        case .people(let members):
            counterparts.users = members.map { Welcome.Person(id: $0, name: library.household?.memberName($0) ?? "") }
            let isOne = request.people.count(where: \.isUser) == 1 && members.count == 1
            counterparts.ids = request.people.map { person in
                let counterpart = library.counterpart(of: person, in: request)
                guard person.isUser else { return counterpart }
                return isOne ? members[0] : counterpart.flatMap { members.contains($0) ? $0 : nil }
            }
        case .wished(let confirmed):
            let unconfirmed = library.peopleClaimed(by: request).filter { !confirmed.contains($0) }
            guard unconfirmed.isEmpty else { throw .household(.unconfirmedMembers(unconfirmed)) }
            for person in request.people {
                let member = library.counterpart(of: person, in: request)
                guard person.isUser, !library.isRemoved(person, in: request) else {
                    counterparts.ids.append(member)
                    continue
                }
                let known = member.flatMap { library.household?.memberName($0) }
                let name = if let known { known } else { try library.checkedName(person.name, for: nil) }
                let namesake = counterparts.users.first { fold($0.name) == fold(name) }?.id
                let id = member ?? namesake ?? MemberID(rawValue: random.next128())
                let user = Welcome.Person(id: id, name: name, email: (try? library.checkedEmail(person.email)) ?? "")
                if !counterparts.users.contains(where: { $0.id == id }) { counterparts.users.append(user) }
                counterparts.ids.append(id)
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
}

/// The people of a new device, and the members to whom they correspond.
extension Library {
    /// Finds the member who corresponds to a person of a new device: by id if its household and this one share a
    /// lineage, else by name.
    func counterpart(of person: NewDevice.Person, in request: NewDevice) -> MemberID? {
        let name = fold(person.name)
        if request.lineage == lineage, let member = person.member,
            household?.members.contains(member) ?? false
        {
            return member
        }
        return household?.members.first { household?.memberName($0).map { fold($0) == name } ?? false }
    }

    /// Members as whom a new device wants to join and for whom nobody here has listed it: a person must confirm,
    /// because the device will get their private lists.
    package func peopleClaimed(by request: NewDevice) -> [MemberID] {
        let joiner = DeviceID(publicKey: request.publicKey)
        // No confirmation is needed for a device that cannot be admitted.
        guard !isRemoved(joiner) else { return [] }
        let listed = roster?.devices[joiner]?.members ?? []
        return request.people.filter(\.isUser).compactMap { counterpart(of: $0, in: request) }
            .reduce(into: []) { if !listed.contains($1), !$0.contains($1) { $0.append($1) } }
    }

    /// Whether a person was removed here while others of a returning device stayed: joining does not bring them back.
    ///
    /// Somebody who comes alone, or under another name, is a new member.
    fileprivate func isRemoved(_ person: NewDevice.Person, in request: NewDevice) -> Bool {
        guard request.lineage == lineage, counterpart(of: person, in: request) == nil,
            let former = person.member.flatMap({ household?.member($0) }), former.isRemoved,
            fold(former.name) == fold(person.name)
        else { return false }
        return request.people.contains { $0.isUser && counterpart(of: $0, in: request) != nil }
    }

    /// Names under which a new device wants to join, except those of members whom somebody here has chosen for it;
    /// empty if the device leaves the choice to others.
    package func names(of request: NewDevice, apartFrom members: [MemberID]) -> [String] {
        guard !isRemoved(DeviceID(publicKey: request.publicKey)) else { return [] }
        let people = request.people.filter(\.isUser).filter { person in
            counterpart(of: person, in: request).map { !members.contains($0) } ?? !isRemoved(person, in: request)
        }
        return people.map(\.name)
    }

    /// Parses the use of a new device: the house, a member's name, or several names separated by commas.
    package func deviceUse(for text: String) throws(CommandError) -> DeviceUse {
        guard fold(text.trimmed) != fold(Self.houseName) else { return .people([]) }
        // A name may contain a comma itself.
        if let member = try? member(named: text) { return .people([member]) }
        let members = try members(named: text).reduce(into: [MemberID]()) { if !$0.contains($1) { $0.append($1) } }
        guard !members.isEmpty else { throw .member(.notFound(text)) }
        guard members.count <= Limits.deviceMembersMax else { throw .device(.tooManyMembers(members.count)) }
        return .people(members)
    }
}

extension Welcome.Person {
    /// The op that makes them a member.
    fileprivate var making: Op {
        .write(EntityID(id), FieldWrite.making(id, called: name, email: email))
    }
}
