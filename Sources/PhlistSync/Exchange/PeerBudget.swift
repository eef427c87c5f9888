import PhlistHousehold
import PhlistModel

/// Rate limits of a device; kept across its connections, so that it gains nothing by reconnecting.
final class PeerBudget {
    private var summaries = Allowance()
    private var vectors: [ScopeID: Allowance] = [:]
    private var invitations = Allowance()
    private var branches = Allowance()

    /// Takes a request of the peer for what is held here.
    ///
    /// - Returns: Whether to answer it now.
    func mayAnswer(now: Now) -> Bool {
        summaries.take(SyncLimits.summaryPace, now: now)
    }

    /// Takes a vector of the peer for a scope.
    ///
    /// - Returns: Whether to take it in; the peer repeats it at the next comparison.
    func mayCompare(_ scope: ScopeID, now: Now) -> Bool {
        guard vectors[scope] != nil || vectors.count < HouseholdLimits.scopesMax else { return false }
        return vectors[scope, default: Allowance()].take(SyncLimits.summaryPace, now: now)
    }

    /// Takes new invitations of the peer for people here.
    ///
    /// - Returns: Whether to take them in.
    func mayInvite(now: Now) -> Bool {
        invitations.take(SyncLimits.invitationPace, now: now)
    }

    /// Takes an additional chain of a device from the peer.
    ///
    /// - Returns: Whether to take it in; it is requested again at the next comparison.
    func mayBranch(now: Now) -> Bool {
        branches.take(SyncLimits.branchPace, now: now)
    }
}
