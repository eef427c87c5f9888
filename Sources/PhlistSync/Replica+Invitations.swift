import PhlistModel

/// Lists with participants, as those hear of them who do not have them, or no longer.
///
/// Whoever has such a list tells in every session what is open and what has ended, all at once: what is not told any
/// more is not so any more. It is kept, so that an invitation can be answered while the others are away. An answer is
/// an op of the list, and goes to whoever told of the invitation; an acceptance lets the list itself come.
extension Replica {
    // MARK: Telling

    /// Tells all devices that are connected, after a change of who is here or of who may see what.
    mutating func tellInvitations() {
        for session in openSessions {
            tellInvitations(to: session.connection)
        }
    }

    /// Tells a device what its people are invited to and what has ended for them, once it has said what it holds;
    /// nothing if that is what it was told last.
    mutating func tellInvitations(to id: ConnectionID) {
        guard let session = sessions[id], session.hasSummary else { return }
        let invitations = invitations(for: session)
        guard sessions[id]?.willInvite(invitations) ?? false else { return }
        effects.append(.send(id, .invitations(invitations)))
    }

    /// What concerns the people on a peer of the lists that are not for it, in the order of the lists' ids.
    private func invitations(for session: Session) -> Invitations {
        let asker = asker(session.device)
        guard asker.isProven, let users = library.roster?.devices[session.device]?.members else { return Invitations() }
        // A device that nobody is listed on is the house's.
        let people = users.isEmpty ? [.house] : users.sorted()
        var invitations = Invitations()
        for list in library.sharedLists where !isEntitled(asker, to: list) {
            // Whoever may see a list by its words is kept waiting for it, and not told that it is over.
            guard let audience = library.audience(of: list), !audience.includes(session.device) else { continue }
            let participations = people.map { audience.participation(of: $0) }
            let offers = people.compactMap { library.invitation(of: $0, audience, to: list) }
            let hasLeft = participations.contains { $0 == .left || $0 == .removed }
            let isOpen = offers.contains { !$0.isRefused }
            let mayHaveHadIt = audience.wasShown || participations.contains(.declined)
            invitations.open += offers
            if hasLeft || !isOpen && mayHaveHadIt && showsCopy(of: list, session, audience) {
                invitations.ended.append(list)
            }
        }
        // What can still be answered matters more than what was answered.
        let open = invitations.open.filter { !$0.isRefused } + invitations.open.filter(\.isRefused)
        invitations.open = Array(open.prefix(SyncLimits.invitationsMax))
        invitations.ended = Array(invitations.ended.prefix(SyncLimits.endedListsMax))
        return invitations
    }

    /// Whether a peer shows that it has a list which is hidden from the household: it got the list while it was
    /// everybody's, or before it was invited to it once more.
    ///
    /// The household and the list know nothing of each other, and clocks may be years off, so nothing else says whether
    /// the peer was in before the list was hidden; and to whoever does not name the list its id is not told. What the
    /// peer wrote itself is no copy: it may be its answer to an invitation, and nothing more.
    private func showsCopy(of list: ScopeID, _ session: Session, _ audience: Audience) -> Bool {
        guard !audience.isEverybodys, let slot = library.scopes[list], !lacksWords(slot),
            let holding = session.scopes[list]?.holding
        else { return false }
        let ledger = slot.state.ledger
        let own = ledger.chains.indices.filter { ledger.chains[$0].device == session.device }
        return ![VersionVector(), VersionVector(own.map { ledger.end(of: $0) })].map(\.digest).contains(holding)
    }

    // MARK: Hearing

    mutating func receivedInvitations(_ told: Invitations, on id: ConnectionID, now: Now) {
        sessions[id]?.received(told)
        keepInvitations(toldOn: id, now: now)
    }

    /// Writes down what a connected peer tells, unless the log has it: a full disk, or a peer that told too much, may
    /// have kept it out before.
    mutating func keepInvitations(toldOn id: ConnectionID, now: Now) {
        guard let session = sessions[id], let told = session.told, library.isProvenMember(session.device) else {
            return
        }
        let known = library.upcomingInvitations(from: session.device)
        // A peer that names a list does not agree that it is over.
        let agreed = known.ended.filter { session.scopes[$0]?.holding == nil && library.isKnownToBeOver($0) }
        let next = told.keeping(agreed)
        guard next != known, session.budget.mayInvite(now: now) else { return }
        append([.local(.invitations(from: session.device, next))])
    }

    /// Whether a peer says that this device takes no part in a list any more, or is invited to it again and has not
    /// answered, and names the list no more.
    func isKeptBack(_ list: ScopeID, by session: Session) -> Bool {
        guard session.scopes[list]?.holding == nil, let told = library.invitations[session.device] else { return false }
        let isUnanswered = told.open.contains { invitation in
            invitation.list == list
                && library.scopes[list]?.state.sharing.answers(of: invitation.member, to: invitation.dot).isEmpty
                    ?? true
        }
        return told.ended.contains(list) || isUnanswered
    }
}
