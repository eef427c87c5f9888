import PhlistControl
import PhlistModel
import PhlistSync

/// The calls about who sees a list.
extension DaemonService {
    func registerSharing(in table: inout ControlTable) {
        table.on(SharingQuery.self) { call, asker throws(ControlError) in try await host.sharing(call, asker) }
        table.on(ChangeSharingRequest.self) { call, asker throws(ControlError) in
            try await host.changeSharing(call, asker)
        }
        table.on(LeaveListRequest.self) { call, asker throws(ControlError) in
            try await host.leaveList(call, asker)
        }
        table.on(InvitationsQuery.self) { _, asker in await host.invitations(asker) }
        table.on(AnswerInvitationRequest.self) { call, asker throws(ControlError) in
            try await host.answerInvitation(call, asker)
        }
    }
}

extension ReplicaHost {
    func sharing(_ query: SharingQuery, _ asker: Asker) throws(ControlError) -> SharingReply {
        let scope = try explaining(for: asker.principal) { () throws(CommandError) in
            try replica.library.list(named: query.list, for: asker.principal)
        }
        guard let list = replica.library.list(scope) else { throw .unexpected }
        return sharingReply(list, asker)
    }

    func changeSharing(_ request: ChangeSharingRequest, _ asker: Asker) async throws(ControlError) -> SharingReply {
        let command: SharingCommand
        switch (request.invite, request.remove) {
        case (let names?, _): command = .share(request.list, with: names)
        case (_, let names?): command = .unshare(request.list, with: names)
        case (nil, nil): command = .show(request.list, toEverybody: request.isForEverybody ?? false)
        }
        let done = try await perform(.sharing(command), asker)
        var reply = sharingReply(try list(of: done), asker)
        reply.isChanged = !done.outcome.changed.isEmpty
        return reply
    }

    func leaveList(_ request: LeaveListRequest, _ asker: Asker) async throws(ControlError) -> ListReply {
        let done = try await perform(.sharing(.leave(request.list)), asker)
        return ListReply(list: view(try list(of: done), for: asker.principal))
    }

    func invitations(_ asker: Asker) -> InvitationsReply {
        InvitationsReply(invitations: invitationViews(for: asker.principal))
    }

    func answerInvitation(
        _ request: AnswerInvitationRequest,
        _ asker: Asker
    ) async throws(ControlError) -> InvitationReply {
        // An answered invitation is no longer in the list of open ones.
        let before = replica.library.answerable(by: asker.principal).map(view)
        let command = SharingCommand.answer(request.list, isAccepted: request.isAccepted)
        let done = try await perform(.sharing(command), asker)
        guard let scope = done.outcome.list?.description, var view = before.first(where: { $0.list == scope }) else {
            throw .unexpected
        }
        view.isAccepted = request.isAccepted
        return InvitationReply(invitation: view, isChanged: !done.outcome.changed.isEmpty)
    }

    // MARK: Views

    func invitationViews(for caller: Principal) -> [InvitationView] {
        replica.library.offers(for: caller).map(view)
    }

    private func view(_ offer: Offer) -> InvitationView {
        InvitationView(
            list: offer.invitation.list.description,
            title: offer.invitation.title,
            inviter: replica.library.memberName(offer.invitation.inviter),
            device: offer.teller.flatMap { replica.library.deviceName($0) },
            isAccepted: offer.isAccepted
        )
    }

    /// Returns the names of those who see a list that is not everybody's, sorted, the house last; nil when there are
    /// none.
    func participantNames(of list: ListState) -> [String]? {
        guard let audience = replica.library.audience(of: list), !audience.isEverybodys, !audience.accepted.isEmpty
        else {
            return nil
        }
        let people = audience.accepted.filter { $0 != .house }.map { replica.library.memberName($0) ?? "" }
        return people.sorted { fold($0) < fold($1) } + (audience.isParticipant(.house) ? [Library.houseName] : [])
    }

