import PhlistModel

/// One connection to a peer, from TLS to its end; only its replica has it.
final class Session {
    let connection: ConnectionID
    let device: DeviceID
    let role: ConnectionRole
    private(set) var state = State.awaitingHello
    /// When it began, by the monotonic clock.
    let beganAt: Int64
    private(set) var lastReceived: Now
    /// What the peer was asked and has not answered yet.
    private(set) var question: Question?
    /// Whether batches have come, or have arrived at the peer.
    private(set) var isOfUse = false
    /// What the peer has of each scope, by its word and by what was sent since; never remembered across sessions.
    private(set) var scopes: [ScopeID: PeerScope] = [:]
    /// Whether the peer has said what it holds of every scope; before that nothing is known of what it lacks.
    private(set) var hasSummary = false
    /// Whether the peer has been told the same, scope by scope.
    private(set) var wasToldSummary = false
    /// How many summaries that want an answer have got none, and how many answers somebody waits for: what was on its
    /// way when he asked may be old.
    private var openRequests = 0
    private var answersAwaited = 0
    /// How many requests for batches the shell has not sent out yet.
    private var requestsInQueue = 0

    /// The splits that both have heard of.
    private var knownForks: Set<Fork> = []
    /// How often the peer is answered that looks for the place where its history of a feed parts from the one here.
    private var trailAllowances: [FeedID: Allowance] = [:]
    /// How often the peer is answered what is held here, and sent what it says to lack.
    private var summaryAllowance = Allowance()
    private var vectorAllowances: [ScopeID: Allowance] = [:]
    /// What the peer was last told that its people are invited to; nil before it was told anything.
    private var invitations: Invitations?
    private var invitationAllowance = Allowance()
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

    /// What a peer has of one scope.
    struct PeerScope {
        /// By the peer's word and what was sent behind it; nil while its vector is not known.
        var sent: [FeedID: UInt64]?
        /// Whether the peer was told our vector: it cannot push what we lack without.
        var wasToldVector = false
        /// What the peer last said to hold.
        var holding: UInt64?
        /// The state that belongs to it; nil while only the vector is known.
        var state: UInt64?
        /// Whether the peer itself has shown that it holds something.
        var isShown = false
        /// What counts as arrived of a scope that the peer does not name.
        private var settled: [FeedID: UInt64] = [:]
        /// What is sent again, and how often it was.
        private var repeated: (sent: [FeedID: UInt64], times: Int)?

        /// The peer said what it has: of all feeds, or, when it may only speak of some, of those.
        ///
        /// - Parameters:
        ///   - vector: The number of the last op of each feed.
        ///   - isWhole: Whether it names all feeds that the peer has.
        ///   - isQueued: Whether what was sent may wait still, so that the peer cannot know of it.
        mutating func received(_ vector: [FeedID: UInt64], isWhole: Bool, keepingSent isQueued: Bool) {
            let queued = isQueued ? sent?.filter { $0.value != .max } ?? [:] : [:]
            sent = isWhole ? vector : sent?.merging(vector) { $1 } ?? vector
            sent?.merge(queued) { max($0, $1) }
            settled = isWhole ? [:] : settled.merging(vector) { $1 }
            if isWhole { repeated = nil }
            isShown = isShown || !vector.isEmpty
        }

        /// The peer said what it holds; with what it sends it does not say the state.
        mutating func received(_ holding: UInt64, state: UInt64?) {
            (self.holding, self.state) = (holding, state)
            isShown = isShown || holding != Self.holdingOfNothing
        }

        private static let holdingOfNothing = VersionVector().digest

        /// The peer does not name the scope, and something is still on its way.
        ///
        /// - Returns: Whether anything is known of it still.
        mutating func wasNotNamedYet() -> Bool {
            (holding, state, isShown, wasToldVector) = (nil, nil, false, false)
            return sent != nil
        }

        /// The peer does not name the scope among those that both may see.
        ///
        /// Who has named it has lost it. Who never did may have lost what came, or has taken it and does not say so:
        /// this device is not to see the list any more, and has not heard of that. So what was sent is sent a few times
        /// more, and counts as arrived then.
        ///
        /// - Returns: Whether anything is known of it still.
        mutating func wasNotNamed() -> Bool {
            guard holding == nil, let sent, !sent.isEmpty else { return false }
            if let repeated, repeated.times == SyncLimits.unnamedRepeatsMax {
                settled.merge(repeated.sent) { max($0, $1) }
                self.repeated = nil
            }
            guard sent != settled else { return true }
            // What came meanwhile is not counted with what is repeated already: else who goes on writing repeats all.
            repeated = (repeated?.sent ?? sent, (repeated?.times ?? 0) + 1)
            self.sent = settled.merging(sent.filter { $0.value == .max }) { $1 }
            wasToldVector = false
            return true
        }
    }

