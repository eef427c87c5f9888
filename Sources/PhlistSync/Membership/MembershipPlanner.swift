import PhlistHousehold
import PhlistModel

/// Plans a change of membership: admitting a device, joining another household, or going on after one has ended.
///
/// Like `Planner`, it reads a copy of the library, and only its random numbers are used up.
struct MembershipPlanner {
    let library: Library
    let membership: MembershipNotes
    let identity: Replica.Identity
    let authority: any HeadAuthenticator
    /// Whether the log may have lost records that nobody has returned.
    let mayHaveLost: Bool
    /// The source of ids.
    var random: RandomSource

    var device: DeviceID { library.device }

    /// Whether this device is no longer in a household with others: it knows so, or another device says so.
    var isOut: Bool { membership.isOut(library) }

    /// Plans a command; one that does not change the membership has no parts.
    mutating func plan(_ command: Command) throws(CommandError) -> MembershipPlan {
        switch command {
        case .admitDevice(let request, let role, let use): try admit(request, as: role, for: use)
        case .joinHousehold(let welcome, let request, let shareLists, let endpoint):
            try join(welcome, with: request, shareLists: shareLists, at: endpoint)
        case .goOnAlone: try goOnAlone()
        case .reformHousehold(let isForced): try reform(isForced: isForced)
        case .noteDevicesSeen: noteDevicesSeen()
        case .recordPairingAttempt(let expiresAt, let used):
            MembershipPlan([.facts([.pairingAttempt(expiresAt: expiresAt, used: used)])], .done)
        case .restoreBackup(let backup): try restore(backup)
        case .user, .giveUp, .synchronize: MembershipPlan([], .done)
        }
    }

    // MARK: Founding

    /// Plans a household with this device in it.
    mutating func found(continuing lineage: ScopeID?) -> (scope: ScopeID, plan: MembershipPlan) {
        let founding = newFounding(continuing: lineage)
        let fields = [FieldWrite(.title, text: ownHouseholdName)]
        let ops = [Op.roster(.found(founding)), .roster(.rotate(random.discoveryKey())), .write(.root, fields)]
        return (founding.scope, MembershipPlan(parts(founding, by: ops), .done))
    }

    mutating func newFounding(continuing lineage: ScopeID? = nil) -> Founding {
        let name = library.roster?.authors[device]?.name ?? identity.deviceName
        return Founding(publicKey: identity.publicKey, deviceName: name, continuing: lineage, nonce: random.next128())
    }

    /// The default name of a household.
    private var ownHouseholdName: String {
        "\(identity.deviceName)’s household".prefix(bytes: Limits.nameBytesMax)
    }

    /// Returns the parts that put this device into a household that it founds.
    func parts(_ founding: Founding, by ops: [Op]) -> [MembershipPlan.Part] {
        let former: [LocalFact] =
            library.introducer == nil ? [] : [.introducer(publicKey: [], deviceName: ""), .letter([])]
        return [
            .facts(former + [.household(founding.scope, lineage: founding.lineage)]),
            .found(ops, in: founding.scope),
        ]
    }

    // MARK: After the end of a household

    /// Founds the household again with this device in it and with all its lists, which stay as they are: a device that
    /// joins again finds its edits where they were.
    mutating func reform(isForced: Bool) throws(CommandError) -> MembershipPlan {
        try checkMayReform(isForced: isForced)
        guard let household = library.household else { throw .household(.notIn) }
        let founding = newFounding(continuing: library.lineage)
        let ops = household.reformation(founding, key: random.discoveryKey())
        return MembershipPlan(parts(founding, by: ops), .done)
    }

    /// Throws if an admin device is left, which can admit others; if forced, only if this device is one.
    func checkMayReform(isForced: Bool) throws(CommandError) {
        // A device that is out of the household admits nobody, whatever it knew before.
        let admins = (library.roster?.admins ?? []).filter { $0 != device || library.removal == nil }
        guard admins.isEmpty || isForced && !admins.contains(device) else { throw .household(.hasAdmins(admins)) }
    }

    /// Founds a household for a device that is out, with copies of the lists of its users.
    ///
    /// Copies, because the lists continue without it: if it came back, they would be one list with two histories.
    mutating func goOnAlone() throws(CommandError) -> MembershipPlan {
        guard let household = library.household, isOut else {
            throw .household(.hasOtherDevices(library.companionCount))
        }
        try checkHasRoomForCopies()
        let founding = newFounding()
        let ops = household.departure(founding, key: random.discoveryKey(), called: ownHouseholdName)
        let bringing = bring(to: founding)
        let choices = library.choices.facts(following: bringing.copies)
        return MembershipPlan(parts(founding, by: ops) + bringing.parts + [.facts(choices)], .done)
    }

    // MARK: News

    /// Plans to note that a person has seen all news of devices and their people.
    func noteDevicesSeen() -> MembershipPlan {
        guard let roster = library.roster else { return MembershipPlan([], .done) }
        let devices = roster.devices.keys.sorted()
        let newcomers = devices.filter { membership.isUnseen($0, in: roster, on: device) }.map(LocalFact.deviceSeen)
        let people = devices.flatMap { other -> [LocalFact] in
            membership.unseenPeople(of: other, in: roster, on: device).map { .personSeen($0.member, on: other) }
        }
        let facts = newcomers + people
        return MembershipPlan(facts.isEmpty ? [] : [.facts(facts)], .done)
    }
}

/// A change of membership: the entries to append together, and the reply once they are durable.
struct MembershipPlan {
    let parts: [Part]
    let result: CommandResult

    /// Entries of the change.
    enum Part {
        case facts([LocalFact])
        /// Ops of the house in the household.
        case ops([Op], in: ScopeID)
        /// The ops that found a household.
        case found([Op], in: ScopeID)
        /// The ops of a new list, which are no user action.
        case copy([Op], to: ListOrigin)
        /// The batches and heads of a backup.
        case backup(BackupContents)
    }

    init(_ parts: [Part], _ result: CommandResult) {
        (self.parts, self.result) = (parts, result)
    }
}
