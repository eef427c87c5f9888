import PhlistHousehold
import PhlistModel

/// Comparing what two devices hold.
extension Exchange {
    // MARK: Overviews and summaries

    /// Compares a peer's overview with what it may see here; if they differ, the scopes are compared one by one.
    func received(_ overview: Holding, in session: Session, _ access: Access, now: Now) -> [Action] {
        guard session.mayAnswer(now: now) else { return [] }
        let holdings = access.sharedHoldings(with: session.device)
        guard overview == Holding(of: holdings) else {
            return summary(to: session, isRequest: session.wasToldSummary, access)
        }
        session.receivedSummary(holdings, isAnswer: false)
        for scope in holdings.map(\.scope) {
            if let ledger = access.library.scopes[scope]?.state.ledger { session.holdsAll(of: scope, ledger) }
        }
        return holdings.map { .agree($0.scope) } + [.invite(session), .report]
    }

    func overview(to session: Session, _ access: Access) -> [Action] {
        [.send(session.connection, .overview(access.overview(for: session.device)))]
    }

    func summary(to session: Session, isRequest: Bool, _ access: Access) -> [Action] {
        let summaries = Array(access.sharedHoldings(with: session.device).prefix(HouseholdLimits.scopesMax))
        session.willTellSummary(isRequest: isRequest)
        return [.send(session.connection, .summary(summaries, isRequest: isRequest))]
    }

    /// Asks every peer for what it holds.
    ///
    /// While a request is open, the next one waits for its answer, so that requests come no faster than answers.
    func askAll(_ access: Access) -> [Action] {
        openSessions.flatMap { session -> [Action] in
            guard !session.hasOpenRequest else {
                session.awaitAnswer(toNext: true)
                return []
            }
            return ask(session, access)
        }
    }

    private func ask(_ session: Session, _ access: Access) -> [Action] {
        defer { session.awaitAnswer(toNext: false) }
        return summary(to: session, isRequest: true, access)
    }

    /// Compares a peer's summary, scope by scope.
    func received(
        _ summaries: [Message.ScopeSummary],
        isRequest: Bool,
        in session: Session,
        _ access: Access,
        now: Now
    ) -> [Action] {
        // What was asked for is not too early.
        let isAnswer = !isRequest && session.hasOpenRequest
        guard isAnswer || session.mayAnswer(isRequest: isRequest, now: now) else { return [] }
        session.receivedSummary(summaries, isAnswer: isAnswer)
        let next = session.isToAskAgain ? ask(session, access) : []
        // The peer may agree to more than before, and may therefore see more in the answer.
        return summaries.flatMap { compare($0, in: session, access) } + next
            + [.answer(session, isRequest: isRequest), .invite(session), .report]
    }

    /// Sends our vector to a peer that holds something else, so that it sends what we lack.
    private func compare(_ summary: Message.ScopeSummary, in session: Session, _ access: Access) -> [Action] {
        let scope = summary.scope
        guard !access.library.isLeft(scope) else { return [] }
        guard let slot = access.library.scopes[scope], slot.holding.vector == summary.holding.vector else {
            return vector(of: scope, to: session, access)
        }
        session.holdsAll(of: scope, slot.state.ledger)
        let version = session.hello?.modelVersion
        return judge(summary.holding, of: slot, modelVersion: version, opaqueCount: 0, in: session, access.library)
    }

    /// Answers a summary: with our own, if the peer waits for it, and with everything that it lacks.
    ///
    /// A peer that found our overview equal has not been sent a summary.
    func answerSummary(isRequest: Bool, in session: Session, _ access: Access) -> [Action] {
        let isOwed = isRequest || !session.wasToldSummary
        let answer = isOwed ? summary(to: session, isRequest: false, access) : []
        return answer + access.sharedScopes(with: session.device).flatMap { push($0, to: session, access) }
    }

    /// Raises the alarm if equal vectors have unequal states, which is a bug in phlist; adopts nothing.
    private func judge(
        _ holding: Holding,
        of slot: ScopeSlot,
        modelVersion: UInt64?,
        opaqueCount: Int,
        in session: Session,
        _ library: Library
    ) -> [Action] {
        let isComparable = modelVersion == library.model.number && opaqueCount == 0 && slot.state.opaqueCount == 0
        let own = slot.holding
        guard own.vector == holding.vector else { return [] }
        let isAlarm = isComparable && own.state != holding.state
        return [isAlarm ? .alarm(slot.state.id, session.device) : .agree(slot.state.id)]
    }

    // MARK: Vectors

