import OrderedCollections
import PhlistModel
import PhlistVocabulary

/// Planning commands about sharing.
///
/// A word that shows a list to somebody counts only from a device on which its speaker is listed, so it is refused
/// elsewhere, where it would have no effect.
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

    /// Returns the writes that invite members to a new list.
    func invitations(to names: [String], for action: Action) throws(CommandError) -> [FieldWrite] {
        try checkIsListed(action)
        return try participants(named: names).map { member throws(CommandError) in
            guard member != action.member else { throw .sharing(.sharedWithOwner(member)) }
            return SharingWord.grant(Grant(member, .invited)).write
        }
    }

    // MARK: Owner

    private func share(_ name: String, with names: [String], _ action: inout Action) throws(CommandError) {
        let (scope, audience) = try ownList(named: name, for: action)
        guard !audience.isEverybodys else { throw .sharing(.seenByEverybody(scope)) }
        try checkIsListed(action)
        try say(in: scope, of: names, &action) { member throws(CommandError) in
            switch audience.participation(of: member) {
            case .owner: throw .sharing(.sharedWithOwner(member))
            case .invited, .accepted, .household: nil
            case .none, .declined, .left, .removed: .grant(Grant(member, .invited))
            }
        }
    }

    private func unshare(_ name: String, with names: [String], _ action: inout Action) throws(CommandError) {
        let (scope, audience) = try ownList(named: name, for: action)
        guard !audience.isEverybodys else { throw .sharing(.seenByEverybody(scope)) }
        try say(in: scope, of: names, includesRemoved: true, &action) { member throws(CommandError) in
            switch audience.participation(of: member) {
            case .owner: throw .sharing(.sharedWithOwner(member))
            case .invited, .accepted, .declined, .left: .grant(Grant(member, .removed))
            case .none, .household, .removed: nil
            }
        }
    }

    /// Says a word about each member, if there is one to say.
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

    /// Returns a list that the caller sees and owns, with its audience including everything in flight.
    private func ownList(named name: String, for action: Action) throws(CommandError) -> (ScopeID, Audience) {
        let scope = try library.list(named: name, for: action.caller)
        guard let audience = upcomingAudience(of: scope) else { throw .list(.notFound(name)) }
        guard audience.participation(of: action.member) == .owner else {
            throw .sharing(.notOwner(scope, owner: library.scopes[scope]?.upcomingList?.owner))
        }
        return (scope, audience)
    }

    /// Ends a member's part in all lists of the acting member; other owners do so in their own.
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

    // MARK: Invited members

    private func answer(_ name: String, _ isAccepted: Bool, _ action: inout Action) throws(CommandError) {
        let match = try invitation(named: name, toAccept: isAccepted, for: action.caller)
        let invitation = match.invitation
        guard !match.isAnsweredElsewhere else {
            throw .sharing(.leftElsewhere(invitation.list, title: invitation.title))
        }
        try checkIsListed(action)
        action.outcome.list = invitation.list
        let isSaid = match.isAccepted && isAccepted
        let answer = Answer(invitation.member, to: invitation.dot, isAccepted ? .accepted : .declined)
        action.write(isSaid ? [] : [SharingWord.answer(answer).write], to: .root, in: invitation.list)
    }

    /// Resolves the invitation to answer: open ones first; declined ones can only be accepted.
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
                throw .sharing(.ambiguousInvitation(name, candidates: matches.map(\.invitation.list)))
            }
            return match
        }
        let withdrawn = library.withdrawnLists(for: caller).named(name, by: \.title, or: \.scope.description).first
        throw .sharing(withdrawn.map { .withdrawn($0.scope) } ?? .invitationNotFound(name))
    }

    /// Declines everything that shows a list to the caller, including grants to everybody.
    private func leave(_ name: String, _ action: inout Action) throws(CommandError) {
        let scope = try library.list(named: name, for: action.caller)
        guard let audience = upcomingAudience(of: scope) else { throw .list(.notFound(name)) }
        switch audience.participation(of: action.member) {
        case .owner: throw .sharing(.leavesOwnList(scope))
        case .accepted, .household: break
        case .invited, .none, .declined, .left, .removed: throw .sharing(.notParticipant(scope))
        }
        try checkIsListed(action)
        action.outcome.list = scope
        // One op for each answer, because each names the op that it answers.
        for grant in audience.grantsToLeave(action.member) {
            let answer = Answer(action.member, to: grant, .left)
            action.write([SharingWord.answer(answer).write], to: .root, in: scope)
        }
    }

    // MARK: Members

    /// Resolves names or e-mail addresses to members, each once; the house is one of them.
    private func participants(named names: [String], includesRemoved: Bool = false) throws(CommandError) -> [MemberID] {
        let members = try names.map { name throws(CommandError) -> MemberID in
            guard fold(name) != fold(Library.houseName) else { return .house }
            return try library.member(named: name, includesRemoved: includesRemoved)
        }
        return OrderedSet(members).elements
    }

    /// Throws if the action would not count, because the caller is not listed for this device.
    func checkIsListed(_ action: Action) throws(CommandError) {
        let willBeListed = !library.listing(of: action.member).isEmpty && action.isNewMember
        guard willBeListed || library.roster?.isListed(action.member, on: device) ?? false else {
            throw .member(.notListed(action.member))
        }
    }

    /// Throws for a private list of the house, which would be private to nobody.
    func checkIsSomebody(_ action: Action) throws(CommandError) {
        guard action.member != .house, !library.isOfHouse else { throw .login(.privateListOfHouse) }
    }

    /// Returns the audience of a list once everything in flight is applied.
    private func upcomingAudience(of scope: ScopeID) -> Audience? {
        library.scopes[scope]?.upcomingList.flatMap { library.audience(of: $0) }
    }
}
