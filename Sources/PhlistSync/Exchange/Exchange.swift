import PhlistHousehold
import PhlistModel

/// The sessions with other devices, and what is sent over them.
///
/// Anti-entropy: each side sends batches that the other lacks as soon as it knows of them. What a peer has and lacks is
/// in its `Session`; what has arrived and cannot be stored yet is in the `Reception` of its scope.
struct Exchange {
    let identity: Replica.Identity
    let runNonce: UInt64
    let signer: HeadSigner
    private(set) var sessions: [ConnectionID: Session] = [:]
    private var receptions: [ScopeID: Reception] = [:]
    /// By device, for devices that may connect.
    private var budgets: [DeviceID: PeerBudget] = [:]
    /// Nonces of other runs of this device's key.
    private(set) var twins: Set<UInt64> = []

    /// An instruction of the exchange.
    enum Action {
        case send(ConnectionID, Message)
        /// Send a message after the control batches that wait to be sent.
        case sendInTurn(ConnectionID, Message)
        case sendBatches(ConnectionID, BatchesRequest)
        case dropBatches(ConnectionID, ScopeID)
        case close(ConnectionID, Message.Goodbye)
        case startTimer(TimerID, milliseconds: Int64)
        /// Make entries durable, and tell their sender.
        case append([LogEntry], source: ConnectionID?)
        /// Tell a peer what is durable.
        case acknowledge(ScopeID, ConnectionID)
        /// Record that a peer holds the same of a scope.
        case agree(ScopeID)
        /// Answer a summary, by the access rules as they are then.
        case answer(Session, isRequest: Bool)
        /// Send a peer its people's invitations, by the access rules as they are then.
        case invite(Session)
        /// Report that the progress of a peer changed.
        case report
        /// Report that two devices hold equal vectors and unequal states.
        case alarm(ScopeID, DeviceID)
    }

    init(_ identity: Replica.Identity, _ signer: HeadSigner, runNonce: UInt64) {
        (self.identity, self.signer, self.runNonce) = (identity, signer, runNonce)
    }

    var device: DeviceID { signer.device }
    var intake: Intake { Intake(signer: signer, publicKey: identity.publicKey) }

    /// Distinguishes keys that two devices create for one place at the same time.
    var placeWriter: UInt32 { UInt32(truncatingIfNeeded: runNonce >> 40) }

    // MARK: Receptions

    /// Returns what has arrived of a scope; nil if nothing has since the scope began, or began anew.
    func reception(of scope: ScopeID, in library: Library) -> Reception? {
        receptions[scope].flatMap { $0.slot === library.scopes[scope] ? $0 : nil }
    }

    /// Returns what has arrived of a scope, and takes note of what will.
    mutating func openReception(of slot: ScopeSlot) -> Reception {
        if let known = receptions[slot.state.id], known.slot === slot { return known }
        let reception = Reception(of: slot)
        receptions[slot.state.id] = reception
        return reception
    }

    /// Drops what has arrived of scopes that the library has dropped.
    mutating func forgetReceptions(besides library: Library) {
        receptions = receptions.filter { library.scopes[$0] === $1.slot }
    }

    /// Records entries that are in the log.
    func stored(_ entries: [LogEntry], in library: Library) {
        for case .batch(let stored) in entries {
            guard let feed = library.feeds[stored.feed] else { continue }
            reception(of: feed.scope, in: library)?.inbox.noteStored(stored.named(in: feed))
        }
    }

    /// Drops what waits of scopes of which the log did not take all; it is requested again.
    func emptyInboxes(of scopes: Set<ScopeID>) {
        for scope in scopes { receptions[scope]?.inbox = Inbox() }
    }

    /// The size of everything that waits, by scope, in bytes.
    func inboxSizes(in library: Library) -> [ScopeID: Int] {
        receptions.filter { library.scopes[$0] === $1.slot && $1.inbox.size > 0 }.mapValues(\.inbox.size)
    }

    /// The number of batches in the fullest inbox, which have arrived and cannot be stored yet.
    var waitingBatchCountMax: Int { receptions.values.reduce(0) { max($0, $1.inbox.count) } }

    // MARK: Sessions

    /// The open sessions, oldest first.
    var openSessions: [Session] {
        sessions.values.filter { $0.hello != nil }.sorted { $0.connection < $1.connection }
    }

    /// The devices with an open session.
    var connectedDevices: Set<DeviceID> {
        Set(sessions.values.filter { $0.hello != nil }.map(\.device))
    }

    /// The newest open session with a device: an older one may be half dead.
    func openSession(with device: DeviceID) -> Session? {
        sessions.openSession(with: device)
    }

    /// Begins a session with a device that may connect.
    mutating func connected(
        _ id: ConnectionID,
        to device: DeviceID,
        role: ConnectionRole,
        _ access: Access,
        now: Now
    ) -> [Action] {
        let budget = budgets[device] ?? PeerBudget()
        budgets[device] = budget
        sessions[id] = Session(connection: id, device: device, role: role, budget: budget, now: now)
        let hello = Message.Hello(
            protocolMin: Replica.protocolVersion,
            protocolMax: Replica.protocolVersion,
            features: 0,
            runNonce: runNonce,
            modelVersion: access.library.model.number,
            wallMilliseconds: max(0, now.wall),
            build: identity.build,
            overview: access.overview(for: device)
        )
        return [
            .send(id, .hello(hello)),
            .startTimer(.keepAlive(id), milliseconds: SyncLimits.keepAliveMilliseconds),
        ]
    }

