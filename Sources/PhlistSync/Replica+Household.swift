package import PhlistModel

/// Founding and joining households, and who is in.
extension Replica {
    package var household: HouseholdState? {
        householdID.flatMap { scopes[$0]?.state.household }
    }

    /// The devices that are in; nil while the household is not known.
    private var roster: Roster? {
        householdID.flatMap { scopes[$0]?.state.roster }
    }

    /// Whether a device with this key may connect: it is in the household, or it has just let this one in.
    package func admits(_ publicKey: [UInt8]) -> Bool {
        isMember(DeviceID(publicKey: publicKey))
    }

    /// The devices that may connect, in order.
    package var admittedDevices: [DeviceID] {
        let introducers = introducer.map { [DeviceID(publicKey: $0.publicKey)] } ?? []
        let known = (household?.roster.sorted.map(\.id) ?? []) + introducers + rememberedDevices
        return Set(known).filter { isMember($0) }.sorted()
    }

    /// What this device announces on the network; nil until its household's secret has come.
    package var announcement: (nonce: [UInt8], tag: [UInt8])? {
        household?.discoveryKey.map { (announcementNonce, DiscoveryTag.make(key: $0.bytes, nonce: announcementNonce)) }
    }

    func isMember(_ device: DeviceID) -> Bool {
        isProvenMember(device) || isRemembered(device)
    }

    private func isProvenMember(_ device: DeviceID) -> Bool {
        guard let roster, roster.contains(self.device) else { return isIntroducer(device) }
        return roster.contains(device)
    }

    /// Whether a device may help although the act that let it in may be what the log has lost.
    ///
    /// It was in once, or the log would not have its batches or its address, and no person would have let this one in
    /// by it. It gets nothing but the household's own acts for it.
    private func isRemembered(_ device: DeviceID) -> Bool {
        guard healing?.isOpen ?? false, householdID != nil else { return false }
        return isIntroducer(device) || peers.lastReached[device] != nil
            || origins.values.contains { $0.device == device }
    }

    private var rememberedDevices: [DeviceID] {
        guard healing?.isOpen ?? false else { return [] }
        return Array(peers.lastReached.keys) + origins.values.map(\.device)
    }

    private func isIntroducer(_ device: DeviceID) -> Bool {
        introducer.map { DeviceID(publicKey: $0.publicKey) == device } ?? false
    }

    /// The name of a device, as far as it is known.
    package func deviceName(_ device: DeviceID) -> String? {
        if let name = household?.roster.authors[device]?.name { return name }
        return isIntroducer(device) ? introducer?.deviceName : nil
    }

    /// A household of one, made at the first start.
    mutating func foundHousehold(now: Now) {
        let (scope, entries) = founding(now: now)
        householdID = scope
        append(entries)
    }

    /// What founds a household with this device in it.
    mutating func founding(now: Now) -> (scope: ScopeID, entries: [LogEntry]) {
        let founding = Founding(
            publicKey: identity.publicKey,
            deviceName: identity.deviceName,
            nonce: random128()
        )
        let fact = LogEntry.local(.household(founding.scope))
        scopes[founding.scope] = ScopeSlot(ScopeState(.household, founding.scope, decode: model.decode))
        let key = DiscoveryKey(random128(), random128())
        let name = "\(identity.deviceName)’s household".prefix(bytes: PhlistModel.Limits.nameBytesMax)
        let fields = [FieldWrite(.title, text: name)]
        let ops = [Op.roster(.found(founding)), .roster(.rotate(key)), .write(.root, fields)]
        return (founding.scope, [fact] + mint(ops, in: founding.scope, by: .house, now: now))
    }

    /// What makes a caller a member by the login name.
    ///
    /// The house does it: nobody undoes that he is there.
    mutating func becomeMember(_ member: MemberID, for caller: Principal, now: Now) -> [LogEntry] {
        guard let householdID else { return [] }
        let ops = [Op.name(member, freeName(like: caller.name))] + listing(of: member)
        let binding = LogEntry.local(.binding(uid: caller.uid, member: member))
        return mint(ops, in: householdID, by: .house, now: now) + [binding]
    }

    /// What lists a member for this device, so that his private lists reach it; nothing where he is listed already, and
    /// on a device that may not.
    func listing(of member: MemberID) -> [Op] {
        guard let own = household?.roster.devices[device], own.role == .admin, !own.members.contains(member) else {
            return []
        }
        let admission = Admission(
            publicKey: identity.publicKey,
            deviceName: own.name,
            role: .admin,
            members: [member]
        )
        return [.roster(.admit(admission))]
    }

