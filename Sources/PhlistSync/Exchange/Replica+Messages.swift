import PhlistModel

/// Messages of peers, and the timers of their sessions.
extension Replica {
    // MARK: Connections

    mutating func connected(_ id: ConnectionID, to device: DeviceID, role: ConnectionRole, now: Now) {
        guard access.isMember(device) else {
            perform(exchange.turnAway(device, on: id, library))
            perform(peers.refused(role, by: device, using: &random))
            return
        }
        if case .dialled(let endpoint) = role {
            peers.answered(device, at: endpoint)
        }
        perform(exchange.connected(id, to: device, role: role, access, now: now))
    }

    /// Records that a stranger has an admin's letter.
    mutating func show(_ letter: [UInt8], of device: DeviceID) {
        guard !access.isMember(device), journal.show(letter, of: device, at: door) else { return }
        effects.append(.rosterChanged)
    }

    mutating func disconnected(_ id: ConnectionID, now: Now) {
        guard let session = exchange.disconnected(id) else { return }
        effects.append(.peersChanged)
        blobs.closed(id)
        let isGone = exchange.openSession(with: session.device) == nil
        perform(peers.ended(session, isGone: isGone, now: now, using: &random))
    }

    mutating func timerFired(_ id: TimerID, now: Now) {
        switch id {
        case .summary(let connection):
            guard let session = exchange.sessions[connection] else { return }
            perform(exchange.overview(to: session, access))
            perform(exchange.keepInvitations(in: session, library, now: now))
            blobs.retry(on: connection)
            perform(exchange.startSummaryTimer(connection, using: &random))
        case .keepAlive(let connection):
            guard let session = exchange.sessions[connection] else { return }
            perform(blobs.watch(connection, now: now.monotonic))
            perform(exchange.keepAlive(session, access, now: now))
        case .dial(let endpoint):
            perform(peers.dial(endpoint, besides: exchange.connectedDevices, using: &random))
        case .upkeep:
            upkeepDue(now: now)
        }
    }

    // MARK: Messages

    mutating func received(_ type: UInt8, _ body: [UInt8], on id: ConnectionID, now: Now) {
        guard let session = exchange.sessions[id] else { return }
        session.receivedFrame(now: now)
        do throws(CodecError) {
            guard let message = try Message(type: type, body: body) else { return }
            received(message, in: session, now: now)
        } catch {
            effects.append(.close(id, .malformed))
        }
    }

    private mutating func received(_ message: Message, in session: Session, now: Now) {
        let id = session.connection
        switch message {
        case .hello(let hello): receivedHello(hello, in: session, now: now)
        case .goodbye(let reason): receivedGoodbye(reason, in: session)
        case .removal(let removal): perform(exchange.received(removal, in: session, library, now: now))
        case _ where session.hello == nil: effects.append(.close(id, .malformed))
        case .overview(let overview): receivedOverview(overview, in: session, now: now)
        case .summary(let scopes, let isRequest): receivedSummary(scopes, isRequest: isRequest, in: session, now: now)
        case .versionVector(let vector): perform(exchange.received(vector, in: session, access, now: now))
        case .batches(let batches):
            perform(journal.lendLibrary { exchange.received(batches, in: session, &$0, now: now) })
        case .ack(let ack): perform(exchange.received(ack, in: session, library))
        case .blobWant(let scope, let blob):
            perform(blobs.receivedWant(blob, in: scope, from: session, access))
        case .blobHave(let manifest): perform(blobs.receivedHave(manifest, on: id))
        case .blobCredit(let scope, let blob, let chunk):
            let chunk = BlobChunkID(blob: blob, chunk: chunk)
            perform(blobs.receivedCredit(chunk, in: scope, from: session, access))
        case .blobChunk(let blob, let chunk, let bytes):
            perform(blobs.receivedChunk(bytes, BlobChunkID(blob: blob, chunk: chunk), on: id))
        case .blobCancel(let blob): blobs.receivedCancel(blob, on: id)
        case .addresses(let addresses):
            let sessions = exchange.openSessions
            perform(peers.received(addresses, in: session, among: sessions, journal.library, now: now, using: &random))
        case .invitations(let invitations):
            session.received(invitations)
            perform(exchange.keepInvitations(in: session, library, now: now))
        case .ping: effects.append(.send(id, .pong))
        case .pong: break
        }
    }

