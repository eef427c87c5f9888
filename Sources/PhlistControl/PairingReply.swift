/// The reply of `POST /v1/pairing` (opens a code), `GET /v1/pairing?wait=MS` (waits for news) and `DELETE /v1/pairing`.
package struct PairingReply: Codable, Sendable, Equatable {
    package var schemaVersion = PhlistControl.schemaVersion
    package var state: State
    /// The nine digits; only in the reply that opens the code.
    package var code: String?
    /// The line that stands for a code; only in the reply that opens it.
    package var ticket: String?
    /// When the code ends, in milliseconds since 1970.
    package var expiresAt: Int64?
    package var attemptsLeft: Int
    /// The TCP port that the joining device must reach.
    package var port: Int?
    /// The name and id of the device that has joined.
    package var deviceName: String?
    package var deviceID: String?
    /// Existing members whom that device claims as its users, or wishes to have, not confirmed yet: until then their
    /// private lists do not reach it.
    package var claimedMembers: [ClaimedMember]?
    /// The name of somebody who is to use that device, and is no member yet.
    package var newMember: String?

    /// What became of the code.
    package enum State: String, Codable, Sendable {
        case none
        case open
        case paired
        /// All attempts were used up.
        case failed
        case expired
    }

    /// A member; the name may be another one by the time somebody answers.
    package struct ClaimedMember: Codable, Sendable, Equatable {
        package var id: String
        package var name: String

        /// Creates a member.
        package init(id: String, name: String) {
            (self.id, self.name) = (id, name)
        }
    }

    /// Creates the reply.
    package init(
        state: State,
        code: String? = nil,
        ticket: String? = nil,
        expiresAt: Int64? = nil,
        attemptsLeft: Int = 0,
        port: Int? = nil,
        deviceName: String? = nil,
        deviceID: String? = nil,
        claimedMembers: [ClaimedMember]? = nil,
        newMember: String? = nil
    ) {
        self.state = state
        self.code = code
        self.ticket = ticket
        self.expiresAt = expiresAt
        self.attemptsLeft = attemptsLeft
        self.port = port
        self.deviceName = deviceName
        self.deviceID = deviceID
        self.claimedMembers = claimedMembers
        self.newMember = newMember
    }
}
