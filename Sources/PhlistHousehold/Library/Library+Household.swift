package import PhlistModel
import PhlistVocabulary

/// The household of this device, and its members.
extension Library {
    package var household: HouseholdState? {
        householdID.flatMap { scopes[$0]?.state.household }
    }

    /// The devices of the household; nil while the household is unknown.
    package var roster: Roster? {
        householdID.flatMap { scopes[$0]?.state.roster }
    }

    package var companionCount: Int {
        // A household whose founding is lost has no devices.
        max(1, roster?.devices.count ?? 1) - 1
    }

    package func isProvenMember(_ device: DeviceID) -> Bool {
        // Checked in place: this is called many times in every turn, and copying a roster costs many reference counts.
        guard let home = householdID.flatMap({ scopes[$0] }), home.isIn(self.device) || isLeaving else {
            // An admission that a removal undoes leaves this device with one that is out itself.
            return isIntroducer(device) && !isRemoved(device)
        }
        return home.isIn(device)
    }

    /// Whether an entry moves this device to another household.
    package func isMove(_ entry: LogEntry) -> Bool {
        if case .local(.household(let household, _)) = entry { household != householdID } else { false }
    }

    package func isIntroducer(_ device: DeviceID) -> Bool {
        introducer?.device == device
    }

    /// Whether this device removed itself and has not continued alone yet, so that the others can still learn of it.
    package var isLeaving: Bool {
        householdID.flatMap { scopes[$0]?.state.roster.removals[device]?.device } == device
    }

    /// Whether a device was a member and is permanently removed.
    package func isRemoved(_ device: DeviceID) -> Bool {
        roster?.removals[device] != nil
    }

    /// The removal of this device from its household, by an act that is here or as a member device reported it.
    package var removal: Removal? {
        if let removal = removal(of: device) { return removal }
        guard let (teller, removal) = toldRemoval, removal.household == householdID, isProvenMember(teller) else {
            return nil
        }
        return removal
    }

    /// Returns the removal of a device, as far as it is known here.
    package func removal(of device: DeviceID) -> Removal? {
        guard let householdID, let act = roster?.removals[device] else { return nil }
        return Removal(household: householdID, person: act.by, device: act.device, at: act.stamp.milliseconds)
    }

    /// The name of a device, as far as it is known.
    package func deviceName(_ device: DeviceID) -> String? {
        if let name = roster?.authors[device]?.name { return name }
        return isIntroducer(device) ? introducer?.deviceName : nil
    }

    // MARK: Users of this device

    /// Returns the op that lists a member on this device, so that their private lists reach it; empty if they are
    /// already listed, or if this device is not an admin.
    package func listing(of member: MemberID) -> [Op] {
        guard let own = ownListing(lacking: member) else { return [] }
        // An admission rather than a listing: it also repeats the device's key, in case the founding is lost.
        let admission = Admission(
            publicKey: publicKey,
            deviceName: own.name,
            role: .admin,
            members: [member]
        )
        return [.roster(.admit(admission))]
    }

    /// This device, if it may list a member who is not listed on it yet.
    private func ownListing(lacking member: MemberID) -> Roster.Device? {
        guard let own = roster?.devices[device], own.role == .admin, !own.members.contains(member) else { return nil }
        return own
    }

    /// Throws if another user of this device would exceed a limit, so that others would not accept the act.
    func checkMayList(_ member: MemberID) throws(CommandError) {
        guard let own = ownListing(lacking: member), let roster else { return }
        guard own.members.count < Limits.deviceMembersMax else { throw .device(.tooManyMembers(own.members.count + 1)) }
        let act = RosterAct.list([member], on: device)
        guard roster.hasRoom(for: act, by: device) else { throw .household(.tooManyChanges) }
    }
}