    /// Sends a peer the vector of a scope, with points of some feeds.
    func vector(of scope: ScopeID, pointing feeds: [FeedHint] = [], to session: Session, _ access: Access) -> [Action] {
        let mayKnow = mayKnow(of: scope, session, access)
        let references = referencesToTell(of: scope, mayKnow: mayKnow, session, access.library)
        if mayKnow {
            session.willTellVector(of: scope)
        } else if references.isEmpty {
            return []
        }
        let points = feeds.flatMap { access.library.scopes[scope]?.state.ledger.points(ofFeedsWithHint: $0) ?? [] }
        let told = Set(references)
        let room = max(0, SyncLimits.vectorEntriesMax - references.count)
        // The points nearest to the ends come first: the next comparison finds those that do not fit.
        let news = Set(points).subtracting(told).sorted { $0.number > $1.number }.prefix(room)
        let vector = VersionVector(references + news)
        let message = Message.Vector(scope: scope, vector: vector, pointed: feeds)
        return [.send(session.connection, .versionVector(message))]
    }

    /// Returns the references of a scope that a peer may learn.
    ///
    /// A device that lost access still learns which of its own batches arrived.
    private func referencesToTell(
        of scope: ScopeID,
        mayKnow: Bool,
        _ session: Session,
        _ library: Library
    ) -> [BatchReference] {
        guard let ledger = library.scopes[scope]?.state.ledger else { return [] }
        guard !mayKnow else { return ledger.versionVector.entries }
        guard library.isProvenMember(session.device) else { return [] }
        return ledger.chains.indices.filter { ledger.chains[$0].device == session.device }.map { ledger.end(of: $0) }
    }

    /// Whether a peer may learn that a scope is known here: it is entitled to it, or nothing of it is here.
    private func mayKnow(of scope: ScopeID, _ session: Session, _ access: Access) -> Bool {
        access.library.scopes[scope]?.state.ledger.isEmpty ?? true || access.isEntitled(session.device, to: scope)
    }

    /// Takes in a peer's vector.
    ///
    /// A peer that has not received ours, because it did not know the scope, receives it now; otherwise its batches
    /// would wait for the next overview.
    func received(_ message: Message.Vector, in session: Session, _ access: Access, now: Now) -> [Action] {
        let (scope, library) = (message.scope, access.library)
        guard session.budget.mayCompare(scope, now: now) else { return [] }
        // Kept even if the scope is not here yet: its batches may be in flight.
        let parted = session.receivedVector(message, of: device, in: library.scopes[scope]?.state.ledger)
        guard access.isEntitled(session.device, to: scope) else { return [] }
        var actions: [Action] = []
        if !parted.isEmpty {
            actions += vector(of: scope, pointing: parted, to: session, access)
        } else if session.scopes[scope]?.wasToldVector == false {
            actions += vector(of: scope, to: session, access)
        }
        // Lists wait for the household.
        let scopes = scope == library.householdID ? access.sharedScopes(with: session.device) : [scope]
        return actions + scopes.flatMap { push($0, to: session, access) }
    }

    // MARK: Acknowledgements

    func received(_ ack: Message.Ack, in session: Session, _ library: Library) -> [Action] {
        guard let slot = library.scopes[ack.scope] else { return [] }
        session.wasOfUse()
        session.receivedHolding(ack.holding.vector, state: ack.holding.state, of: ack.scope)
        let (version, opaque) = (ack.modelVersion, ack.opaqueCount)
        let verdict = judge(ack.holding, of: slot, modelVersion: version, opaqueCount: opaque, in: session, library)
        return verdict + [.report]
    }

    /// Tells a sender that its batches are durable.
    func acknowledge(_ scope: ScopeID, to id: ConnectionID, _ access: Access) -> [Action] {
        guard let session = sessions[id], let slot = access.library.scopes[scope], mayKnow(of: scope, session, access)
        else { return [] }
        let ack = Message.Ack(
            scope: scope,
            holding: slot.holding,
            modelVersion: access.library.model.number,
            opaqueCount: slot.state.opaqueCount
        )
        return [.send(id, .ack(ack))]
    }

    /// Acknowledges again once waiting batches have been sent: the digest in them may be older than the last one sent.
    func sentBatches(of scope: ScopeID, to id: ConnectionID, _ access: Access) -> [Action] {
        guard let told = sessions[id]?.sentBatches(of: scope), told != access.library.scopes[scope]?.holding.vector
        else { return [] }
        return acknowledge(scope, to: id, access)
    }
}

extension Access {
    /// Returns the digests of each scope that a device may see, the household first.
    func sharedHoldings(with device: DeviceID) -> [Message.ScopeSummary] {
        sharedScopes(with: device).compactMap { scope in
            library.holding(of: scope).map { Message.ScopeSummary(scope: scope, holding: $0) }
        }
    }

    /// Returns the combined digests of everything that a device may see.
    func overview(for device: DeviceID) -> Holding {
        Holding(of: sharedHoldings(with: device))
    }
}
