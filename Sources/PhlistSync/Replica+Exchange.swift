package import PhlistModel

/// Anti-entropy: each side sends batches that the other lacks as soon as it knows of them.
extension Replica {
    /// Returns the digests of each scope that is not empty.
    package func holdings() -> [ScopeID: Holding] {
        Dictionary(
            uniqueKeysWithValues: library.scopes.keys.compactMap { scope in holding(of: scope).map { (scope, $0) } }
        )
    }

    /// Returns the digests of a scope; nil if it is empty.
    private func holding(of scope: ScopeID) -> Holding? {
        library.scopes[scope].flatMap { $0.state.ledger.isEmpty ? nil : $0.holding }
    }

    /// Returns the digests of each scope that a device may see, the household first.
    private func sharedHoldings(with device: DeviceID) -> [Message.ScopeSummary] {
        sharedScopes(with: device).compactMap { scope in
            holding(of: scope).map { Message.ScopeSummary(scope: scope, holding: $0) }
        }
    }

    /// Returns the combined digests of everything that a device may see.
    func overview(for device: DeviceID) -> Holding {
        Holding(of: sharedHoldings(with: device))
    }

    mutating func sendOverview(to id: ConnectionID) {
        guard let session = sessions[id] else { return }
        effects.append(.send(id, .overview(overview(for: session.device))))
    }

    /// Compares overviews; if they differ, the scopes are compared one by one.
    mutating func receivedOverview(_ overview: Holding, on id: ConnectionID, now: Now) {
        guard let session = sessions[id], sessions[id]?.mayAnswer(now: now) ?? false else { return }
        let holdings = sharedHoldings(with: session.device)
        guard overview == Holding(of: holdings) else {
            sendSummary(to: id, isRequest: session.wasToldSummary)
            return
        }
        sessions[id]?.receivedSummary(holdings, isAnswer: false)
        for scope in holdings.map(\.scope) {
            if let ledger = library.scopes[scope]?.state.ledger { sessions[id]?.holdsAll(of: scope, ledger) }
            peerAgrees(on: scope)
        }
        tellInvitations(to: id)
        effects.append(.peersChanged)
    }

    mutating func sendSummary(to id: ConnectionID, isRequest: Bool) {
        guard let session = sessions[id] else { return }
        let summaries = Array(sharedHoldings(with: session.device).prefix(SyncLimits.scopesMax))
        sessions[id]?.willTellSummary(isRequest: isRequest)
        effects.append(.send(id, .summary(summaries, isRequest: isRequest)))
    }

    /// Asks every peer now, and dials those that are not connected.
    mutating func synchronize() {
        for session in openSessions {
            sendSummary(to: session.connection, isRequest: true)
            sessions[session.connection]?.awaitAnswer()
        }
        redialAll()
    }

    mutating func receivedSummary(
        _ summaries: [Message.ScopeSummary],
        isRequest: Bool,
        on id: ConnectionID,
        now: Now
    ) {
        guard sessions[id]?.mayAnswer(now: now) ?? false else { return }
        sessions[id]?.receivedSummary(summaries, isAnswer: !isRequest)
        for summary in summaries {
            compare(summary, on: id)
        }
        // A peer that found our overview equal has not been sent a summary.
        if isRequest || sessions[id]?.wasToldSummary == false {
            sendSummary(to: id, isRequest: false)
        }
        guard let session = sessions[id] else { return }
        for scope in sharedScopes(with: session.device) {
            push(scope, to: id)
        }
        tellInvitations(to: id)
        effects.append(.peersChanged)
    }

    /// Sends our vector to a peer that holds something else, so that it sends what we lack.
    private mutating func compare(_ summary: Message.ScopeSummary, on id: ConnectionID) {
        let scope = summary.scope
        guard !library.isLeft(scope) else { return }
        guard let slot = library.scopes[scope], slot.holding.vector == summary.holding.vector else {
            tellVector(of: scope, on: id)
            return
        }
        sessions[id]?.holdsAll(of: scope, slot.state.ledger)
        judge(summary.holding, of: scope, modelVersion: sessions[id]?.hello?.modelVersion, opaqueCount: 0, on: id)
    }

    /// Sends a peer the vector of a scope, with points of some feeds.
    mutating func tellVector(of scope: ScopeID, pointing feeds: [FeedHint] = [], on id: ConnectionID) {
        let references = referencesToTell(of: scope, on: id)
        if mayKnow(of: scope, on: id) {
            sessions[id]?.willTellVector(of: scope)
        } else if references.isEmpty {
            return
        }
        let points = feeds.flatMap { library.scopes[scope]?.state.ledger.points(ofFeedsWithHint: $0) ?? [] }
        let told = Set(references)
        let room = max(0, SyncLimits.vectorEntriesMax - references.count)
        // The points nearest to the ends come first: the next comparison finds those that do not fit.
        let news = Set(points).subtracting(told).sorted { $0.number > $1.number }.prefix(room)
        let vector = VersionVector(references + news)
        effects.append(.send(id, .versionVector(Message.Vector(scope: scope, vector: vector, pointed: feeds))))
    }