    /// Makes members again of those who acted here and were made so in what the log has lost.
    ///
    /// Other devices would wait for them for ever. It is time once a peer has confirmed the household.
    mutating func nameLostMembers(now: Now) {
        guard let householdID, let healing, healing.isOpen, healing.agreed.contains(householdID) else { return }
        self.healing?.actors = []
        for member in healing.actors.sorted() where household?.memberName(member) == nil && member != .house {
            let name = freeName(like: "user of \(identity.deviceName)")
            append(mint([.name(member, name)], in: householdID, by: .house, now: now))
        }
    }

    /// A login name as the name of a member, with a number behind it when somebody is called so already.
    func freeName(like login: String) -> String {
        let plain = String(String.UnicodeScalarView(login.unicodeScalars.filter { !$0.isControl })).trimmed
        let base = plain.isEmpty ? "user" : plain
        var (name, number) = (base.prefix(bytes: PhlistModel.Limits.nameBytesMax), 1)
        while (try? checkIsFree(name, for: nil)) == nil {
            number += 1
            name = "\(base.prefix(bytes: PhlistModel.Limits.nameBytesMax - 8)) \(number)"
        }
        return name
    }

    /// Lets a device in that has proven to know the pairing code.
    mutating func admitDevice(_ request: NewDevice, id: CommandID, now: Now) throws(CommandError) {
        guard let householdID, let roster = household?.roster else { throw .notAdmin }
        let joiner = DeviceID(publicKey: request.publicKey)
        guard joiner != device else { throw .alreadyInHousehold }
        // A device that was let in and lost the answer, or all that it knew of the others, proves the code again and is
        // told again.
        let isKnown = roster.contains(joiner)
        guard roster.devices[device]?.role == .admin else {
            guard isKnown else { throw .notAdmin }
            effects.append(.reply(id, .success(.admitted(welcome(deviceCount: roster.devices.count)))))
            return
        }
        guard isKnown || roster.devices.count < SyncLimits.devicesMax else { throw .tooManyDevices }
        let newcomers = request.members.filter { household?.memberName($0.id) == nil }
        let members = newcomers.map { Op.name($0.id, $0.name) }
        let admission = Admission(
            publicKey: request.publicKey,
            deviceName: request.deviceName,
            // Of several roles the lesser one counts.
            role: roster.devices[joiner]?.role ?? .member,
            members: request.members.map(\.id)
        )
        // The household's id lies beside its founding, where one hole would take both: from now on somebody can help.
        let entries =
            mint([.roster(.admit(admission))] + members, in: householdID, by: .house, now: now)
            + [.local(.household(householdID))]
        let deviceCount = roster.devices.count + (isKnown ? 0 : 1)
        append(entries, reply: (id, .admitted(welcome(deviceCount: deviceCount))))
    }

    private func welcome(deviceCount: Int) -> Welcome {
        Welcome(
            household: householdID ?? ScopeID(rawValue: 0),
            householdName: household?.name ?? "",
            deviceCount: deviceCount,
            publicKey: identity.publicKey,
            deviceName: identity.deviceName,
            port: 0
        )
    }

    /// What this device tells the household that it wants to join.
    package func newDevice() throws(CommandError) -> NewDevice {
        // A household whose founding is lost has nobody in it.
        let others = max(1, household?.roster.devices.count ?? 1) - 1
        guard others == 0, introducer == nil else { throw .householdHasOtherDevices(max(others, 1)) }
        // Also those who were removed: what they did in the lists that come along is theirs.
        let members = (household?.everybody ?? []).map { NewDevice.Member(id: $0.id, name: $0.name) }
        return NewDevice(publicKey: identity.publicKey, deviceName: identity.deviceName, members: members)
    }