    init(connection: ConnectionID, device: DeviceID, role: ConnectionRole, now: Now) {
        self.connection = connection
        self.device = device
        self.role = role
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
            // Of what waits to be sent the peer cannot know.
            let isKnown = requestsInQueue > 0 ? scopes[scope]?.wasNotNamedYet() : scopes[scope]?.wasNotNamed()
            if isKnown == false { scopes[scope] = nil }
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
    func receivedHolding(_ holding: UInt64, state: UInt64? = nil, of scope: ScopeID) {
        guard scopes[scope] != nil || scopes.count < SyncLimits.scopesMax else { return }
        scopes[scope, default: PeerScope()].received(holding, state: state)
    }

    /// Whether the peer itself has shown that it holds something of a scope.
    func hasShown(_ scope: ScopeID) -> Bool {
        scopes[scope]?.isShown ?? false
    }

    /// Whether a peer speaks of all that it has of a scope.
    ///
    /// Of a list that is not for this device it speaks of what this one wrote there, and does not name the list.
    func isWhole(_ vector: VersionVector, of scope: ScopeID) -> Bool {
        vector.isEmpty || scopes[scope]?.holding != nil
    }

    func receivedVector(_ vector: VersionVector, of scope: ScopeID, isWhole: Bool = true) {
        guard scopes[scope] != nil || scopes.count < SyncLimits.scopesMax else { return }
        // What still waits to be sent the peer cannot know; once all is on its way its word counts alone, so that what
        // it has dropped is sent again.
        let isQueued = requestsInQueue > 0
        scopes[scope, default: PeerScope()]
            .received(vector.mapValues(\.sequence), isWhole: isWhole, keepingSent: isQueued)
    }

    /// Nothing of a feed is sent before the peer's next vector: it holds another history of it.
    func willNotSend(_ feed: FeedID, of scope: ScopeID) {
        scopes[scope]?.sent?[feed] = .max
    }

    /// What the peer has of a scope was known by names that feeds do not have any more.
    func forgetVector(of scope: ScopeID) {
        scopes[scope]?.sent = nil
        scopes[scope]?.wasToldVector = false
    }

    /// Both know of a split from here on.
    ///
    /// - Returns: Whether that is news.
    @discardableResult
    func knows(_ fork: Fork) -> Bool {
        knownForks.insert(fork).inserted
    }

    /// The peer is to be told of a split once more.
    func forget(_ fork: Fork) {
        knownForks.remove(fork)
    }

    /// The peer looks for the place where its history of a feed that is known here parts from the one here.
    ///
    /// - Returns: Whether it is answered; it asks again after the next comparison.
    func mayFollow(_ feed: FeedID, now: Now) -> Bool {
        trailAllowances[feed, default: Allowance()].take(SyncLimits.trailPace, now: now)
    }

    /// The peer asks what is held here.
    ///
    /// - Returns: Whether it is answered now; else it is with the next timer.
    func mayAnswer(now: Now) -> Bool {
        isSummaryOwed = !summaryAllowance.take(SyncLimits.summaryPace, now: now)
        return !isSummaryOwed
    }

    /// The peer says what it has of a scope.
    ///
    /// - Returns: Whether that is taken in; it says so again at the next comparison.
    func mayCompare(_ scope: ScopeID, now: Now) -> Bool {
        guard vectorAllowances[scope] != nil || vectorAllowances.count < SyncLimits.scopesMax else { return false }
        return vectorAllowances[scope, default: Allowance()].take(SyncLimits.summaryPace, now: now)
    }

    /// The peer is to hear what its people are invited to.
    ///
    /// - Returns: Whether that is news to it.
    func willInvite(_ invitations: Invitations) -> Bool {
        defer { self.invitations = invitations }
        return self.invitations != invitations
    }

    /// The peer tells what the people here are invited to, and it is news.
    ///
    /// - Returns: Whether that is taken in.
    func mayInvite(now: Now) -> Bool {
        invitationAllowance.take(SyncLimits.invitationPace, now: now)
    }

    /// The peer sends what it has of a scope that its summary did not name: it had nothing else of it.
    func receivedBatches(holding: UInt64, of scope: ScopeID) {
        isOfUse = true
        if hasSummary, scopes[scope] == nil {
            willSend(scope)
        }
        receivedHolding(holding, of: scope)
    }

    func willTellVector(of scope: ScopeID) {
        scopes[scope, default: PeerScope()].wasToldVector = true
    }

    /// The shell has been given one more request for batches.
    func willQueueBatches() {
        requestsInQueue += 1
    }

    /// The shell has sent out all batches of one request.
    func sentBatches() {
        requestsInQueue = max(0, requestsInQueue - 1)
    }

    /// The peer will have something of a scope that it did not have.
    func willSend(_ scope: ScopeID) {
        if scopes[scope, default: PeerScope()].sent == nil {
            scopes[scope, default: PeerScope()].sent = [:]
        }
    }

    /// Believes what was so on an earlier connection; a defect.
    func recall(_ remembered: [ScopeID: PeerScope]) {
        scopes = remembered
    }

    /// One side sent this to the other: the peer has it.
    func sent(through sequence: UInt64, of feed: FeedID, in scope: ScopeID) {
        let before = scopes[scope]?.sent?[feed] ?? 0
        scopes[scope]?.sent?[feed] = max(sequence, before)
    }

    /// What the peer has of a scope, as far as can be known; nil means that it must be asked first.
    func known(of scope: ScopeID) -> [FeedID: UInt64]? {
        guard hasSummary else { return nil }
        guard let peer = scopes[scope] else { return [:] }
        return peer.sent ?? (peer.holding == nil ? [:] : nil)
    }
}
