package import PhlistModel

/// The household that this device is in, and who is in it with this one.
extension Library {
    package var household: HouseholdState? {
        householdID.flatMap { scopes[$0]?.state.household }
    }

    /// The devices that are in; nil while the household is not known.
    package var roster: Roster? {
        householdID.flatMap { scopes[$0]?.state.roster }
    }

    var companionCount: Int {
        // A household whose founding is lost has nobody in it.
        max(1, roster?.devices.count ?? 1) - 1
    }

    func isProvenMember(_ device: DeviceID) -> Bool {
        // Looked at in place: it is asked many times in every turn, and a roster is many counted references.
        guard let home = householdID.flatMap({ scopes[$0] }), home.isIn(self.device) || isLeaving else {
            return isIntroducer(device)
        }
        return home.isIn(device)
    }

    func isIntroducer(_ device: DeviceID) -> Bool {
        introducer?.device == device
    }

    /// Whether this device has put itself out and not gone on alone yet: the others shall hear of it.
    package var isLeaving: Bool {
        householdID.flatMap { scopes[$0]?.state.roster.removals[device]?.device } == device
    }

    /// Whether a device was in and is out for ever.
    func isRemoved(_ device: DeviceID) -> Bool {
        roster?.removals[device] != nil
    }

    /// Who put this device out of its household, by an act that is here or that a device of the household has told.
    package var removal: Removal? {
        if let removal = removal(of: device) { return removal }
        guard let (teller, removal) = toldRemoval, removal.household == householdID, isProvenMember(teller) else {
            return nil
        }
        return removal
    }

    /// Who put a device out, as far as it is known here.
    func removal(of device: DeviceID) -> Removal? {
        guard let householdID, let act = roster?.removals[device] else { return nil }
        return Removal(household: householdID, person: act.by, device: act.device, at: act.stamp.milliseconds)
    }

    /// The name of a device, as far as it is known.
    package func deviceName(_ device: DeviceID) -> String? {
        if let name = roster?.authors[device]?.name { return name }
        return isIntroducer(device) ? introducer?.deviceName : nil
    }

    // MARK: Whom this device is for

    /// What lists a member for this device, so that his private lists reach it; nothing where he is listed already, and
    /// on a device that may not.
    func listing(of member: MemberID) -> [Op] {
        guard let own = ownListing(lacking: member) else { return [] }
        // An admission, and not a list alone: it says the device's key once more, should the founding be lost.
        let admission = Admission(
            publicKey: publicKey,
            deviceName: own.name,
            role: .admin,
            members: [member]
        )
        return [.roster(.admit(admission))]
    }

    /// This device, if it may list a member who is not listed for it yet.
    private func ownListing(lacking member: MemberID) -> Roster.Device? {
        guard let own = roster?.devices[device], own.role == .admin, !own.members.contains(member) else { return nil }
        return own
    }

    /// Refuses one more person of this device when others would not take the act that lists them.
    func checkMayList(_ member: MemberID) throws(CommandError) {
        guard let own = ownListing(lacking: member), let roster else { return }
        guard own.members.count < Limits.deviceMembersMax else { throw .tooManyMembersOfDevice(own.members.count + 1) }
        let act = RosterAct.list([member], on: device)
        guard roster.hasRoom(for: act, by: device) else { throw .tooManyHouseholdChanges }
    }
}