    /// Leaves the household of one for the one that has let this device in; its lists come along.
    ///
    /// While the log has holes it may be the household that this device is in, if no way to anybody of it is left.
    mutating func joinHousehold(
        _ welcome: Welcome,
        shareLists: Bool,
        caller: Principal,
        at endpoint: Endpoint?,
        id: CommandID,
        now: Now
    ) throws(CommandError) {
        _ = try newDevice()
        let isSame = welcome.household == householdID
        guard !isSame || healing?.isOpen ?? false else { throw .alreadyInHousehold }
        var entries: [LogEntry] = []
        var titles: (shared: [String], private: [String]) = ([], [])
        for scope in listScopes where !isSame {
            // A list that is still on its way to the disk must not slip in as everybody's.
            guard let list = scopes[scope]?.upcomingList, let owner = list.owner else { continue }
            guard !shareLists, list.visibility == .household else {
                list.visibility == .household ? titles.shared.append(list.title) : titles.private.append(list.title)
                continue
            }
            let hide = Op.write(.root, [FieldWrite(.visibility, Visibility.participants)])
            entries += mint([hide], in: scope, by: owner, now: now)
            titles.private.append(list.title)
        }
        entries.append(.local(.introducer(publicKey: welcome.publicKey, deviceName: welcome.deviceName)))
        entries.append(.local(.household(welcome.household)))
        if let endpoint {
            // Until the household's secret has come, nothing else leads to anybody of it.
            entries.append(.local(.address(DeviceID(publicKey: welcome.publicKey), endpoint)))
        }
        append(entries, reply: (id, .joined(shared: titles.shared, private: titles.private)))
    }

    /// Tells the shell, and ends sessions with devices that are out.
    mutating func rosterChanged() {
        effects.append(.rosterChanged)
        effects.append(.announcementChanged)
        effects.append(.peersChanged)
        for session in sessions.values.sorted(by: { $0.connection < $1.connection }) where !isMember(session.device) {
            effects.append(.close(session.connection, .stranger))
        }
        if let roster = household?.roster, roster.contains(device) {
            peers.forgetHearsay { roster.contains($0) }
        }
        for session in openSessions {
            sendAddresses(to: session.connection)
        }
    }

    /// The lists of this device, in the order of their ids.
    var listScopes: [ScopeID] {
        scopes.keys.filter { scopes[$0]?.state.kind == .list }.sorted()
    }

    /// Whether a device may see a scope, by all that is applied here.
    ///
    /// While a hole may have swallowed what made a list private, it is everybody's only for those who hold it already.
    func isEntitled(_ device: DeviceID, to scope: ScopeID) -> Bool {
        isEntitled(asker(device), to: scope)
    }

    /// The same for one of whom it is asked for many scopes.
    func isEntitled(_ asker: Asker, to scope: ScopeID) -> Bool {
        guard asker.isMember else { return false }
        if scope == householdID { return true }
        guard asker.isProven, let audience = audience(of: scope) else { return false }
        if audience.includesParticipant(on: asker.device) { return true }
        guard audience.visibility == .household else { return false }
        return !(healing?.isDoubtful(scope) ?? false) || hasShown(asker.device, scope)
    }

    /// Who may see a list, by all that is applied here; nil until its first op has come.
    package func audience(of scope: ScopeID) -> Audience? {
        guard let owner = scopes[scope]?.state.origin?.owner, let sharing = scopes[scope]?.state.sharing else {
            return nil
        }
        return Audience(sharing, owner: owner, in: roster ?? Roster())
    }

    /// Who asks for a scope, by the roster.
    func asker(_ device: DeviceID) -> Asker {
        let isProven = isProvenMember(device)
        return Asker(device: device, isMember: isProven || isRemembered(device), isProven: isProven)
    }

    /// What the roster says of a device that may see some scopes and not others.
    struct Asker {
        var device: DeviceID
        var isMember: Bool
        /// Whether the roster, or the word of the device that let this one in, says so.
        var isProven: Bool
    }

    /// Whether any device has shown in a session that stands that it holds something of a scope.
    func isShown(_ scope: ScopeID) -> Bool {
        sessions.values.contains { $0.scopes[scope]?.isShown ?? false }
    }

    /// Whether a device has shown in a session that stands that it holds something of a scope.
    private func hasShown(_ device: DeviceID, _ scope: ScopeID) -> Bool {
        sessions.values.contains { $0.device == device && $0.scopes[scope]?.isShown ?? false }
    }
}

extension Op {
    /// Makes a member, or gives another name.
    fileprivate static func name(_ member: MemberID, _ name: String) -> Op {
        .write(EntityID(member), FieldWrite.making(member, called: name))
    }
}

extension FieldWrite {
    /// What makes a member.
    static func making(_ member: MemberID, called name: String) -> [FieldWrite] {
        [
            FieldWrite(.life, Life.alive), FieldWrite(.kind, EntityKind.member), FieldWrite(.member, member.bytes),
            FieldWrite(.title, text: name),
        ]
    }
}

extension String {
    /// As many whole characters as fit so many bytes of UTF-8.
    fileprivate func prefix(bytes limit: Int) -> String {
        var text = self
        while text.utf8.count > limit {
            text.removeLast()
        }
        return text
    }
}
