import PhlistHousehold
package import PhlistModel

/// Membership beyond the roster: letters that stand in for it, reported removals, the open pairing code, and the news
/// that persons have seen.
///
/// The household itself, as the log holds it, is in `Library`.
package struct MembershipNotes {
    /// The devices that said, when they last connected, that this one was removed.
    private(set) var removalClaims: Set<DeviceID> = []
    /// The devices that joined later than this one and that a person has seen here.
    package private(set) var seenDevices: Set<DeviceID> = []
    /// Users of this device whom other devices can act as, by device, as a person has seen here.
    package private(set) var seenPeople: [DeviceID: Set<MemberID>] = [:]
    /// The letter of the admitting device for those that have not heard of this one; empty for a device that founded
    /// its household.
    package private(set) var letter: [UInt8] = []
    /// The pairing code that is open, if any, and how often it was tried.
    private(set) var pairingAttempt: (expiresAt: Int64, used: Int)?
    /// Letters shown by devices that are not in the roster here yet.
    private(set) var shownLetters: [DeviceID: [UInt8]] = [:]

    /// Folds a fact; those about anything else change nothing.
    mutating func apply(_ fact: LocalFact) {
        switch fact {
        case .deviceSeen(let device): seenDevices.insert(device)
        case .personSeen(let member, let device): seenPeople[device, default: []].insert(member)
        case .letter(let signature): letter = signature
        case .pairingAttempt(let end, let used): pairingAttempt = (end, used)
        // What others said was about the former household.
        case .household: removalClaims = []
        case .introducer, .binding, .address, .clockAhead, .request, .requestOfBatch,
            .defaultList, .ownView, .overallView, .savedFilter, .healed, .givenUp, .invitations, .removal:
            break
        }
    }

    /// The letter of this device as a fact; nil if it has none.
    var letterFact: LocalFact? { letter.isEmpty ? nil : .letter(letter) }

    /// The devices and people that a person has seen, as facts in the order of their ids.
    var seenFacts: [LocalFact] {
        seenDevices.sorted().map { .deviceSeen($0) }
            + seenPeople.sorted { $0.key < $1.key }.flatMap { device, people in
                people.sorted().map { .personSeen($0, on: device) }
            }
    }

    // MARK: Letters

    /// Records a letter that a stranger has shown, if there is room and the policy accepts it.
    ///
    /// - Returns: Whether it was recorded.
    mutating func show(_ letter: [UInt8], of device: DeviceID, at door: Door) -> Bool {
        guard shownLetters.count < HouseholdLimits.devicesMax, door.isVouchedFor(device, by: letter) else {
            return false
        }
        shownLetters[device] = letter
        return true
    }

    /// Drops letters that the policy no longer accepts, or no longer needs.
    mutating func keepLetters(acceptedAt door: Door) {
        shownLetters = shownLetters.filter { door.isVouchedFor($0.key, by: $0.value) }
    }

    // MARK: Removals

    /// Records a peer's claim that this device was removed.
    mutating func claimedRemoval(_ device: DeviceID) {
        removalClaims.insert(device)
    }

    /// Cancels the claim of a device that holds sessions with this one again.
    mutating func withdrewClaim(_ device: DeviceID) {
        removalClaims.remove(device)
    }

    /// Whether this device is no longer in a household with others: it knows so, or another device says so.
    func isOut(_ library: Library) -> Bool {
        library.removal != nil || !credibleClaims(library).isEmpty && library.companionCount > 0
    }

    /// The devices that say that this one was removed; one that was removed itself knows nothing of it.
    func credibleClaims(_ library: Library) -> Set<DeviceID> {
        removalClaims.filter { !library.isRemoved($0) }
    }

    // MARK: News for people

    /// Whether a device was admitted after this one, by another one, and no person has seen that here yet.
    func isUnseen(_ newcomer: DeviceID, in roster: Roster, on device: DeviceID) -> Bool {
        guard roster.contains(newcomer), newcomer != device, !seenDevices.contains(newcomer),
            let own = roster.authors[device]?.admission, let admission = roster.authors[newcomer]?.admission
        else { return false }
        return own < admission && admission.device != device
    }

    /// Users of this device as whom another device can act, if no person has seen that here yet, with the act.
    ///
    /// Acts of this device, and acts before the person became its user, are no news here.
    func unseenPeople(of other: DeviceID, in roster: Roster, on device: DeviceID) -> [(member: MemberID, act: Act)] {
        guard other != device, let own = roster.authors[device], roster.contains(other) else { return [] }
        let people = (roster.devices[device]?.members ?? []).filter { !(seenPeople[other]?.contains($0) ?? false) }
        return people.compactMap { member in
            guard let act = roster.authors[other]?.listings[member], let since = own.listings[member],
                since < act, act.device != device
            else { return nil }
            return (member, act)
        }
    }
}