    /// Returns the references of a scope that a peer may learn.
    ///
    /// A device that lost access still learns which of its own batches arrived.
    private func referencesToTell(of scope: ScopeID, on id: ConnectionID) -> [BatchReference] {
        guard let ledger = library.scopes[scope]?.state.ledger, let device = sessions[id]?.device else { return [] }
        guard !mayKnow(of: scope, on: id) else { return ledger.versionVector.entries }
        guard library.isProvenMember(device) else { return [] }
        return ledger.chains.indices.filter { ledger.chains[$0].device == device }.map { ledger.end(of: $0) }
    }

    /// Takes in a peer's vector.
    ///
    /// A peer that has not received ours, because it did not know the scope, receives it now; otherwise its batches
    /// would wait for the next overview.
    mutating func receivedVector(_ message: Message.Vector, on id: ConnectionID, now: Now) {
        let scope = message.scope
        guard let session = sessions[id], sessions[id]?.budget.mayCompare(scope, now: now) ?? false else { return }
        // Kept even if the scope is not here yet: its batches may be in flight.
        let parted = sessions[id]?.receivedVector(message, of: device, in: library.scopes[scope]?.state.ledger) ?? []
        guard isEntitled(session.device, to: scope) else { return }
        if !parted.isEmpty {
            tellVector(of: scope, pointing: parted, on: id)
        } else if sessions[id]?.scopes[scope]?.wasToldVector == false {
            tellVector(of: scope, on: id)
        }
        // Lists wait for the household.
        for scope in scope == library.householdID ? sharedScopes(with: session.device) : [scope] {
            push(scope, to: id)
        }
    }

    mutating func receivedAck(_ ack: Message.Ack, on id: ConnectionID) {
        guard library.scopes[ack.scope] != nil else { return }
        sessions[id]?.wasOfUse()
        sessions[id]?.receivedHolding(ack.holding.vector, state: ack.holding.state, of: ack.scope)
        let (version, opaque) = (ack.modelVersion, ack.opaqueCount)
        judge(ack.holding, of: ack.scope, modelVersion: version, opaqueCount: opaque, on: id)
        effects.append(.peersChanged)
    }

    /// Raises the alarm if equal vectors have unequal states, which is a bug in phlist; adopts nothing.
    private mutating func judge(
        _ holding: Holding,
        of scope: ScopeID,
        modelVersion: UInt64?,
        opaqueCount: Int,
        on id: ConnectionID
    ) {
        guard let slot = library.scopes[scope], let session = sessions[id] else { return }
        let isComparable = modelVersion == library.model.number && opaqueCount == 0 && slot.state.opaqueCount == 0
        let own = slot.holding
        guard own.vector == holding.vector else { return }
        if isComparable, own.state != holding.state {
            effects.append(.alarm(scope, session.device))
        } else {
            peerAgrees(on: scope)
        }
    }

    /// Records that a peer holds the same of a scope: devices that may see it may have it again.
    private mutating func peerAgrees(on scope: ScopeID) {
        guard repair.agreed(on: scope) else { return }
        // A peer that asked for a photo of a doubtful list may have it now.
        blobs.accessChanged()
        push(scope)
    }

    /// Tells the sender that its batches are durable.
    mutating func acknowledge(_ scope: ScopeID, to source: ConnectionID?) {
        guard let source, let slot = library.scopes[scope], mayKnow(of: scope, on: source) else { return }
        let ack = Message.Ack(
            scope: scope,
            holding: slot.holding,
            modelVersion: library.model.number,
            opaqueCount: slot.state.opaqueCount
        )
        effects.append(.send(source, .ack(ack)))
    }

    /// Acknowledges again once waiting batches have been sent: the digest in them may be older than the last one sent.
    mutating func batchesSent(of scope: ScopeID, to id: ConnectionID) {
        guard let told = sessions[id]?.sentBatches(of: scope), told != library.scopes[scope]?.holding.vector else {
            return
        }
        acknowledge(scope, to: id)
    }

    /// Whether a peer may learn that a scope is known here: it is entitled to it, or nothing of it is here.
    func mayKnow(of scope: ScopeID, on id: ConnectionID) -> Bool {
        guard let session = sessions[id] else { return false }
        return library.scopes[scope]?.state.ledger.isEmpty ?? true || isEntitled(session.device, to: scope)
    }

