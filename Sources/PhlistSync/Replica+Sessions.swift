import PhlistModel

/// Connections to other devices.
extension Replica {
    mutating func connected(_ id: ConnectionID, to device: DeviceID, role: ConnectionRole, now: Now) {
        guard isMember(device) else {
            turnAway(device, on: id)
            refused(role, by: device)
            return
        }
        let budget = budgets[device] ?? PeerBudget()
        budgets[device] = budget
        sessions[id] = Session(connection: id, device: device, role: role, budget: budget, now: now)
        if case .dialled(let endpoint) = role {
            peers.answered(device, at: endpoint)
        }
        effects.append(.send(id, .hello(hello(to: device, now: now))))
        effects.append(.startTimer(.keepAlive(id), milliseconds: SyncLimits.keepAliveMilliseconds))
    }

    mutating func disconnected(_ id: ConnectionID, now: Now) {
        guard let session = sessions.removeValue(forKey: id) else { return }
        session.control.end()
        if session.hello != nil { peers.saw(session.device, at: session.lastReceived) }
        effects.append(.peersChanged)
        blobs.closed(id)
        connectionEnded(session, now: now)
    }

    mutating func received(_ type: UInt8, _ body: [UInt8], on id: ConnectionID, now: Now) {
        guard sessions[id] != nil else { return }
        sessions[id]?.receivedFrame(now: now)
        do throws(CodecError) {
            guard let message = try Message(type: type, body: body) else { return }
            received(message, on: id, now: now)
        } catch {
            effects.append(.close(id, .malformed))
        }
    }

    private mutating func received(_ message: Message, on id: ConnectionID, now: Now) {
        guard let session = sessions[id] else { return }
        switch message {
        case .hello(let hello): receivedHello(hello, in: session, now: now)
        case .goodbye(let reason): receivedGoodbye(reason, in: session)
        case .removal(let removal): receivedRemoval(removal, in: session, now: now)
        case _ where session.hello == nil: effects.append(.close(id, .malformed))
        case .overview(let overview): receivedOverview(overview, on: id, now: now)
        case .summary(let scopes, let isRequest): receivedSummary(scopes, isRequest: isRequest, on: id, now: now)
        case .versionVector(let vector): receivedVector(vector, on: id, now: now)
        case .batches(let batches): receivedBatches(batches, on: id, now: now)
        case .ack(let ack): receivedAck(ack, on: id)
        case .blobWant(let scope, let blob):
            effects += blobs.receivedWant(blob, in: scope, from: session, access).map(\.effect)
        case .blobHave(let manifest): effects += blobs.receivedHave(manifest, on: id).map(\.effect)
        case .blobCredit(let scope, let blob, let chunk):
            let chunk = BlobChunkID(blob: blob, chunk: chunk)
            effects += blobs.receivedCredit(chunk, in: scope, from: session, access).map(\.effect)
        case .blobChunk(let blob, let chunk, let bytes):
            effects += blobs.receivedChunk(bytes, BlobChunkID(blob: blob, chunk: chunk), on: id).map(\.effect)
        case .blobCancel(let blob): blobs.receivedCancel(blob, on: id)
        case .addresses(let addresses): receivedAddresses(addresses, on: id, now: now)
        case .invitations(let invitations): receivedInvitations(invitations, on: id, now: now)
        case .ping: effects.append(.send(id, .pong))
        case .pong: break
        }
    }

    private func hello(to device: DeviceID, now: Now) -> Message.Hello {
        Message.Hello(
            protocolMin: Self.protocolVersion,
            protocolMax: Self.protocolVersion,
            features: 0,
            runNonce: runNonce,
            modelVersion: library.model.number,
            wallMilliseconds: max(0, now.wall),
            build: identity.build,
            overview: overview(for: device)
        )
    }

    private mutating func receivedHello(_ hello: Message.Hello, in session: Session, now: Now) {
        let id = session.connection
        // The network may bring it twice.
        guard session.hello != hello else { return }
        guard session.hello == nil, hello.runNonce != runNonce else {
            // The address leads to this very run, so there is no need to dial it again.
            if session.hello == nil, case .dialled(let endpoint) = session.role { peers.isOwn(endpoint) }
            effects.append(.close(id, .duplicate))
            return
        }
        guard hello.protocolMin <= Self.protocolVersion, hello.protocolMax >= Self.protocolVersion else {
            effects.append(.close(id, .unsupported))
            return
        }
        sessions[id]?.receivedHello(hello, now: now)
        compareClocks(with: hello, of: session.device, now: now)
        tookIn(session.device)
        if session.device == device { metTwin(hello.runNonce) }
        guard settleDoubles(of: session.device, newest: id, now: now) else { return }
        connectionStands(session)
        effects.append(.peersChanged)
        receivedOverview(hello.overview, on: id, now: now)
        blobs.opened(id, with: session.device)
        sendAddresses(to: id)
        startSummaryTimer(id)
    }

    /// Records a peer's claim that this device was removed; it allows ways out, and changes nothing.
    private mutating func receivedGoodbye(_ reason: Message.Goodbye, in session: Session) {
        if reason == .removed {
            membership.claimedRemoval(session.device)
        }
        effects.append(.close(session.connection, reason))
    }

