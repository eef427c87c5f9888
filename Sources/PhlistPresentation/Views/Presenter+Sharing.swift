package import PhlistControl
package import PhlistHousehold
import PhlistModel

/// Replies about who sees a list.
extension Presenter {
    package func sharing(_ query: SharingQuery, for caller: Principal) throws(ControlError) -> SharingReply {
        sharingReply(try list(named: query.list, for: caller), for: caller)
    }

    package func invitations(_ query: InvitationsQuery, for caller: Principal) -> InvitationsReply {
        InvitationsReply(invitations: invitationViews(for: caller))
    }

    package func changedSharing(_ performed: Performed, from before: SharingReply?) throws(ControlError) -> SharingReply
    {
        var reply = sharingReply(try list(of: performed), for: performed.caller)
        reply.isChanged = performed.isChanged
        let present = reply.participants.flatMap(\.devices)
        let former = Set(before?.participants.flatMap(\.devices) ?? []).subtracting(present)
        reply.formerDevices = former.isEmpty ? nil : former.sorted()
        return reply
    }

    package func leftList(_ performed: Performed) throws(ControlError) -> ListReply {
        ListReply(list: view(try list(of: performed), for: performed.caller))
    }

    /// Returns the invitations that a caller may answer, also those that were answered.
    package func answerable(by caller: Principal) -> [InvitationView] {
        library.answerable(by: caller).map(view)
    }

    /// Returns the reply for an answered invitation, which is no longer in the list of open ones.
    package func answered(
        _ performed: Performed,
        shownAs before: [InvitationView],
        isAccepted: Bool
    ) throws(ControlError) -> InvitationReply {
        guard let scope = performed.outcome.list?.description, var view = before.first(where: { $0.list == scope })
        else {
            throw .unexpected
        }
        view.isAccepted = isAccepted
        return InvitationReply(invitation: view, isChanged: performed.isChanged)
    }

    func invitationViews(for caller: Principal) -> [InvitationView] {
        library.offers(for: caller).map(view)
    }

    private func view(_ offer: Offer) -> InvitationView {
        InvitationView(
            list: offer.invitation.list.description,
            title: offer.invitation.title,
            inviter: library.memberName(offer.invitation.inviter),
            device: offer.teller.flatMap { library.deviceName($0) },
            isAccepted: offer.isAccepted
        )
    }

    /// Returns the names of those who see a list that is not everybody's, sorted, the house last; nil when there are
    /// none.
    func participantNames(of list: ListState) -> [String]? {
        guard let audience = library.audience(of: list), !audience.isEverybodys, !audience.accepted.isEmpty
        else {
            return nil
        }
        let people = audience.accepted.filter { $0 != .house }.map { library.memberName($0) ?? "" }
        return people.sorted { fold($0) < fold($1) } + (audience.isParticipant(.house) ? [Library.houseName] : [])
    }

    private func sharingReply(_ list: ListState, for caller: Principal) -> SharingReply {
        SharingReply(list: view(list, for: caller), participants: participants(of: list))
    }

    /// Returns everybody with a part in a list; the words that end the part of this device's users may not be here.
    private func participants(of list: ListState) -> [ParticipantView] {
        guard let owner = list.owner, let household = library.household,
            let audience = library.audience(of: list)
        else {
            return []
        }
        let hasHouseLeft = audience.participation(of: .house) == .left
        let everybody = household.members + (hasHouseLeft ? [.house] : [])
        let others = audience.isEverybodys ? everybody : audience.invited
        let ended = library.isSaidToHaveEnded(list.scope) ? users(in: household.roster) : []
        let views = others.compactMap { member -> ParticipantView? in
            guard member != owner, let state = ParticipantView.State(audience.participation(of: member)) else {
                return nil
            }
            return view(of: member, ended.contains(member) ? .removed : state, in: household.roster)
        }
        return [view(of: owner, .owner, in: household.roster)]
            + views.sorted { fold($0.name) < fold($1.name) }
    }

    /// The users of this device; the house if it has none.
    private func users(in roster: Roster) -> [MemberID] {
        let users = roster.devices[library.device]?.members ?? []
        return users.isEmpty ? [.house] : users
    }

    private func view(of member: MemberID, _ state: ParticipantView.State, in roster: Roster) -> ParticipantView {
        let hasList = state == .owner || state == .accepted || state == .household
        let devices = roster.sorted.filter { entry in
            guard member != .house else { return entry.device.members.isEmpty }
            return entry.device.members.contains(member)
        }
        return ParticipantView(
            name: member == .house ? Library.houseName : library.memberName(member) ?? "",
            state: state,
            devices: hasList ? devices.map(\.device.name).sorted() : []
        )
    }
}

extension ParticipantView.State {
    /// Creates the state of a member in a list; nil for one who was never invited.
    fileprivate init?(_ participation: Audience.Participation) {
        switch participation {
        case .owner: self = .owner
        case .none: return nil
        case .household: self = .household
        case .invited: self = .invited
        case .accepted: self = .accepted
        case .declined: self = .declined
        case .left: self = .left
        case .removed: self = .removed
        }
    }
}
