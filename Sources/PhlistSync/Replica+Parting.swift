package import PhlistModel

/// Going on after a household has ended for this device.
extension Replica {
    /// The households that this one continues.
    var formerHouseholds: [ScopeID] {
        let households = formerScopes.filter { scopes[$0]?.state.kind == .household }.sorted()
        return Array(households.prefix(SyncLimits.formerHouseholdsMax))
    }

    /// Founds the household anew with this device in it and with all its lists, which keep their ids: who joins again
    /// finds his edits where they were.
    mutating func reformHousehold(isForced: Bool, id: CommandID, now: Now) throws(CommandError) {
        try checkMayReform(isForced: isForced)
        guard let household else { throw .notInHousehold }
        let founding = newFounding()
        let ops = household.reformation(founding, key: newDiscoveryKey())
        append(entries(founding: founding.scope, by: ops, now: now), reply: (id, .done))
    }

    /// Refuses to found a household anew in which somebody lets others in.
    package func checkMayReform(isForced: Bool) throws(CommandError) {
        let admins = roster?.admins ?? []
        guard admins.isEmpty || isForced && !admins.contains(device) else { throw .householdHasAdmins(admins) }
    }

    /// Founds a household of its own for a device that is out, with copies of all lists.
    ///
    /// Copies, because the lists go on without it: should it ever come back, they would be one list with two histories.
    mutating func goOnAlone(id: CommandID, now: Now) throws(CommandError) {
        guard let household, isOut else { throw .householdHasOtherDevices(companionCount) }
        let lists = listScopes
        let founding = newFounding()
        let ops = household.departure(founding, key: newDiscoveryKey(), called: ownHouseholdName)
        var entries = entries(founding: founding.scope, by: ops, now: now)
        var copies: [ScopeID: ScopeID] = [:]
        for list in lists {
            guard let source = scopes[list]?.upcomingList, let owner = source.owner else { continue }
            let origin = ListOrigin(owner: owner, nonce: random128())
            copies[list] = origin.scope
            let ops = [.originate(origin)] + source.transcript
            entries += mint(ops, in: origin.scope, by: owner, group: BatchHeader.upkeepGroup, now: now)
        }
        entries.append(.local(.setAside(lists)))
        for (login, list) in defaultLists.sorted(by: { $0.key < $1.key }) {
            entries.append(.local(.defaultList(uid: login, copies[list])))
        }
        append(entries, reply: (id, .done))
    }

    /// Whether this device is in no household with others any more: it knows so, or another one says so.
    package var isOut: Bool {
        isRemoved(device) || !removalClaims.isEmpty && companionCount > 0
    }

    // MARK: Devices that join

    /// Whether a device was let in after this one, by another one, and nobody has seen that here yet.
    package func isUnseen(_ newcomer: DeviceID) -> Bool {
        guard let roster, roster.contains(newcomer), newcomer != device, !seenDevices.contains(newcomer),
            let own = roster.authors[device]?.admission, let admission = roster.authors[newcomer]?.admission
        else { return false }
        return own < admission && admission.device != device
    }

    mutating func noteDevicesSeen(id: CommandID) {
        let newcomers = roster?.devices.keys.sorted().filter { isUnseen($0) } ?? []
        let facts = newcomers.map { LocalFact.deviceSeen($0) }
        guard !facts.isEmpty else { return effects.append(.reply(id, .success(.done))) }
        append(facts.map(LogEntry.local), reply: (id, .done))
    }
}
