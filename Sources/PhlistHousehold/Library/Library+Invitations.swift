package import PhlistModel
import PhlistVocabulary

/// The reports of other devices about lists with participants: who is invited, and for whom a list has ended.
extension Library {
    // MARK: Reports

    /// Returns the latest report of a device, including one in flight.
    package func upcomingInvitations(from teller: DeviceID) -> Invitations {
        for entry in entriesInFlight.joined().reversed() {
            if case .local(.invitations(from: teller, let told)) = entry { return told }
        }
        return invitations[teller] ?? Invitations()
    }

    /// Whether this device knows from the words of a list that it may not see it: it then does not name the list to
    /// devices that agree, and they need not repeat it.
    package func excludesThisDevice(_ list: ScopeID) -> Bool {
        audience(of: list).map { !$0.includes(device) } ?? false
    }

    /// Whether a device gets the answers to its invitation, though nothing else of the list is here.
    package func isAwaitingAnswer(_ device: DeviceID, to list: ScopeID) -> Bool {
        invitations[device]?.open.contains { invitation in
            guard invitation.list == list, invitation.isRefused else { return invitation.list == list }
            // After a no, no further answer is awaited unless the member changed it to a yes.
            return upcomingAnswers(to: invitation).last == .accepted
        } ?? false
    }

    /// Whether this device and another one agree that the list has ended for this one.
    package func isAgreedToHaveEnded(_ list: ScopeID, with device: DeviceID, _ audience: Audience) -> Bool {
        guard invitations[device]?.hasEnded(list) ?? false else { return false }
        return !audience.includes(self.device)
    }

    /// Whether a device's report says that this one may not see a list.
    ///
    /// Nobody who may see the list is invited to it. An invitation among the words here is older than they are, because
    /// words are sent only to devices that may see the list.
    private func closes(_ told: Invitations, _ list: ScopeID) -> Bool {
        told.ended.contains(list) || told.open.contains { $0.list == list && !isHere($0) }
    }

    /// Whether the op that invites is among the list's words here.
    private func isHere(_ invitation: Invitation) -> Bool {
        scopes[invitation.list]?.state.sharing.contains(invitation.dot) ?? false
    }

    // MARK: Offers

    /// Returns the invitations that a caller has not declined, by title.
    package func offers(for caller: Principal) -> [Offer] {
        answerable(by: caller).filter { !$0.isRefused }
    }

    /// Returns the caller's invitations, including lists that the caller declined or left and may answer again.
    package func answerable(by caller: Principal) -> [Offer] {
        guard let member = member(of: caller) else { return [] }
        let here = sharedLists.filter { !isWithdrawn($0) }.compactMap { list in
            audience(of: list).flatMap { invitation(of: member, $0, to: list) }.map { Offer($0, teller: nil) }
        }
        let told = tellers.flatMap { device, invitations in
            invitations.open.filter { $0.member == member }
                .compactMap { offer($0, by: device) }
        }
        // The words of a copy here are older than an invitation that is not among them.
        let newer = told.filter { !isHere($0.invitation) }
        // A device of neither the owner nor the caller may tell an invitation that the owner has taken back.
        let standing = told.filter { isHere($0.invitation) && !isWithdrawn($0.invitation.list) }
        var lists: Set<ScopeID> = []
        return (newer + here + standing).filter { lists.insert($0.invitation.list).inserted }
            .map { (offer: $0, name: fold($0.invitation.title)) }
            .sorted { ($0.name, $0.offer.invitation.list) < ($1.name, $1.offer.invitation.list) }
            .map(\.offer)
    }

    /// Returns the lists that a caller was shown once, and that the owner has hidden from this device since.
    func withdrawnLists(for caller: Principal) -> [ListState] {
        guard let member = member(of: caller) else { return [] }
        return sharedLists.filter { isWithdrawn($0) }.compactMap { scopes[$0]?.state.list }.filter { list in
            switch audience(of: list)?.participation(of: member) {
            case .household, .invited, .accepted, .declined, .left, .removed: true
            case .owner, .none?, nil: false
            }
        }
    }

