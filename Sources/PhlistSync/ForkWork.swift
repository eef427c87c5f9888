import PhlistModel

/// What is to be done with the batches of a scope once they are at hand.
struct ForkWork {
    /// Splits of what is folded already: the scope is to be folded again.
    var forks: Set<Fork> = []
    /// Whether what waited behind a hole is here by another name: the scope is to be folded again, too.
    var mustFold = false
    /// The peers that hold another history behind an op, and shall hear this device's.
    private(set) var requests: [ClaimRequest] = []
    /// What peers have claimed, to be held against what is here.
    var claimed: [(connection: ConnectionID, claim: ForkClaim)] = []
    /// Whether the shell was asked for them.
    var isAsked = false
    /// How often they are read.
    var allowance = Allowance()

    var isFoldDue: Bool { mustFold || !forks.isEmpty }
    /// Whether there is something to be done.
    var isDue: Bool { isFoldDue || !requests.isEmpty || !claimed.isEmpty }

    /// Notes what a peer shall hear, once; when too much waits it has to ask again.
    mutating func note(_ request: ClaimRequest) {
        guard requests.count < SyncLimits.claimsWaitingMax, !requests.contains(request) else { return }
        requests.append(request)
    }
}

/// How a feed goes on here behind an op is what a peer asks for.
struct ClaimRequest: Hashable {
    var connection: ConnectionID
    var origin: FeedOrigin
    /// The last op that both have.
    var common: UInt64
}