    private func sharingReply(_ list: ListState, _ asker: Asker) -> SharingReply {
        SharingReply(list: view(list, for: asker.principal), participants: participants(of: list))
    }

    private func participants(of list: ListState) -> [ParticipantView] {
        guard let owner = list.owner, let household = replica.library.household,
            let audience = replica.library.audience(of: list)
        else {
            return []
        }
        let hasHouseLeft = audience.participation(of: .house) == .left
        let everybody = household.members + (hasHouseLeft ? [.house] : [])
        let others = audience.isEverybodys ? everybody : audience.invited
        let views = others.compactMap { member -> ParticipantView? in
            guard member != owner, let state = ParticipantView.State(audience.participation(of: member)) else {
                return nil
            }
            return view(of: member, state, in: household.roster)
        }
        return [view(of: owner, .owner, in: household.roster)]
            + views.sorted { fold($0.name) < fold($1.name) }
    }

    private func view(of member: MemberID, _ state: ParticipantView.State, in roster: Roster) -> ParticipantView {
        let hasList = state == .owner || state == .accepted || state == .household
        let devices = roster.sorted.filter { entry in
            guard member != .house else { return entry.device.members.isEmpty }
            return entry.device.members.contains(member)
        }
        return ParticipantView(
            name: member == .house ? Library.houseName : replica.library.memberName(member) ?? "",
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

/// Words for refusals about who sees a list.
extension ReplicaHost {
    func explainSharing(_ error: CommandError) -> ControlError {
        switch error {
        case .notListOwner(let scope, let owner):
            let (title, name) = (title(of: scope), owner.flatMap { replica.library.memberName($0) } ?? "its owner")
            return ControlError(
                .notPermitted,
                "\(title) belongs to \(name), who alone can share it, change what may be removed, and trash it",
                hint: "to leave it: phlistctl leave \"\(title)\""
            )
        case .listEnded(let scope):
            let title = title(of: scope)
            return ControlError(
                .notPermitted,
                "cannot change \(title): it is no longer shared with you",
                hint: "to keep a private copy: phlistctl list copy \"\(title)\" NAME"
            )
        case .notParticipant(let scope):
            return ControlError(
                .notPermitted,
                "cannot change \(title(of: scope)): it is not shared with whoever you act as",
                hint: "see who takes part: phlistctl list show \"\(title(of: scope))\""
            )
        case .tooManySharingChanges(let scope):
            let title = title(of: scope)
            return ControlError(
                .notPermitted,
                "this device has changed who sees \(title) too often: others would not count one more change",
                hint: "do it on another device of yours, or copy the list: phlistctl list copy \"\(title)\" NAME"
            )
        case .tooManyWords(let count):
            let limit = PhlistModel.Limits.batchWordsMax
            return ControlError(.invalid, "\(count) people are too many at once; at most \(limit)")
        case .sharedWithOwner(let member):
            return ControlError(.invalid, "\(name(of: member)) owns the list, and sees it anyway")
        case .seenByEverybody(let scope):
            return ControlError(
                .invalid,
                "\(title(of: scope)) is seen by the whole household",
                hint: "its owner shows it to single members with: phlistctl unshare --everyone \"\(title(of: scope))\""
            )
        case .leavesOwnList(let scope):
            return ControlError(
                .notPermitted,
                "\(title(of: scope)) is your own list",
                hint: "to do without it: phlistctl list rm \"\(title(of: scope))\""
            )
        case .invitationNotFound(let name):
            return ControlError(
                .notFound,
                "no invitation to \"\(name)\"",
                hint: "see them with: phlistctl invite ls"
            )
        case .leftElsewhere(_, let title):
            return ControlError(
                .conflict,
                "you said no to \(title) on another device of yours, which this one has not heard from",
                hint: "accept it there, or ask its owner to share it with you again"
            )
        case .ambiguousInvitation(let name, let lists):
            return ambiguous("invitation", name, lists.map { $0.description.shortened })
        default: return .unexpected
        }
    }
}
