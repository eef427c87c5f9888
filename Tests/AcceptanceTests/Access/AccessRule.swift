/// Whose a command is, and what must come of it: written down from the rights that people have, not from the code.
enum AccessRule: Hashable, Sendable {
    /// Looks at one list, or at all of them, or asks for names that a shell could complete.
    case read, browse, complete
    /// Looks at what is to be done, in all lists.
    case work
    /// Changes what is in a list, or takes an item out of it.
    case edit, remove
    /// Removes for good or brings back what is the owner's; empties the list into another one; removes the list.
    case trash, purge, merge, removeList
    /// Says who sees a list, and whether its items may be removed.
    case own, policy
    /// Sees, or answers, an invitation.
    case invitations, answer
    case leave
    /// Makes a list like one that is seen, and as private as that.
    case copy
    /// Makes a list of one's own, or one that nobody else sees; chooses the list for new items.
    case make, makePrivate, choose
    /// Asks a daemon how it is; or, without it, what can be seen from outside.
    case ask, examine
    /// Makes a person, changes oneself, or changes somebody else.
    case addPerson, ownPerson, otherPerson
    /// Says who the login is: the one that it is, or somebody whom the device is not for; signs as such a person.
    case beMyself, beAnother, actAs
    /// Is for the user of the daemon, there on any device, here on a device that lets others in and out.
    case manage, admit, pair
    /// Is for the user of the daemon, and concerns this device alone.
    case operate
    case join, leaveHousehold, reform, reformByForce
    case giveUp, restoreBackup
    /// Reads the files of the daemon.
    case files
}

/// What is somebody to a list.
enum AccessStanding: Hashable, Sendable {
    case owner
    case reader
    /// Takes part no more, and has not heard: what was done is taken, or is not, once they meet others.
    case readerNoMore(isTaken: Bool)
    case ended
    case invited
    case outside
    /// A login that nobody has said to be anybody.
    case nobody

    /// What a role is to a list; without a list, what it is to the household.
    init(_ role: AccessRole, in list: AccessList?) {
        let isEverybodys = list?.isEverybodys ?? true
        switch role {
        case .owner: self = .owner
        case .participant, .house: self = .reader
        case .invited: self = isEverybodys ? .reader : .invited
        case .other: self = isEverybodys ? .reader : .outside
        case .formerUnaware: self = .readerNoMore(isTaken: true)
        case .removedUnaware: self = .readerNoMore(isTaken: false)
        case .formerAware, .removedAware: self = .ended
        case .otherLogin, .serviceUser: self = .nobody
        }
    }
}

extension AccessRule {
    /// What must come of a command, by the design.
    ///
    /// - Parameters:
    ///   - role: Who acts.
    ///   - list: What it is done in.
    ///   - looksFirst: Whether the list is looked for before anything else.
    /// - Returns: What a test must see.
    func expected(_ role: AccessRole, in list: AccessList?, looksFirst: Bool) -> AccessOutcome {
        let standing = AccessStanding(role, in: list)
        switch self {
        case .files: return role.needsRoot ? .no(.files) : .yes
        case .examine: return role == .otherLogin ? .notShown : .yes
        case .complete where role == .otherLogin: return .notShown
        case _ where role == .otherLogin: return .no(.anotherDaemon)
        // Somebody who has heard that a list has ended can do nothing in it.
        case .work where role == .formerAware: return .notShown
        case .read, .browse, .complete, .work, .invitations:
            return seen(standing, isEverybodys: list?.isEverybodys ?? true)
        case .ask: return .yes
        case _ where role == .removedAware && isForOthers: return .no(.out)
        case .addPerson, .ownPerson, .otherPerson, .beMyself, .beAnother, .actAs: return aboutPeople(role)
        case .manage, .operate, .admit, .pair, .join, .leaveHousehold, .reform, .reformByForce, .giveUp, .restoreBackup:
            return aboutTheHousehold(role)
        case _ where standing == .nobody:
            return looksFirst && list?.isEverybodys == false ? .notFound : .no(.nobody)
        case .copy, .choose, .make, .makePrivate: return made(role, standing)
        case .answer: return standing == .invited ? done(standing) : .no(.notInvited)
        default: return changed(standing, list ?? .people)
        }
    }

