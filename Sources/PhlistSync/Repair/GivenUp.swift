/// Options for accepting a loss.
package struct GiveUp: Hashable, Sendable {
    /// Whether to accept the loss even if another device may still hold what is missing.
    package var isForced: Bool
    /// Whether lists that seem to be everybody's stay so although no peer has confirmed it.
    package var sharesLists: Bool
    /// Whether only to report the result.
    package var isDryRun: Bool

    package init(isForced: Bool = false, sharesLists: Bool = false, isDryRun: Bool = false) {
        (self.isForced, self.sharesLists, self.isDryRun) = (isForced, sharesLists, isDryRun)
    }
}

/// The permanent losses, and the results for everything else.
package struct GivenUp: Hashable, Sendable {
    /// Missing batches, by feed.
    package var lost: [Damage.Feed]
    /// Number of changes that waited for lost ones and were rewritten as this device's own.
    package var rewrittenCount = 0
    /// Number of waiting changes that cannot be kept, because their list or their meaning is not known.
    package var droppedCount = 0
    /// Titles of new lists that hold the contents of lists whose beginning is lost.
    package var recoveredLists: [String] = []
    /// Lists that may have been private, and now are.
    package var hiddenLists: [String] = []
    /// Whether the founding of the household was lost and the household was founded anew.
    package var isNewHousehold = false

    /// Number of changes known to be lost, with those that were here and cannot be kept.
    package var lostCount: UInt64 {
        lost.flatMap(\.missing).reduce(UInt64(droppedCount)) { $0 + UInt64($1.count) }
    }
}
