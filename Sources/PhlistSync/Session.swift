import PhlistModel

/// One connection to a peer, from TLS to its end; only its replica has it.
final class Session {
    let connection: ConnectionID
    let device: DeviceID
    let role: ConnectionRole
    let budget: PeerBudget
    private(set) var state = State.awaitingHello
    /// When it began, by the monotonic clock.
    let beganAt: Int64
    private(set) var lastReceived: Now
    /// What the peer was asked and has not answered yet.
    private(set) var question: Question?
    /// Whether batches have come, or have arrived at the peer.
    private(set) var isOfUse = false
    private(set) var scopes: [ScopeID: PeerScope] = [:]
    let control = BroughtControl()
    /// Whether the peer has said what it holds of every scope; before that nothing is known of what it lacks.
    private(set) var hasSummary = false
    /// Whether the peer has been told the same, scope by scope.
    private(set) var wasToldSummary = false
    /// How many summaries that want an answer have got none, and how many answers somebody waits for: what was on its
    /// way when he asked may be old.
    private var openRequests = 0
    private var answersAwaited = 0
    /// What the peer was last told that its people are invited to; nil before it was told anything.
    private var invitations: Invitations?
    /// What the peer told last of lists that this device may not see; it is so as long as the session stands.
    private(set) var told: Invitations?
    /// Whether the peer has asked too early, and is answered with the next timer.
    private(set) var isSummaryOwed = false

    /// The states of a session.
    enum State {
        /// The peer has proven its key and said nothing yet. A TLS client believes that it is connected before the
        /// server has judged it, so nothing counts before this. Can transition to: open, by the peer's hello.
        case awaitingHello
        /// Both speak one version. Ends with the connection.
        case open(Message.Hello, clockOffset: Int64)
    }

    /// A ping, and how long its answer may take.
    struct Question {
        var askedAt: Int64
        var patience: Int64
    }

    init(connection: ConnectionID, device: DeviceID, role: ConnectionRole, budget: PeerBudget, now: Now) {
        self.connection = connection
        self.device = device
        self.role = role
        self.budget = budget
        beganAt = now.monotonic
        lastReceived = now
    }

    var hello: Message.Hello? {
        guard case .open(let hello, _) = state else { return nil }
        return hello
    }

    var clockOffset: Int64? {
        guard case .open(_, let offset) = state else { return nil }
        return offset
    }

    func receivedFrame(now: Now) {
        lastReceived = now
        question = nil
    }

    func asked(_ question: Question) {
        self.question = question
    }

    func wasOfUse() {
        isOfUse = true
    }

    func receivedHello(_ hello: Message.Hello, now: Now) {
        state = .open(hello, clockOffset: hello.wallMilliseconds - now.wall)
    }

    func willTellSummary(isRequest: Bool) {
        wasToldSummary = true
        openRequests += isRequest ? 1 : 0
    }

    /// The peer said what it holds of every scope that both may see.
    func receivedSummary(_ summaries: [Message.ScopeSummary], isAnswer: Bool) {
        hasSummary = true
        if isAnswer {
            (openRequests, answersAwaited) = (max(0, openRequests - 1), max(0, answersAwaited - 1))
        }
        let listed = Set(summaries.map(\.scope))
        for scope in scopes.keys where !listed.contains(scope) {
            if scopes[scope]?.wasNotNamed() == false { scopes[scope] = nil }
        }
        for summary in summaries {
            receivedHolding(summary.holding.vector, state: summary.holding.state, of: summary.scope)
        }
    }

    /// Somebody waits for the answer to the request that was sent last.
    func awaitAnswer() {
        answersAwaited = openRequests
    }

    /// Whether somebody waits for the peer's word.
    var isAsked: Bool { answersAwaited > 0 }

    /// The peer said what it holds; with what it sends it does not say the state.
    func receivedHolding(_ holding: UInt128, state: UInt128? = nil, of scope: ScopeID) {
        guard scopes[scope] != nil || scopes.count < SyncLimits.scopesMax else { return }
        scopes[scope, default: PeerScope()].received(holding, state: state)
    }

    /// Whether the peer itself has shown that it holds something of a scope.
    func hasShown(_ scope: ScopeID) -> Bool {
        scopes[scope]?.isShown ?? false
    }

