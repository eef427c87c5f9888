package import PhlistModel

/// Continuing after a household has ended for this device.
extension Replica {
    /// Founds the household again with this device in it and with all its lists, which stay as they are: a device that
    /// joins again finds its edits where they were.
    mutating func reformHousehold(isForced: Bool, id: CommandID, now: Now) throws(CommandError) {
        try checkMayReform(isForced: isForced)
        guard let household = library.household else { throw .notInHousehold }
        let founding = newFounding(continuing: library.lineage)
        let ops = household.reformation(founding, key: random.discoveryKey())
        append(entries(founding, by: ops, now: now), reply: (id, .done))
    }

    /// Throws if an admin device is left, which can admit others; if forced, only if this device is one.
    package func checkMayReform(isForced: Bool) throws(CommandError) {
        // A device that is out of the household admits nobody, whatever it knew before.
        let admins = (library.roster?.admins ?? []).filter { $0 != device || library.removal == nil }
        guard admins.isEmpty || isForced && !admins.contains(device) else { throw .householdHasAdmins(admins) }
    }

    /// Founds a household for a device that is out, with copies of all lists.
    ///
    /// Copies, because the lists continue without it: if it came back, they would be one list with two histories.
    mutating func goOnAlone(id: CommandID, now: Now) throws(CommandError) {
        guard let household = library.household, isOut else { throw .householdHasOtherDevices(library.companionCount) }
        try checkHasRoomForCopies()
        let founding = newFounding()
        let ops = household.departure(founding, key: random.discoveryKey(), called: ownHouseholdName)
        let entries = entries(founding, by: ops, now: now)
        let bringing = bring(to: founding, now: now)
        let facts = library.choices.facts(following: bringing.copies).map(LogEntry.local)
        append(entries + bringing.entries + facts, reply: (id, .done))
    }

    /// Whether this device is no longer in a household with others: it knows so, or another device says so.
    package var isOut: Bool {
        library.removal != nil || !removalClaims.isEmpty && library.companionCount > 0
    }

    /// The devices that say that this one was removed; a device that is out itself knows nothing of it.
    package var removalClaims: Set<DeviceID> {
        membership.removalClaims.filter { !library.isRemoved($0) }
    }

    // MARK: Removal

    /// Records what a member device reports of this one's removal, so that it holds after a restart.
    ///
    /// It is only that device's word: the act itself comes with the household's new secret, which is not for this
    /// device.
    mutating func receivedRemoval(_ removal: Removal, in session: Session, now: Now) {
        let isKnown = library.toldRemoval.map { library.isProvenMember($0.teller) && $0.removal == removal } ?? false
        guard removal.household == library.householdID, session.device != device,
            library.isProvenMember(session.device), !isKnown,
            session.budget.mayInvite(now: now)
        else { return }
        append([.local(.removal(removal, from: session.device))])
    }

    /// Cancels a removal reported by a device that holds sessions with this one again.
    mutating func tookIn(_ device: DeviceID) {
        membership.withdrewClaim(device)
        guard library.toldRemoval?.teller == device else { return }
        append([.local(.removal(nil, from: device))])
    }

    // MARK: New devices

    /// Whether a device was admitted after this one, by another one, and no person has seen that here yet.
    package func isUnseen(_ newcomer: DeviceID) -> Bool {
        library.roster.map { membership.isUnseen(newcomer, in: $0, on: device) } ?? false
    }

    /// Users of this device as whom another device can act, if no person has seen that here yet, with the act.
    package func unseenPeople(of other: DeviceID) -> [(member: MemberID, act: Act)] {
        library.roster.map { membership.unseenPeople(of: other, in: $0, on: device) } ?? []
    }

    mutating func noteDevicesSeen(id: CommandID) {
        let devices = library.roster?.devices.keys.sorted() ?? []
        let newcomers = devices.filter { isUnseen($0) }.map { LocalFact.deviceSeen($0) }
        let people = devices.flatMap { device in
            unseenPeople(of: device).map { LocalFact.personSeen($0.member, on: device) }
        }
        let facts = newcomers + people
        guard !facts.isEmpty else { return effects.append(.reply(id, .success(.done))) }
        append(facts.map(LogEntry.local), reply: (id, .done))
    }
}
