import PhlistModel

/// How often a device is answered and listened to; kept across its connections, so that it gains nothing by a new one.
final class PeerBudget {
    private var summaries = Allowance()
    private var vectors: [ScopeID: Allowance] = [:]
    private var invitations = Allowance()
    private var branches = Allowance()

    /// The peer asks what is held here.
    ///
    /// - Returns: Whether it is answered now.
    func mayAnswer(now: Now) -> Bool {
        summaries.take(SyncLimits.summaryPace, now: now)
    }

    /// The peer says what it has of a scope.
    ///
    /// - Returns: Whether that is taken in; it says so again at the next comparison.
    func mayCompare(_ scope: ScopeID, now: Now) -> Bool {
        guard vectors[scope] != nil || vectors.count < SyncLimits.scopesMax else { return false }
        return vectors[scope, default: Allowance()].take(SyncLimits.summaryPace, now: now)
    }

    /// The peer tells what the people here are invited to, and it is news.
    ///
    /// - Returns: Whether that is taken in.
    func mayInvite(now: Now) -> Bool {
        invitations.take(SyncLimits.invitationPace, now: now)
    }

    /// The peer brings a chain beside the first of its device.
    ///
    /// - Returns: Whether that is taken in; it is asked for again at the next comparison.
    func mayBranch(now: Now) -> Bool {
        branches.take(SyncLimits.branchPace, now: now)
    }
}
