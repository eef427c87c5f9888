/// `POST /v1/sync`: asks for synchronisation now.
package struct SyncRequest: Codable, Sendable, Equatable {
    /// A device's name or id prefix; nil stands for all.
    package var device: String?
    /// How long to wait until every connected peer holds the same, in milliseconds; nil does not wait.
    package var waitMilliseconds: Int?

    /// Creates the request.
    package init(device: String? = nil, waitMilliseconds: Int? = nil) {
        self.device = device
        self.waitMilliseconds = waitMilliseconds
    }
}

/// `POST /v1/pairing/join`: joins the household that shows the code.
package struct JoinRequest: Codable, Sendable, Equatable {
    /// Nine digits, spaces and hyphens between them being ignored, or a ticket.
    package var code: String
    /// Where the other device is, `HOST` or `HOST:PORT`; nil finds it on the network.
    package var host: String?
    /// Whether the household is to see the copies of the lists that this device already has.
    package var shareLists: Bool
    /// The user's name in the household; if a member has it, the other side is asked first.
    package var member: String?

    /// Creates the request.
    package init(code: String, host: String? = nil, shareLists: Bool = false, member: String? = nil) {
        self.code = code
        self.host = host
        self.shareLists = shareLists
        self.member = member
    }
}

/// `POST /v1/pairing/answer`: says whether the device that is asked about may join as it wishes.
package struct PairingAnswer: Codable, Sendable, Equatable {
    package var isAllowed: Bool

    /// Creates the answer.
    package init(isAllowed: Bool) {
        self.isAllowed = isAllowed
    }
}
