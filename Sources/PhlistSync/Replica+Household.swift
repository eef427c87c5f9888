package import PhlistModel

/// Founding and joining households, and who is in.
extension Replica {
    /// The devices that may connect, in order.
    package var admittedDevices: [DeviceID] {
        let introducers = library.introducer.map { [$0.device] } ?? []
        let known =
            ((library.roster?.devices.keys).map(Array.init) ?? []) + introducers + rememberedDevices + letters.keys
        return Set(known).filter { isMember($0) }.sorted()
    }

    /// What this device announces on the network; nil until its household's secret has come, and without an address.
    package var announcement: Announcement? {
        guard let key = library.household?.discoveryKey, !upkeep.announcedEndpoints.isEmpty else { return nil }
        return Announcement(key: key, nonce: upkeep.announcementNonce, endpoints: upkeep.announcedEndpoints)
    }

    /// By what announcements of other members are recognised.
    package var announcementKeys: AnnouncementKeys {
        AnnouncementKeys(library.roster?.discoveryKeys ?? [])
    }

    func isMember(_ device: DeviceID) -> Bool {
        library.isProvenMember(device) || isTakenForMember(device)
    }

    /// Whether a device that the roster does not show is treated as one that it shows: it gets the household's acts.
    func isTakenForMember(_ device: DeviceID) -> Bool {
        isRemembered(device) || letters[device] != nil
    }

    /// Whether a device may help although the act that let it in may be what the log has lost.
    ///
    /// It was in once, or the log would not have its batches or its address, and no person would have let this one in
    /// by it. It gets nothing but the household's own acts for it.
    private func isRemembered(_ device: DeviceID) -> Bool {
        guard healing?.isOpen ?? false, library.householdID != nil, !library.isRemoved(device) else { return false }
        return library.isIntroducer(device) || peers.lastReached[device] != nil
            || library.feeds.feeds.values.contains { $0.device == device }
    }

    private var rememberedDevices: [DeviceID] {
        guard healing?.isOpen ?? false else { return [] }
        return Array(peers.lastReached.keys) + library.feeds.feeds.values.map(\.device)
    }

    /// A household of one, made at the first start.
    mutating func foundHousehold(now: Now) {
        let (scope, entries) = founding(continuing: nil, now: now)
        library.begin(with: scope)
        append(entries)
    }

    /// What founds a household with this device in it.
    mutating func founding(continuing lineage: ScopeID?, now: Now) -> (scope: ScopeID, entries: [LogEntry]) {
        let founding = newFounding(continuing: lineage)
        let fields = [FieldWrite(.title, text: ownHouseholdName)]
        let ops = [Op.roster(.found(founding)), .roster(.rotate(random.discoveryKey())), .write(.root, fields)]
        return (founding.scope, entries(founding, by: ops, now: now))
    }

    mutating func newFounding(continuing lineage: ScopeID? = nil) -> Founding {
        let name = library.roster?.authors[device]?.name ?? identity.deviceName
        return Founding(publicKey: identity.publicKey, deviceName: name, continuing: lineage, nonce: random.next128())
    }

    /// What a household is called that nobody has named.
    var ownHouseholdName: String {
        "\(identity.deviceName)’s household".prefix(bytes: Limits.nameBytesMax)
    }

    /// What puts this device into a household that it makes.
    mutating func entries(_ founding: Founding, by ops: [Op], now: Now) -> [LogEntry] {
        let household = founding.scope
        library.ensureHousehold(household)
        let former: [LocalFact] =
            library.introducer == nil ? [] : [.introducer(publicKey: [], deviceName: ""), .letter([])]
        return (former + [.household(household, lineage: founding.lineage)]).map(LogEntry.local)
            + mint(ops, in: household, by: .house, now: now)
    }

    /// What makes a caller a member by the login name.
    ///
    /// The house does it: nobody undoes that he is there.
    mutating func becomeMember(_ member: MemberID, for caller: Principal, now: Now) -> [LogEntry] {
        guard let householdID = library.householdID else { return [] }
        let ops = [Op.name(member, library.freeName(like: caller.name))] + library.listing(of: member)
        let binding = LogEntry.local(.binding(uid: caller.uid, member: member))
        return mint(ops, in: householdID, by: .house, now: now) + [binding]
    }

    /// Makes members again of those who acted here and were made so in what the log has lost.
    ///
    /// Other devices would wait for them for ever. It is time once a peer has confirmed the household.
    mutating func nameLostMembers(now: Now) {
        guard let householdID = library.householdID, let healing, healing.isOpen, healing.agreed.contains(householdID)
        else { return }
        let actors = actors
        self.healing?.actors = [:]
        for member in actors.sorted() where library.household?.memberName(member) == nil && member != .house {
            let name = library.freeName(like: "user of \(identity.deviceName)")
            append(mint([.name(member, name)], in: householdID, by: .house, now: now))
        }
    }

    /// Who acted here while the log had holes; in a household that was left they had other ids.
    var actors: Set<MemberID> {
        (healing?.actors ?? [:]).filter { !library.isLeft($0.key) }.values.reduce(into: []) { $0.formUnion($1) }
    }

    /// Why a device that is not in gets nothing.
    func farewell(to device: DeviceID) -> Message.Goodbye {
        library.roster?.authors[device] != nil ? .removed : .stranger
    }

    /// Ends a connection to a device that is not in, and tells it why.
    mutating func turnAway(_ device: DeviceID, on id: ConnectionID) {
        if let removal = library.removal(of: device) { effects.append(.send(id, .removal(removal))) }
        effects.append(.close(id, farewell(to: device)))
    }

    /// Replaces the secret when somebody who is out may know it; each admin does who hears of it.
    mutating func renewStaleKey(now: Now) {
        guard let householdID = library.householdID, let roster = library.roster, roster.isDiscoveryKeyStale,
            roster.devices[device]?.role == .admin
        else {
            return
        }
        // What is on its way to the disk may be just that; and what nobody counts would be written again and again.
        let rotation = RosterAct.rotate(random.discoveryKey())
        guard library.scopes[householdID]?.draft == nil, roster.hasRoom(for: rotation, by: device) else { return }
        append(mint([.roster(rotation)], in: householdID, by: .house, now: now))
    }

    /// Tells the shell, and ends sessions with devices that are out.
    mutating func rosterChanged() {
        let door = door
        let members = budgets.keys.filter { isMember($0) }
        budgets = budgets.filter { members.contains($0.key) }
        letters = letters.filter { door.isVouchedFor($0.key, by: $0.value) }
        effects.append(.rosterChanged)
        effects.append(.announcementChanged)
        effects.append(.peersChanged)
        for session in sessions.values.sorted(by: { $0.connection < $1.connection }) where !isMember(session.device) {
            turnAway(session.device, on: session.connection)
        }
        if let roster = library.roster, roster.contains(device) {
            peers.forgetHearsay { roster.contains($0) }
        }
        for session in openSessions {
            sendAddresses(to: session.connection)
        }
    }
}

extension Op {
    /// Makes a member, or gives another name.
    static func name(_ member: MemberID, _ name: String) -> Op {
        .write(EntityID(member), FieldWrite.making(member, called: name))
    }
}