    /// Whether it changes what others have, or would have: a device that knows of its removal keeps all as it is, and
    /// says so before anything else.
    private var isForOthers: Bool {
        switch self {
        case .edit, .remove, .trash, .purge, .merge, .removeList, .own, .policy, .answer, .leave: true
        case .copy, .make, .makePrivate: true
        case .addPerson, .ownPerson, .otherPerson, .actAs, .manage, .admit, .pair: true
        // It looks, or stays on the device; or it leads out of the household.
        case .read, .browse, .complete, .work, .invitations, .ask, .examine, .files, .choose, .operate, .giveUp: false
        case .beMyself, .beAnother, .join, .leaveHousehold, .reform, .reformByForce, .restoreBackup: false
        }
    }

    /// What is seen of a list: an end takes nothing away from a device.
    private func seen(_ standing: AccessStanding, isEverybodys: Bool) -> AccessOutcome {
        let isSeen: Bool =
            switch standing {
            case .owner, .reader, .readerNoMore, .ended: self != .invitations
            case .invited: self == .invitations
            case .outside: false
            case .nobody: isEverybodys && self != .invitations
            }
        return isSeen ? .yes : self == .read ? .notFound : .notShown
    }

    private func changed(_ standing: AccessStanding, _ list: AccessList) -> AccessOutcome {
        switch (self, standing) {
        case (_, .outside), (_, .invited), (_, .nobody): .notFound
        // What has ended goes from the device by leaving it.
        case (.leave, .ended): .withoutEffect
        case (.own, .ended): .no(.owners)
        case (_, .ended): .no(.ended)
        case (.leave, .owner): .no(.ownList)
        // That somebody leaves who is out already is seen nowhere.
        case (.leave, .readerNoMore): .dropped
        case (.leave, _), (.edit, _): done(standing)
        case (.remove, _): list.allowsRemoval ? done(standing) : .no(.cancelOnly)
        case (.purge, .owner), (.merge, .owner): list.allowsRemoval ? done(standing) : .no(.cancelOnly)
        case (_, .owner): done(standing)
        case (.own, _), (.policy, _): .no(.owners)
        default: list == .everybodys ? done(standing) : .no(.owners)
        }
    }

    /// What is made on a device of the house is the house's, and nothing of the house's is private.
    private func made(_ role: AccessRole, _ standing: AccessStanding) -> AccessOutcome {
        let isMadeOfNothing = self == .make || self == .makePrivate
        guard isMadeOfNothing || standing != .outside && standing != .invited else { return .notFound }
        return role == .house && (self == .makePrivate || self == .copy) ? .no(.house) : .yes
    }

    private func done(_ standing: AccessStanding) -> AccessOutcome {
        guard case .readerNoMore(let isTaken) = standing else { return .yes }
        return isTaken ? .kept : .dropped
    }

    private func aboutPeople(_ role: AccessRole) -> AccessOutcome {
        switch (self, role) {
        case (.beMyself, .serviceUser): .no(.anotherLogins)
        case (.beAnother, _): .no(.notForThem)
        case (.addPerson, .serviceUser): .yes
        case (.actAs, .serviceUser): .no(.daemonsUser)
        case (_, .serviceUser): .no(.nobody)
        case (.beMyself, .house), (.ownPerson, .house): .notFound
        // On a device of the house a name is a signature.
        case (.beMyself, _), (.actAs, .house): .yes
        case (.actAs, _): .no(.notForThem)
        case (_, .removedUnaware): .dropped
        case (.otherPerson, .owner): .yes
        case (.otherPerson, _): .no(.noAdmin)
        case (_, .formerUnaware): .kept
        default: .yes
        }
    }

    private func aboutTheHousehold(_ role: AccessRole) -> AccessOutcome {
        let isAdmin = role == .owner || role == .removedUnaware
        return switch (self, role) {
        case (_, .serviceUser): .no(.daemonsUser)
        case (.operate, _), (.leaveHousehold, _): .yes
        case (.manage, .removedUnaware), (.admit, .removedUnaware): .dropped
        case (.manage, .formerUnaware): .kept
        case (.manage, _): .yes
        case (.admit, _), (.pair, _): isAdmin ? .yes : .no(.noAdmin)
        case (.join, .removedAware): .yes
        case (.restoreBackup, .removedAware): .no(.hasLists)
        case (.join, _), (.restoreBackup, _): .no(.otherDevices)
        case (.reformByForce, _): isAdmin ? .no(.admins) : .yes
        case (.reform, _): .no(.admins)
        default: .no(.nothingLost)
        }
    }
}
