package import PhlistModel

/// Anti-entropy: each side sends what the other lacks as soon as it knows it.
extension Replica {
    /// What is held of each scope of which anything is.
    package func holdings() -> [ScopeID: Holding] {
        Dictionary(uniqueKeysWithValues: scopes.keys.compactMap { scope in holding(of: scope).map { (scope, $0) } })
    }

    /// What is held of a scope; nil when nothing is.
    private func holding(of scope: ScopeID) -> Holding? {
        scopes[scope].flatMap { $0.state.ledger.hasBegun ? $0.holding : nil }
    }

    /// What is held of each scope that a device may see, the household first.
    private func sharedHoldings(with device: DeviceID) -> [Message.ScopeSummary] {
        sharedScopes(with: device).compactMap { scope in
            holding(of: scope).map { Message.ScopeSummary(scope: scope, holding: $0) }
        }
    }

    /// All that a device may see, in two numbers.
    func overview(for device: DeviceID) -> Holding {
        Holding(of: sharedHoldings(with: device))
    }

    mutating func sendOverview(to id: ConnectionID) {
        guard let session = sessions[id] else { return }
        effects.append(.send(id, .overview(overview(for: session.device))))
    }

    /// Equal numbers say all that a summary would; otherwise the scopes are compared one by one.
    mutating func receivedOverview(_ overview: Holding, on id: ConnectionID, now: Now) {
        guard let session = sessions[id], sessions[id]?.mayAnswer(now: now) ?? false else { return }
        let holdings = sharedHoldings(with: session.device)
        guard overview == Holding(of: holdings) else {
            sendSummary(to: id, isRequest: session.wasToldSummary)
            return
        }
        sessions[id]?.receivedSummary(holdings, isAnswer: false)
        for scope in holdings.map(\.scope) {
            sessions[id]?.receivedVector(scopes[scope]?.state.versionVector ?? [:], of: scope)
            peerAgrees(on: scope)
        }
        effects.append(.peersChanged)
    }

    mutating func sendSummary(to id: ConnectionID, isRequest: Bool) {
        guard let session = sessions[id] else { return }
        let summaries = Array(sharedHoldings(with: session.device).prefix(SyncLimits.scopesMax))
        for scope in summaries.map(\.scope) {
            tellForks(of: scope, to: id)
        }
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
        // One that found our overview equal has not been told scope by scope.
        if isRequest || sessions[id]?.wasToldSummary == false {
            sendSummary(to: id, isRequest: false)
        }
        guard let session = sessions[id] else { return }
        for scope in sharedScopes(with: session.device) {
            push(scope, to: id)
        }
        effects.append(.peersChanged)
    }

    /// Tells a peer that holds something else our vector, so that it sends what we lack.
    private mutating func compare(_ summary: Message.ScopeSummary, on id: ConnectionID) {
        let scope = summary.scope
        guard !formerScopes.contains(scope) else { return }
        guard let slot = scopes[scope], slot.holding.vector == summary.holding.vector else {
            tellVector(of: scope, on: id)
            return
        }
        sessions[id]?.receivedVector(slot.state.versionVector, of: scope)
        judge(summary.holding, of: scope, modelVersion: sessions[id]?.hello?.modelVersion, opaqueCount: 0, on: id)
    }

    mutating func tellVector(of scope: ScopeID, on id: ConnectionID) {
        let vector = vectorToTell(of: scope, on: id)
        if mayKnow(of: scope, on: id) {
            sessions[id]?.willTellVector(of: scope)
        } else if vector.isEmpty {
            return
        }
        tellForks(of: scope, to: id)
        effects.append(.send(id, .versionVector(scope, vector)))
    }

    /// What a peer may hear of what is here of a scope.
    ///
    /// Who may not see it any more hears how far has come what he wrote there: nothing else shows him that a copy of
    /// him, or he himself before he was put back to an old state, has written under the same names.
    private func vectorToTell(of scope: ScopeID, on id: ConnectionID) -> VersionVector {
        guard let state = scopes[scope]?.state, let device = sessions[id]?.device else { return [:] }
        guard !mayKnow(of: scope, on: id) else { return state.versionVector }
        guard isProvenMember(device) else { return [:] }
        return state.versionVector.filter { feed, _ in state.ledger[feed]?.origin.device == device }
    }

    /// A peer that was not told our vector yet, because it did not know the scope, is told now: else what it writes
    /// there would wait for the next overview.
    mutating func receivedVector(_ vector: VersionVector, of scope: ScopeID, on id: ConnectionID, now: Now) {
        guard let session = sessions[id], sessions[id]?.mayCompare(scope, now: now) ?? false else { return }
        // Kept even when the scope is not here yet: its batches may be on their way to the disk.
        let sent = defect == .trustsRememberedPeers ? session.scopes[scope]?.sent ?? [:] : [:]
        let isWhole = session.isWhole(vector, of: scope)
        let named = namesOfNow(in: vector, of: scope, isWhole: isWhole)
        sessions[id]?.receivedVector(named, of: scope, isWhole: isWhole)
        for (feed, sequence) in sent {
            sessions[id]?.sent(through: sequence, of: feed, in: scope)
        }
        let isSealed = compareOwnFeed(with: vector, in: scope, now: now)
        let split = comparePaths(with: vector, of: scope, on: id)
        tellForksAgain(of: scope, missingIn: vector, isWhole: isWhole, to: id)
        guard isEntitled(session.device, to: scope) else { return }
        for feed in split {
            sessions[id]?.willNotSend(feed, of: scope)
        }
        push(scope, to: id)
        // What ended the run may have split its feed; of a list that is lost the peer does not ask again.
        if isSealed && !isWhole || sessions[id]?.scopes[scope]?.wasToldVector == false {
            tellVector(of: scope, on: id)
        }
    }

