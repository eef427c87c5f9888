package import struct PhlistModel.DeviceID
package import struct PhlistModel.MemberID
package import struct PhlistModel.ScopeID

/// What a person has asked a device to do, as far as it concerns who is in and who sees what.
package enum Order: Hashable, Sendable {
    /// Anything else, by somebody who uses the device.
    case other
    case makeList(isPrivate: Bool, guests: [MemberID])
    case share(ScopeID, with: [MemberID])
    case unshare(ScopeID, with: [MemberID])
    case show(ScopeID, toEverybody: Bool)
    case answer(ScopeID, isYes: Bool)
    case leave(ScopeID)
    /// Undo or redo: says the contrary of what the same person has said before.
    case takeBack
    /// Lets a device in for the people named; nil for people who are new, as the device says.
    case admit(DeviceID, for: [MemberID]?)
    case remove(DeviceID)
    case assign(DeviceID, Statement.Role)
    case lists([MemberID], on: DeviceID)
    /// Joins a household with copies of lists.
    case join(sharing: Bool)
    /// Founds a household: at the first start, or to go on alone.
    case found
}

extension Order {
    /// Whether a device may make a statement because of this order.
    ///
    /// - Parameters:
    ///   - testimony: What the device says.
    ///   - list: Where it says so.
    ///   - earlier: What was said there before, and known to its author.
    /// - Returns: Whether the order asks for it.
    func explains(_ testimony: Testimony, in list: ScopeID, after earlier: [Testimony]) -> Bool {
        switch testimony.statement {
        case .founds: self == .found
        // Whoever knows of a removal makes sure that the removed device does not know the secret.
        case .replacesSecret: true
        case .renames: self == .other
        case .admits(testimony.device, as: .admin, let people): names(people, on: testimony.device, after: earlier)
        case .admits(let device, let role, let people): admits(device, as: role, people, after: earlier)
        case .removes(let device): self == .remove(device)
        case .assigns(let device, let role): self == .assign(device, role)
        case .lists(let people, let device): self == .lists(people, on: device)
        case .makes: makesLists
        case .shows, .invites, .excludes, .answers: asksFor(testimony, in: list, after: earlier)
        }
    }

    /// A founding, or an admission, may also make devices known, without a role, that wrote the lists of the new one.
    ///
    /// A device for which nobody is named brings people who are new, or whose device it was before.
    private func admits(
        _ device: DeviceID,
        as role: Statement.Role?,
        _ people: [MemberID],
        after earlier: [Testimony]
    ) -> Bool {
        if self == .found { return role == nil }
        guard case .admit(let asked, let named) = self else { return false }
        guard device == asked else { return role == nil }
        if let named { return people == named }
        return people.allSatisfy { person in
            earlier.allSatisfy { !$0.statement.lists(person) || $0.statement.device == device }
        }
    }

    /// A device may say by itself whom it is for only where it founds the household, or while nobody else was ever in,
    /// and say again what was said before.
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
        // A list that is copied, or brought in from a file, says who may see it as it is made.
        case (.other, .shows), (.other, .invites), (.found, .shows), (.found, .invites):
            earlier.allSatisfy { $0.batch == testimony.batch }
        case (.join(let isSharing), .shows(let toEverybody)): isSharing || !toEverybody
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

    /// Whether it names a person for a device.
    func lists(_ person: MemberID) -> Bool {
        switch self {
        case .admits(_, _, let people), .lists(let people, _): people.contains(person)
        default: false
        }
    }

    /// Whether one takes back what the other says.
    fileprivate func isContrary(to other: Statement) -> Bool {
        switch (self, other) {
        case (.shows(let toEverybody), .shows(let again)): toEverybody != again
        case (.invites(let person), .excludes(let again)), (.excludes(let person), .invites(let again)):
            person == again
        default: false
        }
    }
}