    /// Takes in what a peer says that it has of a scope.
    ///
    /// Of a list that is not for this device a peer speaks of what this one wrote there, and does not name the list.
    ///
    /// - Parameters:
    ///   - message: The peer's vector.
    ///   - own: This device.
    ///   - ledger: What is here of the scope.
    /// - Returns: The feeds of which the peer is to be sent points.
    func receivedVector(_ message: Message.Vector, of own: DeviceID, in ledger: Ledger?) -> [FeedHint] {
        let scope = message.scope
        guard scopes[scope] != nil || scopes.count < SyncLimits.scopesMax else { return [] }
        let isWhole = message.vector.isEmpty || scopes[scope]?.holding != nil
        return scopes[scope, default: PeerScope()].received(message, isWhole: isWhole, of: own, in: ledger)
    }

    /// The peer holds the same of a scope as this device.
    func holdsAll(of scope: ScopeID, _ ledger: Ledger) {
        guard scopes[scope] != nil || scopes.count < SyncLimits.scopesMax else { return }
        scopes[scope, default: PeerScope()].holdsAll(of: ledger)
    }

    /// The peer asks what is held here.
    ///
    /// - Returns: Whether it is answered now; else it is with the next timer.
    func mayAnswer(now: Now) -> Bool {
        isSummaryOwed = !budget.mayAnswer(now: now)
        return !isSummaryOwed
    }

    /// The peer is to hear what its people are invited to.
    ///
    /// - Returns: Whether that is news to it.
    func willInvite(_ invitations: Invitations) -> Bool {
        defer { self.invitations = invitations }
        return self.invitations != invitations
    }

    /// The peer tells what people here are invited to, and what has ended for them.
    func received(_ invitations: Invitations) {
        told = invitations
        for list in invitations.ended { scopes[list]?.wasClosed() }
    }

    /// The peer sends what it has of a scope that its summary did not name: it had nothing else of it.
    func receivedBatches(holding: UInt128, of scope: ScopeID) {
        isOfUse = true
        if hasSummary, scopes[scope] == nil {
            willSend(scope)
        }
        receivedHolding(holding, of: scope)
    }

    /// Whether the peer waits for the word that no control of a scope was kept back.
    func owesCompletion(of scope: ScopeID) -> Bool {
        scopes[scope]?.owesCompletion ?? false
    }

    func willSendControl(of scope: ScopeID, isComplete: Bool, isEmpty: Bool) {
        scopes[scope]?.willSendControl(isComplete: isComplete, isEmpty: isEmpty)
    }

    func willTellVector(of scope: ScopeID) {
        scopes[scope, default: PeerScope()].willTellVector()
    }

    /// The shell has been given one more request for batches of a scope.
    func willQueueBatches(of scope: ScopeID, holding: UInt128) {
        scopes[scope]?.willQueueBatches(holding: holding)
    }

    /// The shell has sent out all batches of one request.
    ///
    /// - Returns: What the peer was told with them that this device holds, once no other request waits.
    func sentBatches(of scope: ScopeID) -> UInt128? {
        scopes[scope]?.sentBatches()
    }

    /// The scopes of which batches wait to be sent, in ascending order.
    var queuedScopes: [ScopeID] {
        scopes.filter(\.value.isQueued).keys.sorted()
    }

    /// What waits to be sent of a scope is not.
    func withdrew(_ scope: ScopeID) {
        scopes[scope]?.withdrew()
    }

    /// The peer will have something of a scope that it did not have.
    func willSend(_ scope: ScopeID) {
        scopes[scope, default: PeerScope()].willSend()
    }

    /// The peer sent a batch.
    func gave(_ batch: NamedBatch, of scope: ScopeID, in ledger: Ledger) {
        scopes[scope]?.gave(batch, in: ledger)
    }

    /// Batches of a chain were sent, up to a number.
    func sent(through number: UInt32, of chain: Int, in scope: ScopeID) {
        scopes[scope]?.sent(through: number, of: chain)
    }

    /// What the peer has of a scope; nil when it must be asked first.
    func whatItHas(of scope: ScopeID, in ledger: Ledger) -> PeerScope.Has? {
        guard isKnown(scope) else { return nil }
        return scopes[scope]?.whatItHas(in: ledger) ?? PeerScope.Has()
    }

    /// Whether it is known what the peer has of a scope.
    func isKnown(_ scope: ScopeID) -> Bool {
        guard hasSummary else { return false }
        guard let peer = scopes[scope] else { return true }
        return peer.known != nil || peer.holding == nil
    }
}
