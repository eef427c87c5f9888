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
    /// How many wrong codes are left; nil for a ticket, which nobody guesses.
    package var attemptsLeft: Int?
    /// The TCP port that the joining device must reach.
    package var port: Int?
    /// Where it may reach this device; only in the reply that opens the code.
    package var addresses: [String]?
    /// The name and id of the device that has joined.
    package var deviceName: String?
    package var deviceID: String?
    /// The names of those whom it is for; while it is asked for, the members as whom the device wants to join.
    package var members: [String]?
    /// While it is asked for, the names under which the device wants to join, where the code is for somebody else: for
    /// `members`, or the house when there are none.
    package var wished: [String]?
    /// Why the device that proved the code was not let in, where this device refused.
    package var refusal: ControlError?

    /// What became of the code.
    package enum State: String, Codable, Sendable {
        case none
        case open
        /// A device that knows the code wants to join as a member, or as somebody whom the code is not for: somebody is
        /// to say whether it may.
        case asking
        /// A device has joined, and both sides have written that down.
        case paired
        /// A device was let in, and has not said that it keeps the household: it may not have heard.
        case unconfirmed
        /// A device proved the code, and went before it was let in.
        case unfinished
        /// Somebody said that it may not, or nobody could be asked.
        case declined
        /// All attempts were used up.
        case failed
        case expired
    }

    /// Creates the reply.
    package init(
        state: State,
        code: String? = nil,
        ticket: String? = nil,
        expiresAt: Int64? = nil,
        attemptsLeft: Int? = 0,
        port: Int? = nil,
        addresses: [String]? = nil,
        deviceName: String? = nil,
        deviceID: String? = nil,
        members: [String]? = nil,
        wished: [String]? = nil,
        refusal: ControlError? = nil
    ) {
        self.state = state
        self.code = code
        self.ticket = ticket
        self.expiresAt = expiresAt
        self.attemptsLeft = attemptsLeft
        self.port = port
        self.addresses = addresses
        self.deviceName = deviceName
        self.deviceID = deviceID
        self.members = members
        self.wished = wished
        self.refusal = refusal
    }
}
