package import PhlistModel

/// Going on after a household has ended for this device.
extension Replica {
    /// Founds the household anew with this device in it and with all its lists, which stay as they are: whoever joins
    /// again finds their edits where they were.
    mutating func reformHousehold(isForced: Bool, id: CommandID, now: Now) throws(CommandError) {
        try checkMayReform(isForced: isForced)
        guard let household else { throw .notInHousehold }
        let founding = newFounding(continuing: lineage)
        let ops = household.reformation(founding, key: newDiscoveryKey())
        append(entries(founding, by: ops, now: now), reply: (id, .done))
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
        try checkHasRoomForCopies()
        let founding = newFounding()
        let ops = household.departure(founding, key: newDiscoveryKey(), called: ownHouseholdName)
        let entries = entries(founding, by: ops, now: now)
        let bringing = bring(to: founding, now: now)
        let facts = defaultListFacts(bringing.copies).map(LogEntry.local)
        append(entries + bringing.entries + facts, reply: (id, .done))
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