    /// Closes a connection to a device that is not a member, and tells it why.
    func turnAway(_ device: DeviceID, on id: ConnectionID, _ library: Library) -> [Action] {
        let removal = library.removal(of: device).map { Action.send(id, .removal($0)) }
        let reason: Message.Goodbye = library.roster?.authors[device] != nil ? .removed : .stranger
        return [removal].compactMap(\.self) + [.close(id, reason)]
    }

    /// Records what a member device reports of this one's removal, so that it holds after a restart.
    ///
    /// It is only that device's word: the act itself comes with the household's new secret, which is not for this
    /// device.
    func received(_ removal: Removal, in session: Session, _ library: Library, now: Now) -> [Action] {
        let isKnown = library.toldRemoval.map { library.isProvenMember($0.teller) && $0.removal == removal } ?? false
        guard removal.household == library.householdID, session.device != device,
            library.isProvenMember(session.device), !isKnown, session.budget.mayInvite(now: now)
        else { return [] }
        return [.append([.local(.removal(removal, from: session.device))], source: nil)]
    }

    /// Forgets the rate limits of devices that are no longer members.
    mutating func keepBudgets(_ access: Access) {
        budgets = budgets.filter { access.isMember($0.key) }
    }

    /// Ends the sessions with devices that are no longer members.
    func turnAwayStrangers(_ access: Access) -> [Action] {
        sessions.values.sorted { $0.connection < $1.connection }.filter { !access.isMember($0.device) }
            .flatMap { turnAway($0.device, on: $0.connection, access.library) }
    }

    /// Ends a session; nil if there is none.
    mutating func disconnected(_ id: ConnectionID) -> Session? {
        let session = sessions.removeValue(forKey: id)
        session?.control.end()
        return session
    }

    // MARK: Hello

    /// The results of a peer's hello.
    enum Greeting {
        /// The network may bring it twice.
        case repeated
        case refused(Message.Goodbye)
        /// The address leads to this very run.
        case isOwnRun
        /// The session is open. The device has other sessions, of which these are to be closed.
        case opened(isNewTwin: Bool, doubles: [Session])
    }

    mutating func receivedHello(_ hello: Message.Hello, in session: Session, now: Now) -> Greeting {
        guard session.hello != hello else { return .repeated }
        guard session.hello == nil else { return .refused(.duplicate) }
        guard hello.runNonce != runNonce else { return .isOwnRun }
        guard hello.protocolMin <= Replica.protocolVersion, hello.protocolMax >= Replica.protocolVersion else {
            return .refused(.unsupported)
        }
        session.receivedHello(hello, now: now)
        let isNewTwin = session.device == device && metTwin(hello.runNonce)
        return .opened(isNewTwin: isNewTwin, doubles: doubles(of: session, now: now))
    }

    /// Records another machine that runs with this device's key: a copied disk.
    ///
    /// People are told; nothing else depends on it.
    private mutating func metTwin(_ nonce: UInt64) -> Bool {
        twins.count < SyncLimits.twinsMax && twins.insert(nonce).inserted
    }

    /// Returns all but one of several sessions with one run of a device; both sides agree which one stays.
    ///
    /// Another run may be a copy of the device, and is also served; a dead one ends by its silence.
    private func doubles(of new: Session, now: Now) -> [Session] {
        let others = sessions.values
            .filter {
                $0.device == new.device && $0.connection != new.connection && $0.hello?.runNonce == new.hello?.runNonce
            }
            .sorted { $0.connection < $1.connection }
        var doubles: [Session] = []
        for old in others {
            guard let loser = loser(of: old, new, now: now) else { continue }
            doubles.append(loser)
            if loser === new { break }
        }
        return doubles
    }

    /// Returns the session to close of two sessions with a device; nil if the other side has to choose.
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

    // MARK: Timers

    /// Answers what came too early, and closes the connection of a peer that does not answer a ping.
    func keepAlive(_ session: Session, _ access: Access, now: Now) -> [Action] {
        let id = session.connection
        var actions: [Action] = []
        while session.takeOwedAnswer(now: now) { actions += summary(to: session, isRequest: false, access) }
        if session.isSummaryOwed, session.mayAnswer(now: now) {
            actions += summary(to: session, isRequest: true, access)
        }
        if let question = session.question {
            guard now.monotonic - question.askedAt < question.patience else { return actions + [.close(id, .silent)] }
        } else if now.monotonic - session.lastReceived.monotonic >= SyncLimits.silenceBeforePingMilliseconds {
            let patience = SyncLimits.silenceBeforeCloseMilliseconds - SyncLimits.silenceBeforePingMilliseconds
            actions.append(ask(session, patience: patience, now: now))
        }
        return actions + [.startTimer(.keepAlive(id), milliseconds: SyncLimits.keepAliveMilliseconds)]
    }

    /// Pings a peer; any frame is an answer.
    private func ask(_ session: Session, patience: Int64, now: Now) -> Action {
        session.asked(Session.Question(askedAt: now.monotonic, patience: patience))
        return .send(session.connection, .ping)
    }

    /// Pings all peers with a short timeout, because there is reason to doubt the connections.
    func doubtConnections(now: Now) -> [Action] {
        openSessions.flatMap { session -> [Action] in
            let delay = SyncLimits.keepAliveMilliseconds
            let timer = Action.startTimer(.keepAlive(session.connection), milliseconds: delay)
            return [ask(session, patience: delay, now: now), timer]
        }
    }

    /// Starts the time to the next overview.
    func startSummaryTimer(_ id: ConnectionID, _ random: inout RandomSource) -> [Action] {
        let jitter = Int64(random.next() % UInt64(SyncLimits.summaryMilliseconds))
        return [.startTimer(.summary(id), milliseconds: SyncLimits.summaryMilliseconds / 2 + jitter)]
    }
}
