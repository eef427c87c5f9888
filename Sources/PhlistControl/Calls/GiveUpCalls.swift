/// `POST /v1/store/give-up`: accepts the permanent loss of what the log is missing, for the owner.
package struct GiveUpRequest: ControlCall {
    package static let route = ControlRoute.giveUp
    package typealias Reply = GiveUpReply

    /// Whether to give up even if another device may still hold what is missing.
    package var isForced: Bool?
    /// Whether lists stay visible to the household when no other device has confirmed that they are.
    package var sharesLists: Bool?

    package init(isForced: Bool? = nil, sharesLists: Bool? = nil) {
        (self.isForced, self.sharesLists) = (isForced, sharesLists)
    }
}

/// The reply to `POST /v1/store/give-up`.
package struct GiveUpReply: Codable, Sendable, Equatable {
    package var schemaVersion = PhlistControl.schemaVersion
    /// The lost changes, as far as they are known.
    package var lost: [StatusReply.Store.Missing]
    /// Changes that were waiting for lost ones and were written again.
    package var rewrittenCount: Int
    /// Waiting changes that were dropped because their list is not known.
    package var droppedCount: Int
    /// Titles of the new private lists that hold the content of lists whose beginning is lost.
    package var recoveredLists: [String]
    /// Titles of lists that were made private because they may have been before.
    package var hiddenLists: [String]
    /// Whether the household was founded anew because its founding was lost.
    package var isNewHousehold: Bool

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