    private mutating func receivedHello(_ hello: Message.Hello, in session: Session, now: Now) {
        let id = session.connection
        switch exchange.receivedHello(hello, in: session, now: now) {
        case .repeated: break
        case .refused(let reason): effects.append(.close(id, reason))
        case .isOwnRun:
            // There is no need to dial it again.
            if case .dialled(let endpoint) = session.role { peers.isOwn(endpoint) }
            effects.append(.close(id, .duplicate))
        case .opened(let isNewTwin, let doubles):
            let lead = journal.heard(hello.wallMilliseconds, of: session.device, now: now)
            if let lead { append([.local(lead)]) }
            if let fact = journal.tookIn(session.device) { append([.local(fact)]) }
            if isNewTwin { effects.append(.healthChanged) }
            for double in doubles {
                connectionStands(double)
                effects.append(.close(double.connection, .duplicate))
            }
            if !doubles.contains(where: { $0 === session }) { opened(session, hello, now: now) }
        }
    }

    /// Records an established session, whose address is worth remembering.
    private mutating func connectionStands(_ session: Session) {
        guard let address = peers.stands(session) else { return }
        // With the household's facts: the record of the join, which also has them, may get lost.
        append((journal.householdFacts + [address]).map(LogEntry.local))
    }

    private mutating func opened(_ session: Session, _ hello: Message.Hello, now: Now) {
        connectionStands(session)
        effects.append(.peersChanged)
        receivedOverview(hello.overview, in: session, now: now)
        blobs.opened(session.connection, with: session.device)
        perform(peers.tellAll(to: session, journal.library))
        perform(exchange.startSummaryTimer(session.connection, using: &random))
    }

    private mutating func receivedGoodbye(_ reason: Message.Goodbye, in session: Session) {
        if reason == .removed { journal.claimedRemoval(session.device) }
        effects.append(.close(session.connection, reason))
    }

    /// Compares overviews; if they differ, the scopes are compared one by one.
    private mutating func receivedOverview(_ overview: Holding, in session: Session, now: Now) {
        guard session.mayAnswer(now: now) else { return }
        switch exchange.received(overview, in: session, access) {
        case .different: perform(exchange.summary(to: session, isRequest: session.wasToldSummary, access))
        case .equal(let scopes):
            for scope in scopes { peerAgrees(on: scope) }
            perform(exchange.invitations(to: session, access))
            effects.append(.peersChanged)
        }
    }

    private mutating func receivedSummary(
        _ summaries: [Message.ScopeSummary],
        isRequest: Bool,
        in session: Session,
        now: Now
    ) {
        guard session.mayAnswer(now: now) else { return }
        perform(exchange.received(summaries, isRequest: isRequest, in: session, access))
        // The peer may have agreed to more than before, and may therefore see more.
        perform(exchange.answerSummary(isRequest: isRequest, in: session, access))
        perform(exchange.invitations(to: session, access))
        effects.append(.peersChanged)
    }

    // MARK: Actions

    /// Does what the exchange wants.
    mutating func perform(_ actions: [Exchange.Action]) {
        for action in actions {
            switch action {
            case .send(let id, let message): effects.append(.send(id, message))
            case .sendInTurn(let id, let message): effects.append(.sendInTurn(id, message))
            case .sendBatches(let id, let request): effects.append(.sendBatches(id, request))
            case .dropBatches(let id, let scope): effects.append(.dropBatches(id, scope))
            case .close(let id, let reason): effects.append(.close(id, reason))
            case .startTimer(let timer, let time): effects.append(.startTimer(timer, milliseconds: time))
            case .append(let entries, let source): append(entries, source: source)
            case .acknowledge(let scope, let id): perform(exchange.acknowledge(scope, to: id, access))
            case .agree(let scope): peerAgrees(on: scope)
            case .report: effects.append(.peersChanged)
            case .alarm(let scope, let device): effects.append(.alarm(scope, device))
            }
        }
    }

    /// Does what the exchange of photos wants.
    mutating func perform(_ actions: [BlobAction]) {
        effects += actions.map { Effect($0) }
    }

    /// Records that a peer holds the same of a scope: devices that may see it may have it again.
    private mutating func peerAgrees(on scope: ScopeID) {
        guard journal.agreed(on: scope) else { return }
        // A peer that asked for a photo of a doubtful list may have it now.
        blobs.accessChanged()
        perform(exchange.push(scope, access))
    }
}
