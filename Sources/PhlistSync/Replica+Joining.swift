package import PhlistModel

/// Letting devices in, and going in.
extension Replica {
    /// Lets a device in that has proven to know the pairing code.
    mutating func admitDevice(
        _ request: NewDevice,
        as role: DeviceRole,
        id: CommandID,
        now: Now
    ) throws(CommandError) {
        guard let householdID, let roster else { throw .notAdmin }
        let joiner = DeviceID(publicKey: request.publicKey)
        guard joiner != device else { throw .alreadyInHousehold }
        // A device that was let in and lost the answer, or all that it knew of the others, proves the code again and is
        // told again.
        let isKnown = roster.contains(joiner)
        guard roster.devices[device]?.role == .admin else {
            guard isKnown else { throw .notAdmin }
            effects.append(.reply(id, .success(.admitted(welcome(joiner, deviceCount: roster.devices.count)))))
            return
        }
        guard !isRemoved(joiner) else { throw .keyWasRemoved }
        guard isKnown || roster.devices.count < SyncLimits.devicesMax else { throw .tooManyDevices }
        // Of several roles the lesser one counts.
        let ops = admission(of: request, as: roster.devices[joiner]?.role ?? role, in: roster)
        try checkAreTaken(ops, in: householdID)
        // The household's id lies beside its founding, where one hole would take both: from now on somebody can help.
        let entries = mint(ops, in: householdID, by: .house, now: now) + [.local(.household(householdID))]
        let deviceCount = roster.devices.count + (isKnown ? 0 : 1)
        append(entries, reply: (id, .admitted(welcome(joiner, deviceCount: deviceCount))))
    }

    /// What lets a device in, with its people and with all who wrote the lists that it brings along.
    ///
    /// It brings nobody who is here already: an unconfirmed claim would give it that person's private lists.
    private func admission(of request: NewDevice, as role: DeviceRole, in roster: Roster) -> [Op] {
        let newcomers = request.members.filter { household?.memberName($0.id) == nil }
        let former = request.former.filter { roster.authors[$0.device] == nil && $0.device != device }
            .map { unprivileged($0) }
        let claimed = Set(peopleClaimed(by: request))
        let own = Admission(
            publicKey: request.publicKey,
            deviceName: request.deviceName,
            role: role,
            members: request.users.filter { !claimed.contains($0) }
        )
        return [.roster(.admit(own))] + former.map { .roster(.admit($0)) } + newcomers.map(\.making)
    }

    /// The members of this household of whom a new device says that they use it, or wishes it, where nobody here has
    /// said so.
    package func peopleClaimed(by request: NewDevice) -> [MemberID] {
        let listed = roster?.authors[DeviceID(publicKey: request.publicKey)]?.members ?? []
        let wished = request.users.isEmpty ? try? member(named: request.wish) : nil
        return (request.users + [wished].compactMap(\.self)).filter {
            household?.memberName($0) != nil && !listed.contains($0)
        }
    }

    /// The name of somebody new who is to use a new device; nil when nobody is wished, or one who is here already.
    package func newcomer(wishedBy request: NewDevice) -> String? {
        guard request.users.isEmpty, let name = try? checkedName(request.wish, for: nil) else { return nil }
        return name == request.wish ? name : nil
    }

    /// The name of whoever is to use this device; empty for the house.
    private func wish(for member: String?) throws(CommandError) -> String {
        guard let member, fold(member.trimmed) != fold(Self.houseName) else { return "" }
        return try checkedLabel(member)
    }

    /// Makes a device known that is not let in, with those of its people who are not here already.
    private func unprivileged(_ admission: Admission) -> Admission {
        var admission = admission
        admission.role = nil
        admission.members.removeAll { household?.memberName($0) != nil }
        return admission
    }

    private func welcome(_ joiner: DeviceID, deviceCount: Int) -> Welcome {
        let household = householdID ?? ScopeID(rawValue: 0)
        return Welcome(
            household: household,
            householdName: (self.household?.name ?? "").prefix(bytes: Limits.nameBytesMax),
            deviceCount: deviceCount,
            publicKey: identity.publicKey,
            deviceName: deviceName(device) ?? identity.deviceName,
            port: 0,
            former: formerHouseholds,
            letter: (try? authority.sign(Door.letter(admitting: joiner, to: household))) ?? []
        )
    }

