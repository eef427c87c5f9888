/// `POST /v1/sync`: asks for synchronisation now.
package struct SyncRequest: Codable, Sendable, Equatable {
    /// A device's name or id prefix; nil for all.
    package var device: String?
    /// Time to wait until every connected peer holds the same state, in milliseconds; nil does not wait.
    package var waitMilliseconds: Int?

    package init(device: String? = nil, waitMilliseconds: Int? = nil) {
        self.device = device
        self.waitMilliseconds = waitMilliseconds
    }
}

/// `POST /v1/pairing/join`: joins the household that shows the code.
package struct JoinRequest: Codable, Sendable, Equatable {
    /// Nine digits, in which spaces and hyphens are ignored, or a ticket.
    package var code: String
    /// The address of the other device, `HOST` or `HOST:PORT`; nil finds it on the network.
    package var host: String?
    /// Whether to share the copies of this device's lists with the household.
    package var shareLists: Bool
    /// The user's name in the household; if a member already has it, the other side is asked first.
    package var member: String?

    package init(code: String, host: String? = nil, shareLists: Bool = false, member: String? = nil) {
        self.code = code
        self.host = host
        self.shareLists = shareLists
        self.member = member
    }
}

/// `POST /v1/pairing/answer`: answers whether the waiting device may join as it wishes.
package struct PairingAnswer: Codable, Sendable, Equatable {
    package var isAllowed: Bool

    package init(isAllowed: Bool) {
        self.isAllowed = isAllowed
    }
}