    /// Returns the invitation of a member to a list that is here and that they do not see.
    package func invitation(of member: MemberID, _ audience: Audience, to scope: ScopeID) -> Invitation? {
        let isRefused: Bool
        switch audience.participation(of: member) {
        case .invited: isRefused = false
        case .declined, .left: isRefused = true
        case .owner, .none, .household, .accepted, .removed: return nil
        }
        guard let dot = audience.invitation(of: member), let list = scopes[scope]?.state.list, let owner = list.owner,
            !list.isTrashed
        else { return nil }
        let title = list.title.prefix(bytes: TextKind.title.bytesMax)
        return Invitation(list: scope, dot: dot, member: member, inviter: owner, isRefused: isRefused, title: title)
    }

    /// Whether a device of the owner reports that a list has ended for all users of this one, and that none of them may
    /// answer again.
    private func isWithdrawn(_ list: ScopeID) -> Bool {
        guard !invitations.isEmpty, let roster, let owner = scopes[list]?.state.origin?.owner else { return false }
        return tellers.contains { teller, told in
            told.ended.contains(list) && !told.invites(to: list) && roster.isListed(owner, on: teller)
        }
    }

    /// The reports of the household's devices, in the order of their ids.
    private var tellers: [(key: DeviceID, value: Invitations)] {
        invitations.filter { roster?.contains($0.key) ?? false }.sorted { $0.key < $1.key }
    }

    /// Returns the member's answers to an invitation, including those in flight.
    private func upcomingAnswers(to invitation: Invitation) -> [Answer.State] {
        scopes[invitation.list]?.upcomingList?.sharing.answers(of: invitation.member, to: invitation.dot) ?? []
    }

    /// Returns the state of a reported invitation; nil once the list has come.
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

    /// Whether a member has left a list, by the words here or by a report of a device of theirs or of the owner's.
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
            // A refusal known here has been answered again.
            return !list.sharing.answers(of: member, to: grant).contains(where: \.isRefusal)
        }
    }

    /// Whether another device reports that a list has ended for everybody on this one: nothing new of it will come.
    ///
    /// This is only a claim, which changes nothing; claims on lists whose owner uses this device do not count.
    package func isSaidToHaveEnded(_ list: ScopeID) -> Bool {
        isReportedToHaveEnded(list) { device, _ in roster?.contains(device) ?? false }
    }

    /// Whether a device of the owner, or an admin, reports that a list has ended, which is enough: the list can no
    /// longer be changed.
    ///
    /// An admin can remove devices, and so keep them from changing anything, without such a report.
    package func hasEnded(_ list: ScopeID) -> Bool {
        guard let roster else { return false }
        return isReportedToHaveEnded(list) { device, owner in
            roster.contains(device) && (roster.isListed(owner, on: device) || roster.admins.contains(device))
        }
    }

    /// Whether any device, even a removed one, reports that a list has ended: enough not to show it to anybody new.
    package func mayHaveEnded(_ list: ScopeID) -> Bool {
        isReportedToHaveEnded(list) { _, _ in true }
    }

    /// Whether a chosen device reports that this one may not see a list; false if the owner uses this device.
    private func isReportedToHaveEnded(_ list: ScopeID, by isMeant: (DeviceID, _ owner: MemberID) -> Bool) -> Bool {
        guard !invitations.isEmpty, let owner = scopes[list]?.state.origin?.owner,
            roster?.isListed(owner, on: device) == false
        else { return false }
        return invitations.contains { teller, told in closes(told, list) && isMeant(teller, owner) }
    }
}

/// An invitation as its member sees it.
package struct Offer: Hashable, Sendable {
    package var invitation: Invitation
    /// The device that reported it and from which the list will come; nil if the list is here.
    package var teller: DeviceID?
    /// Whether it is accepted and the list has not come yet.
    package var isAccepted = false
    /// Whether the member declined it.
    package var isRefused: Bool
    /// Whether it was declined on another device and that has not come here: a yes that does not know the no has no
    /// effect.
    var isAnsweredElsewhere = false

    fileprivate init(_ invitation: Invitation, teller: DeviceID?) {
        (self.invitation, self.teller, isRefused) = (invitation, teller, invitation.isRefused)
    }
}
