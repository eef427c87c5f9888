import PhlistHousehold
import PhlistModel

/// Lists with participants, as reported to devices that do not hold them, or no longer do.
///
/// A device that holds such a list reports in every session which invitations are open and which lists have ended, all
/// at once: anything not repeated no longer holds. The report is kept, so that an invitation can be answered while the
/// others are away. An answer is an op of the list and goes to the device that reported the invitation; an acceptance
/// brings the list itself.
extension Exchange {
    // MARK: Sending

    /// Sends a device its people's invitations and ended lists, once it has sent its summary, unless they are
    /// unchanged.
    func invitations(to session: Session, _ access: Access) -> [Action] {
        guard session.hasSummary else { return [] }
        let invitations = invitations(for: session, access)
        guard session.willInvite(invitations) else { return [] }
        return [.send(session.connection, .invitations(invitations))]
    }

    /// Sends invitations to all connected devices, after a change of membership or sharing.
    func invitations(_ access: Access) -> [Action] {
        openSessions.flatMap { invitations(to: $0, access) }
    }

    /// Collects everything that concerns a peer's people about lists that are not for it, in the order of the lists'
    /// ids.
    private func invitations(for session: Session, _ access: Access) -> Invitations {
        let library = access.library
        let asker = access.asker(session.device)
        guard asker.isProven, let users = library.roster?.devices[session.device]?.members else { return Invitations() }
        // A device on which nobody is listed is the house's.
        let people = users.isEmpty ? [.house] : users.sorted()
        var invitations = Invitations()
        for list in library.sharedLists where !access.isEntitled(asker, to: list) {
            // A device that may see a list by its words has to wait for it, and is not told that it has ended.
            guard let audience = library.audience(of: list), !audience.includes(session.device) else { continue }
            let participations = people.map { audience.participation(of: $0) }
            let offers = people.compactMap { library.invitation(of: $0, audience, to: list) }
            let hasLeft = participations.contains { $0 == .left || $0 == .removed }
            let isOpen = offers.contains { !$0.isRefused }
            let mayHaveHadIt = audience.wasShown || participations.contains(.declined)
            invitations.open += offers
            if hasLeft || !isOpen && mayHaveHadIt && showsCopy(of: list, session, audience, access) {
                invitations.ended.append(list)
            }
        }
        // Open invitations matter more than answered ones.
        let open = invitations.open.filter { !$0.isRefused } + invitations.open.filter(\.isRefused)
        invitations.open = Array(open.prefix(HouseholdLimits.invitationsMax))
        invitations.ended = Array(invitations.ended.prefix(HouseholdLimits.endedListsMax))
        return invitations
    }

    /// Whether a peer shows that it holds a list hidden from the household: it got the list while it was everybody's,
    /// or before it was last invited.
    ///
    /// The household and the list are not causally related, and clocks may be years off, so nothing else tells whether
    /// the peer was a member before the list was hidden; and a peer that does not name the list must not learn its id.
    /// Batches by the peer itself are no copy: they may be only its answer to an invitation.
    private func showsCopy(of list: ScopeID, _ session: Session, _ audience: Audience, _ access: Access) -> Bool {
        guard !audience.isEverybodys, let slot = access.library.scopes[list], !access.lacksWords(slot),
            let holding = session.scopes[list]?.holding
        else { return false }
        let ledger = slot.state.ledger
        let own = ledger.chains.indices.filter { ledger.chains[$0].device == session.device }
        return ![VersionVector(), VersionVector(own.map { ledger.end(of: $0) })].map(\.digest).contains(holding)
    }

    // MARK: Receiving

    /// Records a connected peer's invitations, unless the log has them: a full disk, or a peer that sent too many, may
    /// have kept them out before.
    func keepInvitations(in session: Session, _ library: Library, now: Now) -> [Action] {
        guard let told = session.told, library.isProvenMember(session.device) else { return [] }
        let known = library.upcomingInvitations(from: session.device)
        // A peer that names a list does not agree that it has ended.
        let agreed = known.ended.filter { session.scopes[$0]?.holding == nil && library.excludesThisDevice($0) }
        let next = told.keeping(agreed)
        guard next != known, session.budget.mayInvite(now: now) else { return [] }
        return [.append([.local(.invitations(from: session.device, next))], source: nil)]
    }
}

extension Library {
    /// Whether a peer does not name a list and reports that it has ended for this device, or that the device is invited
    /// again and has not answered.
    func isKeptBack(_ list: ScopeID, by session: Session) -> Bool {
        guard session.scopes[list]?.holding == nil, let told = invitations[session.device] else { return false }
        let isUnanswered = told.open.contains { invitation in
            invitation.list == list
                && scopes[list]?.state.sharing.answers(of: invitation.member, to: invitation.dot).isEmpty
                    ?? true
        }
        return told.ended.contains(list) || isUnanswered
    }
}