    /// A peer's vector by the names that feeds have here by now.
    ///
    /// Of a list that it does not name, of which it may speak again and again, nothing is kept but what is here, too.
    private func namesOfNow(in vector: VersionVector, of scope: ScopeID, isWhole: Bool) -> VersionVector {
        guard let ledger = scopes[scope]?.state.ledger else { return isWhole ? vector : [:] }
        let renamed = ledger.renamed(vector)
        return isWhole ? renamed : renamed.filter { ledger[$0.key] != nil }
    }

    mutating func receivedAck(_ ack: Message.Ack, on id: ConnectionID) {
        guard scopes[ack.scope] != nil else { return }
        sessions[id]?.wasOfUse()
        sessions[id]?.receivedHolding(ack.holding.vector, state: ack.holding.state, of: ack.scope)
        let (version, opaque) = (ack.modelVersion, ack.opaqueCount)
        judge(ack.holding, of: ack.scope, modelVersion: version, opaqueCount: opaque, on: id)
        effects.append(.peersChanged)
    }

    /// Equal vectors with unequal states are a bug of ours: raise the alarm, adopt nothing.
    private mutating func judge(
        _ holding: Holding,
        of scope: ScopeID,
        modelVersion: UInt64?,
        opaqueCount: Int,
        on id: ConnectionID
    ) {
        guard let slot = scopes[scope], let session = sessions[id] else { return }
        let isComparable = modelVersion == model.number && opaqueCount == 0 && slot.state.opaqueCount == 0
        let own = slot.holding
        guard own.vector == holding.vector else { return }
        if isComparable, own.state != holding.state {
            effects.append(.alarm(scope, session.device))
        } else {
            peerAgrees(on: scope)
        }
    }

    /// Tells the sender that what it sent is durable.
    mutating func acknowledge(_ scope: ScopeID, to source: ConnectionID?) {
        guard let source, let slot = scopes[scope], mayKnow(of: scope, on: source) else { return }
        let ack = Message.Ack(
            scope: scope,
            holding: slot.holding,
            modelVersion: model.number,
            opaqueCount: slot.state.opaqueCount
        )
        effects.append(.send(source, .ack(ack)))
    }

    /// Whether a peer may hear that a scope is known here: it is entitled to it, or nothing of it is here.
    func mayKnow(of scope: ScopeID, on id: ConnectionID) -> Bool {
        guard let session = sessions[id] else { return false }
        return !(scopes[scope]?.state.ledger.hasBegun ?? false) || isEntitled(session.device, to: scope)
    }

    /// Sends a scope's news to every connected device that may see it.
    mutating func push(_ scope: ScopeID) {
        for session in openSessions {
            push(scope, to: session.connection)
        }
    }

    /// After a change of roster or sharing some may see scopes that they could not see before.
    mutating func pushToNewlyEntitled() {
        for session in openSessions {
            for scope in sharedScopes(with: session.device) {
                if isUnasked(scope, on: session.connection) {
                    tellVector(of: scope, on: session.connection)
                } else {
                    push(scope, to: session.connection)
                }
            }
        }
    }

    /// Whether a peer has said that it holds something of a scope, and has heard nothing of it from here.
    private func isUnasked(_ scope: ScopeID, on id: ConnectionID) -> Bool {
        guard let session = sessions[id], session.hasSummary, session.known(of: scope) == nil else { return false }
        return session.scopes[scope]?.wasToldVector == false
    }

    /// Sends what a device lacks of a scope, as far as is known what it has.
    private mutating func push(_ scope: ScopeID, to id: ConnectionID) {
        guard let session = sessions[id], isEntitled(session.device, to: scope) else { return }
        guard let known = session.known(of: scope), let slot = scopes[scope] else { return }
        tellForks(of: scope, to: id)
        var ranges: [BatchesRequest.FeedRange] = []
        for state in slot.state.ledger.knownFeeds(where: { $1 > known[$0] ?? 0 }) {
            let (feed, after) = (state.id, known[state.id] ?? 0)
            guard !isPruned(state, in: slot) else { continue }
            let heads = headsToSend(of: feed, in: scope, after: after)
            // Where a feed has split, the heads of its branches vouch for its end.
            let isClosed = !slot.state.ledger.branches(of: feed).isEmpty
            guard let end = isClosed ? state.head.sequence : heads.last?.sequence else { continue }
            let range = BatchesRequest.FeedRange(origin: state.origin, after: after, through: end, heads: heads)
            ranges.append(range)
        }
        guard !ranges.isEmpty else { return }
        sessions[id]?.willSend(scope)
        for range in ranges {
            sessions[id]?.sent(through: range.through, of: range.origin.feed, in: scope)
        }
        sessions[id]?.willQueueBatches()
        let request = BatchesRequest(scope: scope, holding: slot.holding.vector, ranges: ranges)
        effects.append(.sendBatches(id, request))
    }

    /// Whether a defect keeps a feed back.
    private func isPruned(_ feed: Ledger.FeedState, in slot: ScopeSlot) -> Bool {
        guard defect == .prunesVectors else { return false }
        return slot.state.ledger.knownFeeds.last { $0.origin.device == feed.origin.device }?.id != feed.id
    }

    /// The heads behind a number, ending at the newest; this device signs its own when they are wanted.
    mutating func headsToSend(of feed: FeedID, in scope: ScopeID, after sequence: UInt64) -> [SignedHead] {
        guard let state = scopes[scope]?.state.ledger[feed] else { return [] }
        if state.origin.device == device, scopes[scope]?.shelves[feed]?.newest?.sequence != state.head.sequence {
            _ = sign(state.head, of: state.origin, in: scope)
        }
        return scopes[scope]?.shelves[feed]?.heads(after: sequence) ?? []
    }
}