    /// Records another machine that runs with this device's key: a copied disk.
    ///
    /// People are told; nothing else depends on it.
    private mutating func metTwin(_ nonce: UInt64) {
        guard twins.count < SyncLimits.twinsMax, twins.insert(nonce).inserted else { return }
        effects.append(.healthChanged)
    }

    /// Closes all but one of several connections to one run of a device; both sides agree which one stays.
    ///
    /// Another run may be a copy of the device, and is also served; a dead one ends by its silence.
    ///
    /// - Returns: Whether the newest connection stays.
    private mutating func settleDoubles(of device: DeviceID, newest: ConnectionID, now: Now) -> Bool {
        guard let new = sessions[newest] else { return false }
        let others = sessions.values
            .filter { $0.device == device && $0.connection != newest && $0.hello?.runNonce == new.hello?.runNonce }
            .sorted { $0.connection < $1.connection }
        for old in others {
            guard let loser = loser(of: old, new, now: now) else { continue }
            connectionStands(loser)
            effects.append(.close(loser.connection, .duplicate))
            if loser.connection == newest { return false }
        }
        return true
    }

    /// Returns the connection to close of two connections to a device; nil if the other side has to choose.
    ///
    /// The one dialled by the smaller device id stays, and between twins the one by the smaller nonce; but a connection
    /// that is silent while the peer opens another one may be half dead. If one side dialled both, only that side knows
    /// which is newer.
    private func loser(of old: Session, _ new: Session, now: Now) -> Session? {
        let silence = now.monotonic - old.lastReceived.monotonic
        guard silence < SyncLimits.silenceBeforeDoubtMilliseconds else { return old }
        switch (isDialledBySmaller(old), isDialledBySmaller(new), new.role) {
        case (true, false, _): return new
        case (false, true, _): return old
        case (true, true, .dialled), (false, false, .dialled): return old
        case (true, true, .accepted), (false, false, .accepted): return nil
        }
    }

    private func isDialledBySmaller(_ session: Session) -> Bool {
        let isSmaller = (device, runNonce) < (session.device, session.hello?.runNonce ?? 0)
        return switch session.role {
        case .dialled: isSmaller
        case .accepted: !isSmaller
        }
    }

    /// Whether a device has an open session.
    func isConnected(_ device: DeviceID) -> Bool {
        openSession(with: device) != nil
    }

    /// The devices with an open session.
    var connectedDevices: Set<DeviceID> {
        Set(sessions.values.filter { $0.hello != nil }.map(\.device))
    }

    /// The newest open session with a device: an older one may be half dead.
    func openSession(with device: DeviceID) -> Session? {
        sessions.values.filter { $0.device == device && $0.hello != nil }.max { $0.connection < $1.connection }
    }

    /// The open sessions, oldest first.
    var openSessions: [Session] {
        sessions.values.filter { $0.hello != nil }.sorted { $0.connection < $1.connection }
    }

    mutating func timerFired(_ id: TimerID, now: Now) {
        switch id {
        case .summary(let connection):
            guard sessions[connection] != nil else { return }
            sendOverview(to: connection)
            keepInvitations(toldOn: connection, now: now)
            blobs.retry(on: connection)
            startSummaryTimer(connection)
        case .keepAlive(let connection):
            keepAlive(connection, now: now)
        case .dial(let endpoint):
            dial(endpoint)
        case .upkeep:
            upkeepDue(now: now)
        }
    }

    private mutating func keepAlive(_ id: ConnectionID, now: Now) {
        guard let session = sessions[id] else { return }
        effects += blobs.watch(id, now: now.monotonic).map(\.effect)
        if session.isSummaryOwed, sessions[id]?.mayAnswer(now: now) ?? false {
            sendSummary(to: id, isRequest: true)
        }
        if let question = session.question {
            guard now.monotonic - question.askedAt < question.patience else {
                effects.append(.close(id, .silent))
                return
            }
        } else if now.monotonic - session.lastReceived.monotonic >= SyncLimits.silenceBeforePingMilliseconds {
            let patience = SyncLimits.silenceBeforeCloseMilliseconds - SyncLimits.silenceBeforePingMilliseconds
            ask(id, patience: patience, now: now)
        }
        effects.append(.startTimer(.keepAlive(id), milliseconds: SyncLimits.keepAliveMilliseconds))
    }

    /// Pings a peer; any frame is an answer.
    private mutating func ask(_ id: ConnectionID, patience: Int64, now: Now) {
        sessions[id]?.asked(Session.Question(askedAt: now.monotonic, patience: patience))
        effects.append(.send(id, .ping))
    }

    /// Pings all peers with a short timeout, because there is reason to doubt the connections.
    mutating func doubtConnections(now: Now) {
        for session in openSessions {
            ask(session.connection, patience: SyncLimits.keepAliveMilliseconds, now: now)
            let delay = SyncLimits.keepAliveMilliseconds
            effects.append(.startTimer(.keepAlive(session.connection), milliseconds: delay))
        }
    }

    private mutating func startSummaryTimer(_ id: ConnectionID) {
        let jitter = Int64(random.next() % UInt64(SyncLimits.summaryMilliseconds))
        let delay = SyncLimits.summaryMilliseconds / 2 + jitter
        effects.append(.startTimer(.summary(id), milliseconds: delay))
    }
}
