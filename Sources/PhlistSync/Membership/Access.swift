import PhlistHousehold
import PhlistModel

/// Access rules: the devices that may connect, and the scopes that each of them may see.
///
/// A copy of everything that decides, for one question or for a loop of many; nobody keeps it.
struct Access {
    let library: Library
    let membership: MembershipNotes
    let repair: LogRepair
    /// The address at which this device last reached each other one.
    let lastReached: [DeviceID: Endpoint]
    let sessions: [ConnectionID: Session]

    init(_ journal: Journal, lastReached: [DeviceID: Endpoint], sessions: [ConnectionID: Session]) {
        (library, membership, repair) = (journal.library, journal.membership, journal.repair)
        (self.lastReached, self.sessions) = (lastReached, sessions)
    }

    // MARK: Connections

    /// The devices that may connect, in order.
    var admittedDevices: [DeviceID] {
        let introducers = library.introducer.map { [$0.device] } ?? []
        let known =
            ((library.roster?.devices.keys).map(Array.init) ?? []) + introducers + rememberedDevices
            + membership.shownLetters.keys
        return Set(known).filter { isMember($0) }.sorted()
    }

    /// Whether a device besides this one may connect.
    var hasOthers: Bool { admittedDevices.contains { $0 != library.device } }

    func isMember(_ device: DeviceID) -> Bool {
        library.isProvenMember(device) || isTakenForMember(device)
    }

    /// Whether a device that is not in the roster is treated as a member, limited to the household's own acts.
    func isTakenForMember(_ device: DeviceID) -> Bool {
        isRemembered(device) || membership.shownLetters[device] != nil
    }

    /// Whether a device may help although the act that admitted it may be lost.
    ///
    /// It was a member once: otherwise the log would not have its batches or its address, or no person would have let
    /// it admit this device. It receives only the household's own acts.
    private func isRemembered(_ device: DeviceID) -> Bool {
        guard repair.isOpen, library.householdID != nil, !library.isRemoved(device) else { return false }
        return library.isIntroducer(device) || lastReached[device] != nil
            || library.feeds.feeds.values.contains { $0.device == device }
    }

    private var rememberedDevices: [DeviceID] {
        guard repair.isOpen else { return [] }
        return Array(lastReached.keys) + library.feeds.feeds.values.map(\.device)
    }

    // MARK: Scopes

    /// The scopes that a device may see, the household first.
    func sharedScopes(with device: DeviceID) -> [ScopeID] {
        let asker = asker(device)
        let lists = library.scopes.values.filter { library.isList($0) && isEntitled(asker, to: $0) }
        return (library.householdID.map { [$0] } ?? []) + lists.map(\.state.id).sorted()
    }

    /// Whether a device may see a scope, by all that is applied here.
    func isEntitled(_ device: DeviceID, to scope: ScopeID) -> Bool {
        isEntitled(asker(device), to: scope)
    }

    /// Whether a device may see a scope; for callers that ask about many scopes.
    func isEntitled(_ asker: Asker, to scope: ScopeID) -> Bool {
        if let slot = library.scopes[scope] { return isEntitled(asker, to: slot) }
        return scope == library.householdID
            ? asker.isMember : asker.isProven && library.isAwaitingAnswer(asker.device, to: scope)
    }

    /// Whether a device may see a scope; while a change that made the list private may be unread here, the list is
    /// everybody's only for devices that know it already.
    private func isEntitled(_ asker: Asker, to slot: ScopeSlot) -> Bool {
        let scope = slot.state.id
        guard asker.isMember, !library.isForeign(slot) else { return false }
        if scope == library.householdID { return true }
        guard asker.isProven else { return false }
        let isDoubtful = asker.isHouseholdDoubtful || lacksWords(slot) || library.mayHaveEnded(scope)
        guard let audience = library.knownAudience(of: slot)?.audience else {
            return library.isAwaitingAnswer(asker.device, to: scope)
        }
        // A change by a later version may hide the list from anybody but its owner.
        guard !slot.state.isCriticalOpaque else { return audience.includesOwner(on: asker.device) }
        guard !library.isAgreedToHaveEnded(scope, with: asker.device, audience) else { return false }
        let isForAll = audience.isEverybodys && (!isDoubtful || isKnown(scope, to: asker.device))
        return isForAll ? audience.mayHave(asker.device) : audience.includesParticipant(on: asker.device)
    }

    /// Whether sharing words may be lost in a hole of the log, or were said by a later version.
    func lacksWords(_ slot: ScopeSlot) -> Bool {
        slot.state.isCriticalOpaque || repair.isDoubtful(slot.state.id)
    }

    /// The roster's view of a device that asks for scopes.
    func asker(_ device: DeviceID) -> Asker {
        let isProven = library.isProvenMember(device)
        let isDoubtful = library.householdID.flatMap { library.scopes[$0]?.state.isCriticalOpaque } ?? false
        let isMember = isProven || isTakenForMember(device)
        return Asker(device: device, isMember: isMember, isProven: isProven, isHouseholdDoubtful: isDoubtful)
    }

    /// The household's view of a device that may see some scopes and not others.
    struct Asker {
        var device: DeviceID
        var isMember: Bool
        /// Whether the roster, or the word of the device that admitted this one, proves the membership.
        var isProven: Bool
        /// Whether an unreadable change of a later version may affect the membership.
        var isHouseholdDoubtful: Bool
    }

    /// Whether any device has shown in a live session that it holds something of a scope.
    func isShown(_ scope: ScopeID) -> Bool {
        sessions.values.contains { $0.hasShown(scope) }
    }

    /// Whether a device has named a list: it holds something of it, or reported that it is closed to this one.
    private func isKnown(_ list: ScopeID, to device: DeviceID) -> Bool {
        library.invitations[device]?.names(list) ?? false
            || sessions.values.contains { $0.device == device && $0.hasShown(list) }
    }
}
