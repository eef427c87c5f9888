/// How a loss is to be accepted.
package struct GiveUp: Hashable, Sendable {
    /// Whether to do so although another device may still hold what is missing.
    package var isForced: Bool
    /// Whether lists of which nobody has confirmed who may see them are everybody's, as far as is known here.
    package var sharesLists: Bool
    /// Only says what it would come to.
    package var isDryRun: Bool

    /// Creates a request.
    package init(isForced: Bool = false, sharesLists: Bool = false, isDryRun: Bool = false) {
        (self.isForced, self.sharesLists, self.isDryRun) = (isForced, sharesLists, isDryRun)
    }
}

/// What is lost for good, and what was done about the rest.
package struct GivenUp: Hashable, Sendable {
    /// What is missing, by feed.
    package var lost: [Damage.Feed]
    /// Changes that waited for what is lost and are this device's word now.
    package var rewrittenCount = 0
    /// Changes that waited and cannot be kept: it is not known in which list they were, or what they mean.
    package var droppedCount = 0
    /// The lists whose beginning is lost: what was in them is in new ones of these names.
    package var recoveredLists: [String] = []
    /// The lists that may have been private, and are now.
    package var hiddenLists: [String] = []
    /// Whether the founding of the household was lost and it is founded anew.
    package var isNewHousehold = false

    /// How many changes are lost, as far as is known.
    package var lostCount: UInt64 { lost.flatMap(\.missing).reduce(0) { $0 + UInt64($1.count) } }
}
