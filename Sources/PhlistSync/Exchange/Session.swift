import PhlistHousehold
import PhlistModel

/// One connection to a peer, from the TLS handshake to its end; owned by its replica alone.
final class Session {
    let connection: ConnectionID
    let device: DeviceID
    let role: ConnectionRole
    let budget: PeerBudget
    private(set) var state = State.awaitingHello
    /// The start of the connection, by the monotonic clock in milliseconds.
    let beganAt: Int64
    private(set) var lastReceived: Now
    /// The ping that the peer has not answered yet.
    private(set) var question: Question?
    /// Whether batches have come, or have arrived at the peer.
    private(set) var isOfUse = false
    private(set) var scopes: [ScopeID: PeerScope] = [:]
    let control = BroughtControl()
    /// Whether the peer has sent digests of every scope; before that, nothing is known of what it lacks.
    private(set) var hasSummary = false
    /// Whether the peer has received the same, scope by scope.
    private(set) var wasToldSummary = false
    /// Number of summary requests without an answer, and number of answers that somebody waits for: answers on their
    /// way at the time of the request may be outdated.
    private var openRequests = 0
    private var answersAwaited = 0
    /// Whether somebody has asked while a request was open, so that another one follows its answer.
    private var asksAgain = false
    /// The invitations last sent to the peer; nil before the first.
    private var invitations: Invitations?
    /// The peer's last report on lists that this device may not see; valid while the session stands.
    private(set) var told: Invitations?
    /// Number of requests that came too early, and are answered at the next timer.
    private(set) var answersOwed = 0
    /// Whether something else of the peer came too early to be compared, so that it is asked at the next timer.
    private(set) var isSummaryOwed = false

    /// The states of a session.
    enum State {
        /// The peer has proved its key and said nothing yet. A TLS client believes that it is connected before the
        /// server has judged it, so nothing counts before the peer's hello. Can transition to: open, by that hello.
        case awaitingHello
        /// Both sides speak one version. Ends with the connection.
        case open(Message.Hello, clockOffset: Int64)
    }

