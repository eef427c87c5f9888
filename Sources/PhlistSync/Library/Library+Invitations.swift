package import PhlistModel

/// Lists with participants that this device does not have, or has no more, as other devices tell of them.
extension Library {
    // MARK: What was told

    /// What a device has told, with what is on its way to the disk.
    func upcomingInvitations(from teller: DeviceID) -> Invitations {
        for entry in entriesInFlight.joined().reversed() {
            if case .local(.invitations(from: teller, let told)) = entry { return told }
        }
        return invitations[teller] ?? Invitations()
    }

    /// Whether this device knows by the words of a list that it may not see it: then it does not name the list to those
    /// who agree, and they need not say so again.
    func isKnownToBeOver(_ list: ScopeID) -> Bool {
        audience(of: list).map { !$0.includes(device) } ?? false
    }

    /// Whether a device hears what is answered to its invitation, though nothing else of the list is here.
    package func isAwaitingAnswer(_ device: DeviceID, to list: ScopeID) -> Bool {
        invitations[device]?.open.contains { invitation in
            guard invitation.list == list, invitation.isRefused else { return invitation.list == list }
            // What was answered with no is asked about no more, unless it was answered again.
            return upcomingAnswers(to: invitation).last == .accepted
        } ?? false
    }

    /// Whether this device and another one agree that this one takes no part in a list any more.
    func isOver(_ list: ScopeID, with device: DeviceID, _ audience: Audience) -> Bool {
        guard invitations[device]?.hasEnded(list) ?? false else { return false }
        return !audience.includes(self.device)
    }

    /// Whether what a device tells says that this one may not see a list.
    ///
    /// Nobody is invited who may see it already. An invitation that is here among the words of the list is older than
    /// they are: words come to those alone who may see the list.
    private func closes(_ told: Invitations, _ list: ScopeID) -> Bool {
        told.ended.contains(list) || told.open.contains { $0.list == list && !isHere($0) }
    }

    /// Whether the word that invites is among those of its list that are here.
    private func isHere(_ invitation: Invitation) -> Bool {
        scopes[invitation.list]?.state.sharing.contains(invitation.dot) ?? false
    }

    // MARK: What people see

    /// What a caller is invited to and has not declined, by title.
    package func offers(for caller: Principal) -> [Offer] {
        answerable(by: caller).filter { !$0.isRefused }
    }

    /// The same with what the caller has declined, or left, and may answer again.
    package func answerable(by caller: Principal) -> [Offer] {
        guard let member = member(of: caller) else { return [] }
        let here = sharedLists.filter { !isTakenBack($0) }.compactMap { list in
            audience(of: list).flatMap { invitation(of: member, $0, to: list) }.map { Offer($0, teller: nil) }
        }
        let told = tellers.flatMap { device, invitations in
            invitations.open.filter { $0.member == member }
                .compactMap { offer($0, by: device) }
        }
        // What a copy here says is older than an invitation that is not among its words.
        let newer = told.filter { !isHere($0.invitation) }
        var lists: Set<ScopeID> = []
        return (newer + here + told).filter { lists.insert($0.invitation.list).inserted }
            .map { (offer: $0, name: fold($0.invitation.title)) }
            .sorted { ($0.name, $0.offer.invitation.list) < ($1.name, $1.offer.invitation.list) }
            .map(\.offer)
    }

    /// What a member may answer to take part in a list that is here and that they do not see.
    func invitation(of member: MemberID, _ audience: Audience, to scope: ScopeID) -> Invitation? {
        let isRefused: Bool
        switch audience.participation(of: member) {
        case .invited: isRefused = false
        case .declined, .left: isRefused = true
        case .owner, .none, .household, .accepted, .removed: return nil
        }
        guard let dot = audience.invitation(of: member), let list = scopes[scope]?.state.list, let owner = list.owner,
            !list.isTrashed
        else { return nil }
        let title = list.title.prefix(bytes: Limits.titleBytesMax)
        return Invitation(list: scope, dot: dot, member: member, inviter: owner, isRefused: isRefused, title: title)
    }