    /// Sends a scope's new batches to every connected device that may see it.
    mutating func push(_ scope: ScopeID) {
        for session in openSessions {
            push(scope, to: session.connection)
        }
    }

    /// Drops waiting batches that their receivers may no longer see after a change of roster or sharing.
    mutating func withdrawFromShutOut() {
        for session in openSessions {
            for scope in session.queuedScopes where !isEntitled(session.device, to: scope) {
                session.withdrew(scope)
                effects.append(.dropBatches(session.connection, scope))
            }
        }
    }

    /// Sends scopes that became visible to a device after a change of roster or sharing.
    mutating func pushToNewlyEntitled() {
        for session in openSessions {
            let scopes = sharedScopes(with: session.device)
            for scope in scopes {
                if isUnasked(scope, on: session.connection) {
                    tellVector(of: scope, on: session.connection)
                } else {
                    push(scope, to: session.connection)
                }
            }
            // A peer that already has our vector does not reply with its own.
            if scopes.contains(where: { session.scopes[$0]?.isWithdrawn ?? false }) {
                sendSummary(to: session.connection, isRequest: true)
            }
        }
    }

    /// Whether a peer has shown that it holds something of a scope and has received no vector of it from here.
    private func isUnasked(_ scope: ScopeID, on id: ConnectionID) -> Bool {
        guard let session = sessions[id], session.hasSummary, !session.isKnown(scope) else { return false }
        return session.scopes[scope]?.wasToldVector == false
    }

    /// Sends the batches of a scope that a device is known to lack; content only after all control that is here,
    /// including the household's.
    private mutating func push(_ scope: ScopeID, to id: ConnectionID) {
        guard let session = sessions[id], isEntitled(session.device, to: scope), let slot = library.scopes[scope] else {
            return
        }
        guard scope == library.householdID || hasAllControl(of: library.householdID, id) else { return }
        guard let has = session.whatItHas(of: scope, in: slot.state.ledger) else { return }
        let isComplete = has.hasAllControl
        let isEmpty = !send(.control, isComplete: isComplete, in: slot, beyond: has, to: session)
        if isComplete, isEmpty, session.owesCompletion(of: scope) {
            effects.append(.sendInTurn(id, .batches(.completion(of: scope, holding: slot.holding.vector))))
        }
        session.willSendControl(of: scope, isComplete: isComplete, isEmpty: isEmpty)
        guard isComplete else { return }
        send(.content, isComplete: true, in: slot, beyond: has, to: session)
    }

    /// Whether no control of a scope has to be withheld from a peer until its points have come.
    private func hasAllControl(of scope: ScopeID?, _ id: ConnectionID) -> Bool {
        guard let scope, let slot = library.scopes[scope] else { return true }
        return sessions[id]?.whatItHas(of: scope, in: slot.state.ledger)?.hasAllControl ?? false
    }

    /// Collects the batches of a tier that a peer lacks, by chain.
    private mutating func parts(
        of tier: Tier,
        in slot: ScopeSlot,
        beyond has: PeerScope.Has,
        for session: Session
    ) -> [BatchesRequest.Part] {
        var parts: [BatchesRequest.Part] = []
        for (number, chain) in slot.state.ledger.chains.enumerated() where chain.tier == tier {
            let after = max(number < has.known.count ? has.known[number] : 0, chain.start)
            guard chain.end > after, !has.unsure.contains(chain.hint) else { continue }
            sign(number, after: after, in: slot)
            let heads = slot.heads[number]?.heads(after: UInt64(after)) ?? []
            guard let end = heads.last.map({ UInt32($0.number) }) else { continue }
            let rows = Array(chain.rows[Int(after - chain.start)..<Int(end - chain.start)])
            parts.append(BatchesRequest.Part(device: chain.device, rows: rows, heads: heads))
            session.willSend(slot.state.id)
            session.sent(through: end, of: number, in: slot.state.id)
        }
        return parts
    }

    /// Sends the batches of a tier that a peer lacks.
    ///
    /// - Returns: Whether there were any.
    @discardableResult
    private mutating func send(
        _ tier: Tier,
        isComplete: Bool,
        in slot: ScopeSlot,
        beyond has: PeerScope.Has,
        to session: Session
    ) -> Bool {
        let parts = parts(of: tier, in: slot, beyond: has, for: session)
        guard !parts.isEmpty else { return false }
        let holding = slot.holding.vector
        session.willQueueBatches(of: slot.state.id, holding: holding)
        let request = BatchesRequest(
            scope: slot.state.id,
            tier: tier,
            isComplete: isComplete,
            holding: holding,
            parts: parts
        )
        effects.append(.sendBatches(session.connection, request))
        return true
    }
}
