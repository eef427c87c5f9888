import PhlistHousehold
import PhlistModel

/// Sending the batches that a peer lacks.
extension Exchange {
    /// Sends a scope's new batches to every connected device that may see it.
    func push(_ scope: ScopeID, _ access: Access) -> [Action] {
        openSessions.flatMap { push(scope, to: $0, access) }
    }

    /// Drops waiting batches that their receivers may no longer see after a change of roster or sharing.
    func withdrawFromShutOut(_ access: Access) -> [Action] {
        openSessions.flatMap { session -> [Action] in
            let scopes = session.queuedScopes.filter { !access.isEntitled(session.device, to: $0) }
            for scope in scopes { session.withdrew(scope) }
            return scopes.map { .dropBatches(session.connection, $0) }
        }
    }

    /// Sends scopes that became visible to a device after a change of roster or sharing.
    func pushToNewlyEntitled(_ access: Access) -> [Action] {
        openSessions.flatMap { session -> [Action] in
            let scopes = access.sharedScopes(with: session.device)
            let actions = scopes.flatMap { scope in
                isUnasked(scope, by: session)
                    ? vector(of: scope, to: session, access) : push(scope, to: session, access)
            }
            // A peer that already has our vector does not reply with its own.
            guard scopes.contains(where: { session.scopes[$0]?.isWithdrawn ?? false }) else { return actions }
            return actions + summary(to: session, isRequest: true, access)
        }
    }

    /// Whether a peer has shown that it holds something of a scope and has received no vector of it from here.
    private func isUnasked(_ scope: ScopeID, by session: Session) -> Bool {
        session.hasSummary && !session.isKnown(scope) && session.scopes[scope]?.wasToldVector == false
    }

    /// Sends the batches of a scope that a device is known to lack; content only after all control that is here,
    /// including the household's.
    func push(_ scope: ScopeID, to session: Session, _ access: Access) -> [Action] {
        let householdID = access.library.householdID
        guard access.isEntitled(session.device, to: scope), let slot = access.library.scopes[scope],
            scope == householdID || hasAllControl(of: householdID.flatMap { access.library.scopes[$0] }, session),
            let has = session.whatItHas(of: scope, in: slot.state.ledger)
        else { return [] }
        let isComplete = has.hasAllControl
        var actions = batches(.control, isComplete: isComplete, in: slot, beyond: has, to: session)
        let isEmpty = actions.isEmpty
        if isComplete, isEmpty, session.owesCompletion(of: scope) {
            let completion = Message.Batches.completion(of: scope, holding: slot.holding.vector)
            actions.append(.sendInTurn(session.connection, .batches(completion)))
        }
        session.willSendControl(of: scope, isComplete: isComplete, isEmpty: isEmpty)
        guard isComplete else { return actions }
        return actions + batches(.content, isComplete: true, in: slot, beyond: has, to: session)
    }

    /// Whether no control of a scope has to be withheld from a peer until its points have come.
    private func hasAllControl(of slot: ScopeSlot?, _ session: Session) -> Bool {
        guard let slot else { return true }
        return session.whatItHas(of: slot.state.id, in: slot.state.ledger)?.hasAllControl ?? false
    }

    /// Sends the batches of a tier that a peer lacks, if there are any.
    private func batches(
        _ tier: Tier,
        isComplete: Bool,
        in slot: ScopeSlot,
        beyond has: PeerScope.Has,
        to session: Session
    ) -> [Action] {
        let parts = parts(of: tier, in: slot, beyond: has, for: session)
        guard !parts.isEmpty else { return [] }
        let holding = slot.holding.vector
        session.willQueueBatches(of: slot.state.id, holding: holding)
        let request = BatchesRequest(
            scope: slot.state.id,
            tier: tier,
            isComplete: isComplete,
            holding: holding,
            parts: parts
        )
        return [.sendBatches(session.connection, request)]
    }

    /// Collects the batches of a tier that a peer lacks, by chain.
    private func parts(
        of tier: Tier,
        in slot: ScopeSlot,
        beyond has: PeerScope.Has,
        for session: Session
    ) -> [BatchesRequest.Part] {
        var parts: [BatchesRequest.Part] = []
        for (number, chain) in slot.state.ledger.chains.enumerated() where chain.tier == tier {
            let after = max(number < has.known.count ? has.known[number] : 0, chain.start)
            guard chain.end > after, !has.unsure.contains(chain.hint) else { continue }
            signer.sign(number, after: after, in: slot)
            let heads = slot.heads[number]?.heads(after: UInt64(after)) ?? []
            guard let end = heads.last.map({ UInt32($0.number) }) else { continue }
            let rows = Array(chain.rows[Int(after - chain.start)..<Int(end - chain.start)])
            parts.append(BatchesRequest.Part(device: chain.device, rows: rows, heads: heads))
            session.willSend(slot.state.id)
            session.sent(through: end, of: number, in: slot.state.id)
        }
        return parts
    }
}
