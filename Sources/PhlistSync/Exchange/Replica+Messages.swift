import PhlistHousehold
import PhlistModel

/// Connections and messages of peers, and timers.
extension Replica {
    // MARK: Connections

    mutating func connected(_ id: ConnectionID, to device: DeviceID, role: ConnectionRole, letter: [UInt8], now: Now) {
        if !access.isMember(device), journal.show(letter, of: device, at: door) { effects.append(.rosterChanged) }
        guard access.isMember(device) else {
            perform(exchange.turnAway(device, on: id, journal.library))
            perform(peers.refused(role, by: device, &random))
            return
        }
        if case .dialled(let endpoint) = role {
            peers.answered(device, at: endpoint)
        }
        perform(exchange.connected(id, to: device, role: role, access, now: now))
    }

    mutating func disconnected(_ id: ConnectionID, now: Now) {
        guard let session = exchange.disconnected(id) else { return }
        effects.append(.peersChanged)
        blobs.closed(id)
        let isGone = exchange.openSession(with: session.device) == nil
        perform(peers.ended(session, isGone: isGone, now: now, &random))
    }

    mutating func timerFired(_ id: TimerID, now: Now) {
        switch id {
        case .summary(let connection):
            guard let session = exchange.sessions[connection] else { return }
            perform(exchange.overview(to: session, access))
            perform(exchange.keepInvitations(in: session, journal.library, now: now))
            blobs.retry(on: connection)
            perform(exchange.startSummaryTimer(connection, &random))
        case .keepAlive(let connection):
            guard let session = exchange.sessions[connection] else { return }
            perform(blobs.watch(connection, now: now.monotonic))
            perform(exchange.keepAlive(session, access, now: now))
        case .dial(let endpoint):
            perform(peers.dial(endpoint, besides: exchange.connectedDevices, &random))
        case .upkeep:
            upkeepDue(now: now)
        }
    }

    private mutating func upkeepDue(now: Now) {
        let connected = exchange.connectedDevices
        let lateness = peers.upkeepDue(besides: connected, now: now)
        effects.append(.startTimer(.upkeep, milliseconds: SyncLimits.upkeepMilliseconds))
        append(journal.renewStaleKey(&random, now: now))
        if appends.isEmpty { journal.mayNoteAgain() }
        perform(peers.dialIdle(besides: connected, &random))
        if lateness >= SyncLimits.upkeepLateMilliseconds {
            surroundingsChanged(now: now)
        } else {
            perform(peers.renewOldAnnouncement(now: now, &random))
        }
    }

    mutating func networkChanged(to endpoints: [Endpoint], now: Now) {
        perform(peers.moved(to: endpoints, among: exchange.openSessions, journal.library))
        surroundingsChanged(now: now)
    }

    /// Doubts all connections and forgets which devices answered at which addresses.
    private mutating func surroundingsChanged(now: Now) {
        perform(exchange.doubtConnections(now: now))
        perform(peers.surroundingsChanged(besides: exchange.connectedDevices, now: now, &random))
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
        case .goodbye(let reason):
            if reason == .removed { journal.claimedRemoval(session.device) }
            effects.append(.close(id, reason))
        case .removal(let removal): perform(exchange.received(removal, in: session, journal.library, now: now))
        case _ where session.hello == nil: effects.append(.close(id, .malformed))
        case .overview(let overview): perform(exchange.received(overview, in: session, access, now: now))
        case .summary(let scopes, let isRequest):
            perform(exchange.received(scopes, isRequest: isRequest, in: session, access, now: now))
        case .versionVector(let vector): perform(exchange.received(vector, in: session, access, now: now))
        case .batches(let batches):
            perform(journal.lendLibrary { exchange.received(batches, in: session, &$0, now: now) })
        case .ack(let ack): perform(exchange.received(ack, in: session, journal.library))
        case .blobWant, .blobHave, .blobCredit, .blobChunk, .blobCancel:
            perform(blobs.received(message, from: session, access))
        case .addresses(let addresses):
            let sessions = exchange.openSessions
            perform(peers.received(addresses, in: session, among: sessions, journal.library, now: now, &random))
        case .invitations(let invitations):
            session.received(invitations)
            perform(exchange.keepInvitations(in: session, journal.library, now: now))
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
        perform(exchange.received(hello.overview, in: session, access, now: now))
        blobs.opened(session.connection, with: session.device)
        perform(peers.tellAll(to: session, journal.library))
        perform(exchange.startSummaryTimer(session.connection, &random))
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
            case .answer(let session, let isRequest):
                perform(exchange.answerSummary(isRequest: isRequest, in: session, access))
            case .invite(let session): perform(exchange.invitations(to: session, access))
            case .report: effects.append(.peersChanged)
            case .alarm(let scope, let device): effects.append(.alarm(scope, device))
            }
        }
    }

    /// Does what the directory of peers wants.
    mutating func perform(_ actions: [PeerAction]) {
        effects += actions.map { Effect($0) }
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
