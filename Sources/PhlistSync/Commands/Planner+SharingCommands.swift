import OrderedCollections
import PhlistModel

/// What becomes of commands about who sees a list.
///
/// A word that shows a list to somebody counts only from a device on which its speaker is listed, so it is refused
/// elsewhere: it would seem to be said and have no effect.
extension Planner {
    mutating func plan(_ command: SharingCommand, _ action: inout Action) throws(CommandError) {
        switch command {
        case .share(let list, let names): try share(list, with: names, &action)
        case .unshare(let list, let names): try unshare(list, with: names, &action)
        case .show(let list, let toEverybody): try show(list, toEverybody, &action)
        case .answer(let list, let isAccepted): try answer(list, isAccepted, &action)
        case .leave(let list): try leave(list, &action)
        }
    }

    /// What makes a new list one of its owner and of those who are invited.
    func invitations(to names: [String], for action: Action) throws(CommandError) -> [FieldWrite] {
        try checkIsListed(action)
        return try participants(named: names).map { member throws(CommandError) in
            guard member != action.member else { throw .sharedWithOwner(member) }
            return SharingWord.grant(Grant(member, .invited)).write
        }
    }

    // MARK: The owner

    private func share(_ name: String, with names: [String], _ action: inout Action) throws(CommandError) {
        let (scope, audience) = try ownList(named: name, for: action)
        guard !audience.isEverybodys else { throw .seenByEverybody(scope) }
        try checkIsListed(action)
        try say(in: scope, of: names, &action) { member throws(CommandError) in
            switch audience.participation(of: member) {
            case .owner: throw .sharedWithOwner(member)
            case .invited, .accepted, .household: nil
            case .none, .declined, .left, .removed: .grant(Grant(member, .invited))
            }
        }
    }

    private func unshare(_ name: String, with names: [String], _ action: inout Action) throws(CommandError) {
        let (scope, audience) = try ownList(named: name, for: action)
        guard !audience.isEverybodys else { throw .seenByEverybody(scope) }
        try say(in: scope, of: names, includesRemoved: true, &action) { member throws(CommandError) in
            switch audience.participation(of: member) {
            case .owner: throw .sharedWithOwner(member)
            case .invited, .accepted, .declined, .left: .grant(Grant(member, .removed))
            case .none, .household, .removed: nil
            }
        }
    }

    /// Says a word of each member, where there is one to say.
    private func say(
        in scope: ScopeID,
        of names: [String],
        includesRemoved: Bool = false,
        _ action: inout Action,
        _ word: (MemberID) throws(CommandError) -> SharingWord?
    ) throws(CommandError) {
        action.outcome.list = scope
        for member in try participants(named: names, includesRemoved: includesRemoved) {
            let word = try word(member)
            action.add(word.map { [.write(.root, [$0.write])] } ?? [], in: scope)
            let reference = EntityReference(scope: scope, entity: EntityID(member))
            if word == nil {
                action.outcome.unchanged.append(reference)
            } else {
                action.outcome.changed.append(reference)
            }
        }
    }

    private func show(_ name: String, _ toEverybody: Bool, _ action: inout Action) throws(CommandError) {
        let (scope, audience) = try ownList(named: name, for: action)
        try checkIsListed(action)
        let word = SharingWord.visibility(toEverybody ? .household : .participants)
        action.write(audience.isEverybodys == toEverybody ? [] : [word.write], to: .root, in: scope)
        action.outcome.list = scope
    }

    /// A list that the caller sees and owns, with all that is on its way to the disk.
    private func ownList(named name: String, for action: Action) throws(CommandError) -> (ScopeID, Audience) {
        let scope = try library.list(named: name, for: action.caller)
        guard let audience = upcomingAudience(of: scope) else { throw .listNotFound(name) }
        guard audience.participation(of: action.member) == .owner else {
            throw .notListOwner(scope, owner: library.scopes[scope]?.upcomingList?.owner)
        }
        return (scope, audience)
    }