    /// A ping with its timeout.
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
        guard isRequest else { return }
        isSummaryOwed = false
        openRequests += 1
    }

    /// Records the peer's digests of every scope that both may see.
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

    /// Whether the peer has yet to answer a request.
    var hasOpenRequest: Bool { openRequests > 0 }

    /// Marks that somebody waits for the answer to the last request, or to one that follows the open ones.
    func awaitAnswer(toNext isNext: Bool) {
        (answersAwaited, asksAgain) = (openRequests, isNext)
    }

    /// Whether it is time for the request that was put off.
    var isToAskAgain: Bool { asksAgain && openRequests == 0 }

    /// Whether somebody waits for the peer's answer.
    var isAsked: Bool { answersAwaited > 0 || asksAgain }

    /// Records the digests that the peer reported; with batches it reports no state.
    func receivedHolding(_ holding: UInt128, state: UInt128? = nil, of scope: ScopeID) {
        guard scopes[scope] != nil || scopes.count < HouseholdLimits.scopesMax else { return }
        scopes[scope, default: PeerScope()].received(holding, state: state)
    }

    /// Whether the peer itself has shown that it holds something of a scope.
    func hasShown(_ scope: ScopeID) -> Bool {
        scopes[scope]?.isShown ?? false
    }

    /// Takes in a peer's vector of a scope.
    ///
    /// For a list that is not for this device, a peer's vector covers only this device's batches, and the peer does not
    /// name the list in its summary.
    ///
    /// - Parameters:
    ///   - message: The peer's vector.
    ///   - own: This device.
    ///   - ledger: The ledger of the scope here; nil if the scope is unknown.
    /// - Returns: The feeds of which to send the peer points.
    func receivedVector(_ message: Message.Vector, of own: DeviceID, in ledger: Ledger?) -> [FeedHint] {
        let scope = message.scope
        guard scopes[scope] != nil || scopes.count < HouseholdLimits.scopesMax else { return [] }
        let isWhole = message.vector.isEmpty || scopes[scope]?.holding != nil
        return scopes[scope, default: PeerScope()].received(message, isWhole: isWhole, of: own, in: ledger)
    }

    /// Records that the peer holds the same of a scope as this device.
    func holdsAll(of scope: ScopeID, _ ledger: Ledger) {
        guard scopes[scope] != nil || scopes.count < HouseholdLimits.scopesMax else { return }
        scopes[scope, default: PeerScope()].holdsAll(of: ledger)
    }

    /// Takes what the peer says that it holds.
    ///
    /// - Returns: Whether to compare and answer it now, and not at the next timer.
    func mayAnswer(isRequest: Bool = false, now: Now) -> Bool {
        guard !budget.mayAnswer(now: now) else { return true }
        if isRequest {
            answersOwed = min(answersOwed + 1, SyncLimits.answersOwedMax)
        } else {
            isSummaryOwed = true
        }
        return false
    }

    /// Takes one of the answers that are owed, if the peer may have it now.
    func takeOwedAnswer(now: Now) -> Bool {
        guard answersOwed > 0, budget.mayAnswer(now: now) else { return false }
        answersOwed -= 1
        return true
    }

    /// Records the invitations that are about to be sent to the peer.
    ///
    /// - Returns: Whether they differ from the last ones.
    func willInvite(_ invitations: Invitations) -> Bool {
        defer { self.invitations = invitations }
        return self.invitations != invitations
    }

    /// Records the peer's report on invitations and ended lists of people here.
    func received(_ invitations: Invitations) {
        told = invitations
        for list in invitations.ended { scopes[list]?.wasClosed() }
    }

    /// Records batches of a scope; if the peer's summary did not name the scope, it held nothing of it before.
    func receivedBatches(holding: UInt128, of scope: ScopeID) {
        isOfUse = true
        if hasSummary, scopes[scope] == nil {
            willSend(scope)
        }
        receivedHolding(holding, of: scope)
    }

    /// Whether the peer still waits for the completion of a scope's control.
    func owesCompletion(of scope: ScopeID) -> Bool {
        scopes[scope]?.owesCompletion ?? false
    }

    func willSendControl(of scope: ScopeID, isComplete: Bool, isEmpty: Bool) {
        scopes[scope]?.willSendControl(isComplete: isComplete, isEmpty: isEmpty)
    }

    func willTellVector(of scope: ScopeID) {
        scopes[scope, default: PeerScope()].willTellVector()
    }

    /// Records one more request for batches of a scope given to the shell.
    func willQueueBatches(of scope: ScopeID, holding: UInt128) {
        scopes[scope]?.willQueueBatches(holding: holding)
    }

    /// Records that the shell has sent all batches of one request.
    ///
    /// - Returns: The vector digest sent to the peer with them, once no other request waits.
    func sentBatches(of scope: ScopeID) -> UInt128? {
        scopes[scope]?.sentBatches()
    }

    /// The scopes with batches waiting to be sent, in ascending order.
    var queuedScopes: [ScopeID] {
        scopes.filter(\.value.isQueued).keys.sorted()
    }

    /// Records that the waiting batches of a scope were withdrawn.
    func withdrew(_ scope: ScopeID) {
        scopes[scope]?.withdrew()
    }

    /// Records that the peer will have a scope that it did not have.
    func willSend(_ scope: ScopeID) {
        scopes[scope, default: PeerScope()].willSend()
    }

    /// Records a batch that the peer sent.
    func gave(_ batch: NamedBatch, of scope: ScopeID, in ledger: Ledger) {
        scopes[scope]?.gave(batch, in: ledger)
    }

    /// Records that batches of a chain were sent, up to a number.
    func sent(through number: UInt32, of chain: Int, in scope: ScopeID) {
        scopes[scope]?.sent(through: number, of: chain)
    }

    /// Returns what the peer has of a scope; nil if it must be asked first.
    func whatItHas(of scope: ScopeID, in ledger: Ledger) -> PeerScope.Has? {
        guard isKnown(scope) else { return nil }
        return scopes[scope]?.whatItHas(in: ledger) ?? PeerScope.Has()
    }

    /// Whether the peer's share of a scope is known.
    func isKnown(_ scope: ScopeID) -> Bool {
        guard hasSummary else { return false }
        guard let peer = scopes[scope] else { return true }
        return peer.known != nil || peer.holding == nil
    }
}

extension [ConnectionID: Session] {
    /// The newest open session with a device: an older one may be half dead.
    func openSession(with device: DeviceID) -> Session? {
        values.filter { $0.device == device && $0.hello != nil }.max { $0.connection < $1.connection }
    }
}
