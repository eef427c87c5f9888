/// `POST /v1/store/give-up`: accepts that what the log has lost does not come back, for the owner.
package struct GiveUpRequest: ControlCall {
    package static let route = ControlRoute.giveUp
    package typealias Reply = GiveUpReply

    /// Whether to do so although another device may still hold what is missing.
    package var isForced: Bool?
    /// Whether lists of which nobody has confirmed who may see them stay everybody's.
    package var sharesLists: Bool?

    /// Creates the request.
    package init(isForced: Bool? = nil, sharesLists: Bool? = nil) {
        (self.isForced, self.sharesLists) = (isForced, sharesLists)
    }
}

/// The reply of `POST /v1/store/give-up`.
package struct GiveUpReply: Codable, Sendable, Equatable {
    package var schemaVersion = PhlistControl.schemaVersion
    /// What is lost for good, as far as it is known.
    package var lost: [StatusReply.Store.Missing]
    /// Changes that waited for it and are written again.
    package var rewrittenCount: Int
    /// Changes that waited and cannot be kept, as their list is not known.
    package var droppedCount: Int
    /// The titles of lists whose beginning is lost: what was in them is in new, private ones.
    package var recoveredLists: [String]
    /// The titles of lists that may have been private, and are now.
    package var hiddenLists: [String]
    /// Whether the founding of the household was lost and it is founded anew.
    package var isNewHousehold: Bool

    /// Creates the reply.
    package init(
        lost: [StatusReply.Store.Missing],
        rewrittenCount: Int,
        droppedCount: Int = 0,
        recoveredLists: [String] = [],
        hiddenLists: [String] = [],
        isNewHousehold: Bool = false
    ) {
        (self.lost, self.rewrittenCount, self.droppedCount) = (lost, rewrittenCount, droppedCount)
        (self.recoveredLists, self.hiddenLists) = (recoveredLists, hiddenLists)
        self.isNewHousehold = isNewHousehold
    }
}