    /// Ends a member's part in all lists of whoever acts: others end it in their own.
    func endParticipation(of member: MemberID, _ action: inout Action) {
        for scope in library.listScopes where library.scopes[scope]?.upcomingList?.owner == action.member {
            guard let audience = upcomingAudience(of: scope), !audience.isEverybodys else { continue }
            switch audience.participation(of: member) {
            case .invited, .accepted: break
            case .owner, .household, .none, .declined, .left, .removed: continue
            }
            action.add([.write(.root, [SharingWord.grant(Grant(member, .removed)).write])], in: scope)
        }
    }

    // MARK: The invited

    private func answer(_ name: String, _ isAccepted: Bool, _ action: inout Action) throws(CommandError) {
        let match = try invitation(named: name, toAccept: isAccepted, for: action.caller)
        let invitation = match.invitation
        guard !match.isAnsweredElsewhere else { throw .leftElsewhere(invitation.list, title: invitation.title) }
        try checkIsListed(action)
        action.outcome.list = invitation.list
        let isSaid = match.isAccepted && isAccepted
        let answer = Answer(invitation.member, to: invitation.dot, isAccepted ? .accepted : .declined)
        action.write(isSaid ? [] : [SharingWord.answer(answer).write], to: .root, in: invitation.list)
    }

    /// What somebody means to answer: first what is open; what they said no to can only be accepted.
    private func invitation(
        named name: String,
        toAccept isAccepted: Bool,
        for caller: Principal
    ) throws(CommandError) -> Offer {
        let all = library.answerable(by: caller)
        for offers in [all.filter { !$0.isRefused }, isAccepted ? all.filter(\.isRefused) : []] {
            let matches = offers.named(name, by: \.invitation.title, or: \.invitation.list.description)
            guard let match = matches.first else { continue }
            guard matches.count == 1 else {
                throw .ambiguousInvitation(name, candidates: matches.map(\.invitation.list))
            }
            return match
        }
        throw .invitationNotFound(name)
    }

    /// Says no to all that shows a list to the caller, also to what shows it to everybody.
    private func leave(_ name: String, _ action: inout Action) throws(CommandError) {
        let scope = try library.list(named: name, for: action.caller)
        guard let audience = upcomingAudience(of: scope) else { throw .listNotFound(name) }
        switch audience.participation(of: action.member) {
        case .owner: throw .leavesOwnList(scope)
        case .accepted, .household: break
        case .invited, .none, .declined, .left, .removed: throw .notParticipant(scope)
        }
        try checkIsListed(action)
        action.outcome.list = scope
        // One op for each answer, as each names the op that it answers.
        for grant in audience.grantsToLeave(action.member) {
            let answer = Answer(action.member, to: grant, .left)
            action.write([SharingWord.answer(answer).write], to: .root, in: scope)
        }
    }

    // MARK: Who is who

    /// The members that names, or e-mail addresses, stand for, each once; the house is one of them.
    private func participants(
        named names: [String],
        includesRemoved: Bool = false
    ) throws(CommandError) -> [MemberID] {
        let members = try names.map { name throws(CommandError) -> MemberID in
            guard fold(name) != fold(Library.houseName) else { return .house }
            if let member = member(withEmail: name) { return member }
            return try library.member(named: name, includesRemoved: includesRemoved)
        }
        return OrderedSet(members).elements
    }

    /// The member with an e-mail address, letter case aside; of several who share one nobody is meant.
    private func member(withEmail text: String) -> MemberID? {
        guard text.contains("@") else { return nil }
        let matches = (library.upcomingHousehold?.everybody ?? []).filter {
            !$0.isRemoved && fold($0.email) == fold(text)
        }
        return matches.count == 1 ? matches[0].id : nil
    }

    /// Refuses what would not count: nobody has said that the caller may use this device.
    func checkIsListed(_ action: Action) throws(CommandError) {
        let willBeListed = !library.listing(of: action.member).isEmpty && action.isNewMember
        guard willBeListed || library.roster?.isListed(action.member, on: device) ?? false else {
            throw .memberNotListed(action.member)
        }
    }

    /// Refuses a private list of the house, which would be private to nobody.
    func checkIsSomebody(_ action: Action) throws(CommandError) {
        guard action.member != .house, !library.isOfHouse else { throw .privateListOfHouse }
    }

    /// Who may see a list once all that is in flight is applied.
    private func upcomingAudience(of scope: ScopeID) -> Audience? {
        library.scopes[scope]?.upcomingList.flatMap { library.audience(of: $0) }
    }
}
