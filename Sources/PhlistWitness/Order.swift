package import struct PhlistModel.DeviceID
package import struct PhlistModel.MemberID
package import struct PhlistModel.ScopeID

/// A person's request to a device, as far as it concerns membership or the readers of a list.
package enum Order: Hashable, Sendable {
    /// Any other request by a user of the device.
    case other
    case makeList(isPrivate: Bool, guests: [MemberID])
    case share(ScopeID, with: [MemberID])
    case unshare(ScopeID, with: [MemberID])
    case show(ScopeID, toEverybody: Bool)
    case answer(ScopeID, isYes: Bool)
    case leave(ScopeID)
    /// Undo or redo: states the opposite of an earlier statement of the same person.
    case takeBack
    case admit(DeviceID, for: Use)
    case remove(DeviceID)
    case assign(DeviceID, Statement.Role)
    case lists([MemberID], on: DeviceID)
    /// Joins a household as some people, with copies of their lists, to which each of them stays invited.
    case join(sharing: Bool, as: [MemberID])
    /// Founds a household: at the first start, or to continue alone.
    case found

    /// The people for whom a device is admitted.
    package enum Use: Hashable, Sendable {
        /// The people named by the person who admits it; empty for the house.
        case people([MemberID])
        /// Those whom the device names: new people, and the members whom the person who admits it has confirmed.
        case wished(confirmed: [MemberID])
    }
}

extension Order {
    /// Returns whether a device may make a statement because of this order.
    ///
    /// - Parameters:
    ///   - testimony: The statement of the device.
    ///   - list: Its scope.
    ///   - earlier: The earlier testimonies of the scope that its author knew.
    ///   - membership: The membership of the scope by those that stand.
    /// - Returns: Whether the order asks for it.
    func explains(
        _ testimony: Testimony,
        in list: ScopeID,
        after earlier: [Testimony],
        _ membership: Membership
    ) -> Bool {
        switch testimony.statement {
        case .founds: self == .found
        // A device that knows of a removal replaces the secret, which the removed device must not know.
        case .replacesSecret: true
        case .renames: self == .other
        case .admits(testimony.device, as: .admin, let people): names(people, on: testimony.device, after: earlier)
        case .admits(let device, let role, let people): admits(device, as: role, people, after: earlier, membership)
        case .removes(let device): self == .remove(device)
        case .assigns(let device, let role): self == .assign(device, role)
        case .lists(let people, let device): self == .lists(people, on: device)
        case .makes: makesLists
        case .shows, .invites, .excludes, .answers: asksFor(testimony, in: list, after: earlier)
        }
    }

    /// Returns whether this order admits a device.
    ///
    /// A founding or an admission may also make known, without a role, the devices that wrote the new device's lists. A
    /// device that names its people is admitted for new ones, for those whom somebody confirms, and for those for whom
    /// it is already: a device that is in and asks again, because its disk lost the answer, gains nobody. Whether these
    /// have other devices as well does not matter; that somebody without rights once named them for it is not enough.
    private func admits(
        _ device: DeviceID,
        as role: Statement.Role?,
        _ people: [MemberID],
        after earlier: [Testimony],
        _ membership: Membership
    ) -> Bool {
        if self == .found { return role == nil }
        guard case .admit(let asked, let use) = self else { return false }
        guard device == asked else { return role == nil }
        switch use {
        case .people(let named): return people == named
        case .wished(let confirmed):
            let known = membership.people(of: device).union(confirmed)
            return people.allSatisfy { person in
                known.contains(person) || !earlier.contains { $0.statement.lists(person) }
            }
        }
    }

    /// Returns whether a device may name its own people: only when it founds the household, while no other device was
    /// ever in, or to repeat what was stated before.
    private func names(_ people: [MemberID], on device: DeviceID, after earlier: [Testimony]) -> Bool {
        let namings = earlier.map(\.statement).filter { $0.device == device }
        return people.allSatisfy { person in namings.contains { $0.lists(person) } }
            || self == .found
            || earlier.allSatisfy { $0.device == device && ($0.statement.device ?? device) == device }
    }

    private var makesLists: Bool {
        switch self {
        case .makeList, .other, .join, .found: true
        default: false
        }
    }

    private func asksFor(_ testimony: Testimony, in list: ScopeID, after earlier: [Testimony]) -> Bool {
        switch (self, testimony.statement) {
        case (.makeList(let isPrivate, _), .shows(toEverybody: true)): !isPrivate
        case (.makeList(_, let guests), .invites(let person)): guests.contains(person)
        // A copied or imported list states who may see it in the batch that makes it.
        case (.other, .shows), (.other, .invites), (.found, .shows), (.found, .invites):
            earlier.allSatisfy { $0.batch == testimony.batch }
        case (.join(let isSharing, _), .shows(let toEverybody)): isSharing || !toEverybody
        case (.join(_, let people), .invites(let person)): people.contains(person)
        case (.share(list, let people), .invites(let person)): people.contains(person)
        case (.unshare(list, let people), .excludes(let person)): people.contains(person)
        case (.show(list, let asked), .shows(let toEverybody)): asked == toEverybody
        case (.answer(list, let asked), .answers(_, _, let isYes)): asked == isYes
        case (.leave(list), .answers(_, _, isYes: false)): true
        case (.takeBack, let statement):
            earlier.contains { $0.speaker == testimony.speaker && $0.statement.isContrary(to: statement) }
        default: false
        }
    }
}

extension Statement {
    /// The device whose people it names.
    fileprivate var device: DeviceID? {
        switch self {
        case .admits(let device, _, _), .lists(_, let device): device
        default: nil
        }
    }

    /// Returns whether it names a person for a device.
    func lists(_ person: MemberID) -> Bool {
        switch self {
        case .admits(_, _, let people), .lists(let people, _): people.contains(person)
        default: false
        }
    }

    /// Returns whether each of two statements takes back the other.
    fileprivate func isContrary(to other: Statement) -> Bool {
        switch (self, other) {
        case (.shows(let toEverybody), .shows(let again)): toEverybody != again
        case (.invites(let person), .excludes(let again)), (.excludes(let person), .invites(let again)):
            person == again
        default: false
        }
    }
}
