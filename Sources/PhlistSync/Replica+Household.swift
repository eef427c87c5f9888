package import PhlistModel

/// Founding and joining households, and membership.
extension Replica {
    /// The access rules by all that is known now.
    var access: Access {
        Access(
            library: library,
            membership: membership,
            repair: repair,
            lastReached: peers.lastReached,
            sessions: exchange.sessions
        )
    }

    /// The devices that may connect, in order.
    package var admittedDevices: [DeviceID] { access.admittedDevices }

    /// The scopes that a device may see, the household first.
    package func sharedScopes(with device: DeviceID) -> [ScopeID] { access.sharedScopes(with: device) }

    /// Whether a device may see a scope, by all that is applied here.
    func isEntitled(_ device: DeviceID, to scope: ScopeID) -> Bool { access.isEntitled(device, to: scope) }

    func isMember(_ device: DeviceID) -> Bool { access.isMember(device) }

    /// The network announcement; nil until the household's secret has come, and without an address.
    package var announcement: Announcement? {
        guard let key = library.household?.discoveryKey, !upkeep.announcedEndpoints.isEmpty else { return nil }
        return Announcement(key: key, nonce: upkeep.announcementNonce, endpoints: upkeep.announcedEndpoints)
    }

    /// Keys that identify announcements of other members.
    package var announcementKeys: AnnouncementKeys {
        AnnouncementKeys(library.roster?.discoveryKeys ?? [])
    }

    /// Founds a household of one at the first start.
    mutating func foundHousehold(now: Now) {
        let (scope, entries) = founding(continuing: nil, now: now)
        library.begin(with: scope)
        append(entries)
    }

    /// Creates the entries that found a household with this device in it.
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

    /// The default name of a household.
    var ownHouseholdName: String {
        "\(identity.deviceName)’s household".prefix(bytes: Limits.nameBytesMax)
    }

    /// Creates the entries that put this device into a household that it founds.
    mutating func entries(_ founding: Founding, by ops: [Op], now: Now) -> [LogEntry] {
        let household = founding.scope
        library.ensureHousehold(household)
        let former: [LocalFact] =
            library.introducer == nil ? [] : [.introducer(publicKey: [], deviceName: ""), .letter([])]
        return (former + [.household(household, lineage: founding.lineage)]).map(LogEntry.local)
            + mint(ops, in: household, by: .house, now: now)
    }

    /// Creates the entries that make a caller a member under the login name.
    ///
    /// The house is the author, so that nobody can undo the membership.
    mutating func becomeMember(_ member: MemberID, for caller: Principal, now: Now) -> [LogEntry] {
        guard let householdID = library.householdID else { return [] }
        let ops = [Op.name(member, library.freeName(like: caller.name))] + library.listing(of: member)
        let binding = LogEntry.local(.binding(uid: caller.uid, member: member))
        return mint(ops, in: householdID, by: .house, now: now) + [binding]
    }

    /// Makes members again whose making was lost.
    mutating func name(_ members: [MemberID], now: Now) {
        guard let householdID = library.householdID else { return }
        for member in members {
            let name = library.freeName(like: "user of \(identity.deviceName)")
            append(mint([.name(member, name)], in: householdID, by: .house, now: now))
        }
    }

    /// Replaces the secret if a former member may know it; every admin that learns of that does so.
    mutating func renewStaleKey(now: Now) {
        guard let householdID = library.householdID, let roster = library.roster, roster.isDiscoveryKeyStale,
            roster.devices[device]?.role == .admin
        else {
            return
        }
        // A new secret may be in flight already; and one that does not count would be written again and again.
        let rotation = RosterAct.rotate(random.discoveryKey())
        guard library.scopes[householdID]?.draft == nil, roster.hasRoom(for: rotation, by: device) else { return }
        append(mint([.roster(rotation)], in: householdID, by: .house, now: now))
    }

    /// Reports a changed roster to the shell, and ends sessions with devices that are no longer members.
    mutating func rosterChanged() {
        exchange.keepBudgets(access)
        membership.keepLetters(acceptedAt: door)
        effects.append(.rosterChanged)
        effects.append(.announcementChanged)
        effects.append(.peersChanged)
        perform(exchange.turnAwayStrangers(access))
        if let roster = library.roster, roster.contains(device) {
            peers.forgetHearsay { roster.contains($0) }
        }
        for session in exchange.openSessions { sendAddresses(to: session) }
    }
}

extension Op {
    /// Makes a member or renames one.
    static func name(_ member: MemberID, _ name: String) -> Op {
        .write(EntityID(member), FieldWrite.making(member, called: name))
    }
}