    /// Whether a device of the owner says that a list has ended for all who use this one, and that none of them may
    /// answer again.
    private func isTakenBack(_ list: ScopeID) -> Bool {
        guard !invitations.isEmpty, let roster, let owner = scopes[list]?.state.origin?.owner else { return false }
        return tellers.contains { teller, told in
            told.ended.contains(list) && !told.invites(to: list) && roster.isListed(owner, on: teller)
        }
    }

    /// What the household's devices have told, in the order of their ids.
    private var tellers: [(key: DeviceID, value: Invitations)] {
        invitations.filter { roster?.contains($0.key) ?? false }.sorted { $0.key < $1.key }
    }

    /// What the member has answered to an invitation, with what is on its way to the disk.
    private func upcomingAnswers(to invitation: Invitation) -> [Answer.State] {
        scopes[invitation.list]?.upcomingList?.sharing.answers(of: invitation.member, to: invitation.dot) ?? []
    }

    /// What has become of an invitation that was told; nil once the list has come.
    private func offer(_ invitation: Invitation, by device: DeviceID) -> Offer? {
        let answers = upcomingAnswers(to: invitation)
        var offer = Offer(invitation, teller: device)
        guard !invitation.isRefused || answers.contains(where: \.isRefusal) else {
            offer.isAnsweredElsewhere = true
            return offer
        }
        switch answers.last {
        case nil: break
        case .accepted:
            let takesPart = audience(of: invitation.list)?.sees(invitation.member) ?? false
            if takesPart, isHere(invitation) { return nil }
            (offer.isAccepted, offer.isRefused) = (true, false)
        case .declined, .left: offer.isRefused = true
        }
        return offer
    }

    /// Whether a member has left a list, by the words here or by what a device of theirs, or of the owner's, tells.
    func hasLeft(_ list: ListState, _ member: MemberID) -> Bool {
        guard let audience = audience(of: list) else { return false }
        let participation = audience.participation(of: member)
        guard participation != .left else { return true }
        guard participation == .household || participation == .accepted, !invitations.isEmpty, let roster,
            let owner = list.owner
        else { return false }
        return tellers.contains { teller, told in
            guard roster.isListed(member, on: teller) || roster.isListed(owner, on: teller),
                let grant = told.refused(list.scope, by: member)
            else { return false }
            // Where the no is known, it was answered again here.
            return !list.sharing.answers(of: member, to: grant).contains(where: \.isRefusal)
        }
    }

    /// Whether another device says that nobody on this one takes part in a list any more: nothing new of it will come.
    ///
    /// That is the other's claim, which changes nothing; of a list whose owner uses this device it is none.
    package func isSaidToHaveEnded(_ list: ScopeID) -> Bool {
        isClosed(list) { device, _ in roster?.contains(device) ?? false }
    }

    /// The same, said by a device of the owner, whose word is enough: nothing can be changed in the list.
    func hasEnded(_ list: ScopeID) -> Bool {
        isClosed(list) { device, owner in
            roster?.contains(device) ?? false && roster?.isListed(owner, on: device) ?? false
        }
    }

    /// The same, said by any device, also by one that is out by now: enough to show the list to nobody new.
    package func mayBeClosed(_ list: ScopeID) -> Bool {
        isClosed(list) { _, _ in true }
    }

    /// Whether one of some devices says that this one, which has a list of somebody else's, may not see it.
    private func isClosed(_ list: ScopeID, saidBy isMeant: (DeviceID, _ owner: MemberID) -> Bool) -> Bool {
        guard !invitations.isEmpty, let owner = scopes[list]?.state.origin?.owner,
            roster?.isListed(owner, on: device) == false
        else { return false }
        return invitations.contains { teller, told in closes(told, list) && isMeant(teller, owner) }
    }
}

/// An invitation as its member sees it.
package struct Offer: Hashable, Sendable {
    package var invitation: Invitation
    /// The device that told of it and that the list will come from; nil when the list is here.
    package var teller: DeviceID?
    /// Whether it is accepted, and the list has not come yet.
    package var isAccepted = false
    /// Whether the member has said no.
    package var isRefused: Bool
    /// Whether that was said on another device, and has not come here: a yes that does not know it has no effect.
    var isAnsweredElsewhere = false

    fileprivate init(_ invitation: Invitation, teller: DeviceID?) {
        (self.invitation, self.teller, isRefused) = (invitation, teller, invitation.isRefused)
    }
}