    /// What this device tells the household that it wants to join.
    ///
    /// - Parameter member: The name of whoever is to use it, should nobody do so yet.
    /// - Returns: The request.
    /// - Throws: When the device cannot join, or not for that person.
    package func newDevice(for member: String? = nil) throws(CommandError) -> NewDevice {
        let wish = try wish(for: member)
        guard !isInCompany else { throw .householdHasOtherDevices(companionCount) }
        // Also those who were removed: what they did in the lists that come along is theirs.
        let members = (household?.everybody ?? []).map { NewDevice.Member($0) }
        let newDevice = NewDevice(
            publicKey: identity.publicKey,
            deviceName: roster?.authors[device]?.name ?? identity.deviceName,
            wish: wish,
            users: roster?.authors[device]?.members ?? [],
            members: members,
            former: roster?.formerAuthors(without: device) ?? []
        )
        guard wish.isEmpty || newDevice.users.isEmpty else { throw .deviceInUse(newDevice.users) }
        guard newDevice.users.count <= Limits.deviceMembersMax else {
            throw .tooManyMembersOfDevice(newDevice.users.count)
        }
        let isReadable = (try? NewDevice(decoding: newDevice.encoded, publicKey: identity.publicKey)) != nil
        let size = newDevice.encoded.count
        guard isReadable else { throw .tooMuchToBringAlong(bytes: size) }
        guard size <= SyncLimits.newDeviceBytesMax else { throw .tooMuchToBringAlong(bytes: size) }
        return newDevice
    }

    /// Whether this device would part from others if it joined another household.
    ///
    /// Nobody is left to part from where nobody lets others in any more, or where this device is out itself: it may
    /// follow the others into the household that one of them has formed anew.
    private var isInCompany: Bool {
        guard companionCount > 0 else { return introducer != nil && roster?.devices.isEmpty ?? true }
        return !isOut && !(roster?.admins.isEmpty ?? true)
    }

    var companionCount: Int {
        // A household whose founding is lost has nobody in it.
        max(1, roster?.devices.count ?? 1) - 1
    }

    /// The households of which a backup was restored here: this device was never in them.
    private var restoredHouseholds: Set<ScopeID> {
        formerScopes.filter { scope in
            guard let state = scopes[scope]?.state, state.kind == .household else { return false }
            return state.roster.authors[device] == nil
        }
    }

    /// Leaves the household of one for the one that has let this device in; its lists come along.
    ///
    /// While the log has holes it may be the household that this device is in, if no way to anybody of it is left.
    mutating func joinHousehold(
        _ welcome: Welcome,
        shareLists: Bool,
        at endpoint: Endpoint?,
        id: CommandID,
        now: Now
    ) throws(CommandError) {
        _ = try newDevice()
        let isSame = welcome.household == householdID
        guard !isSame || healing?.isOpen ?? false else { throw .alreadyInHousehold }
        // What was left is never taken in again: as another device it can come back.
        guard isSame || !formerScopes.contains(welcome.household) || restoredHouseholds.contains(welcome.household)
        else { throw .keyWasRemoved }
        // Where the household goes on under another founding, or comes from a backup, its lists stay as they are.
        let isContinued =
            householdID.map { welcome.former.contains($0) } ?? false
            || !restoredHouseholds.isDisjoint(with: [welcome.household] + welcome.former)
        guard isContinued || companionCount == 0 else { throw .householdHasOtherDevices(companionCount) }
        var entries: [LogEntry] = []
        var titles: (shared: [String], private: [String]) = ([], [])
        for scope in listScopes where !isSame && !isContinued {
            // A list that is still on its way to the disk must not slip in as everybody's.
            guard let list = scopes[scope]?.upcomingList, let owner = list.owner else { continue }
            if shareLists, list.visibility == .household {
                titles.shared.append(list.title)
                continue
            }
            titles.private.append(list.title)
            guard list.visibility == .household else { continue }
            let hide = Op.write(.root, [FieldWrite(.visibility, Visibility.participants)])
            entries += mint([hide], in: scope, by: owner, group: BatchHeader.upkeepGroup, now: now)
        }
        entries.append(.local(.introducer(publicKey: welcome.publicKey, deviceName: welcome.deviceName)))
        entries.append(.local(.letter(welcome.letter)))
        entries.append(.local(.household(welcome.household)))
        if let endpoint {
            // Until the household's secret has come, nothing else leads to anybody of it.
            entries.append(.local(.address(DeviceID(publicKey: welcome.publicKey), endpoint)))
        }
        append(entries, reply: (id, .joined(shared: titles.shared, private: titles.private)))
    }
}

extension NewDevice.Member {
    /// What is told of him, as far as the reader takes it.
    fileprivate init(_ member: MemberState) {
        self.init(
            id: member.id,
            name: member.name.prefix(bytes: Limits.nameBytesMax),
            email: member.email.prefix(bytes: SyncLimits.emailBytesMax)
        )
    }

    /// The op that makes him a member here.
    fileprivate var making: Op {
        .write(EntityID(id), FieldWrite.making(id, called: name, email: email))
    }
}
