import PhlistVocabulary

/// The reply to `POST /v1/pairing` (opens a code), `GET /v1/pairing?wait=MS` (waits for news) and `DELETE /v1/pairing`.
package struct PairingReply: Codable, Sendable, Equatable {
    package var schemaVersion = PhlistControl.schemaVersion
    package var state: State
    /// The nine digits; only in the reply that opens the code.
    package var code: String?
    /// The ticket; only in the reply that opens it.
    package var ticket: String?
    /// When the code ends, in milliseconds since 1970.
    package var expiresAt: Int64?
    /// The number of wrong codes left; nil for a ticket, which cannot be guessed.
    package var attemptsLeft: Int?
    /// The TCP port that the joining device must reach.
    package var port: Int?
    /// Addresses of this device; only in the reply that opens the code.
    package var addresses: [String]?
    /// Why other devices cannot find this one by themselves; only in the reply that opens the code, nil if they can.
    package var discoveryProblem: String?
    /// The name and id of the device that joined.
    package var deviceName: String?
    package var deviceID: String?
    /// The members the device is for, none for the house; while asking, the members as whom it wants to join, and while
    /// the code is open, those whom it was opened for, only in the reply that opens it.
    package var members: [String]?
    /// While asking, the names under which the device wants to join if the code is for somebody else: for `members`, or
    /// for the house when there are none.
    package var wished: [String]?
    /// Why the device that proved the code was not let in, where this device refused.
    package var refusal: ControlError?

    /// The state of the pairing code.
    package enum State: String, NamedValue {
        case none
        case open
        /// A device that knows the code wants to join as a member, or as somebody whom the code is not for, and waits
        /// for an answer.
        case asking
        /// A device has joined, and both sides have stored that.
        case paired
        /// A device was admitted but has not confirmed it; it may not have received the welcome.
        case unconfirmed
        /// A device proved that it knows the code, and disconnected before it was admitted.
        case unfinished
        /// The answer was no, or nobody could be asked.
        case declined
        /// All attempts were used up.
        case failed
        case expired
    }

    package init(
        state: State,
        code: String? = nil,
        ticket: String? = nil,
        expiresAt: Int64? = nil,
        attemptsLeft: Int? = 0,
        port: Int? = nil,
        addresses: [String]? = nil,
        discoveryProblem: String? = nil,
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
        self.discoveryProblem = discoveryProblem
        self.deviceName = deviceName
        self.deviceID = deviceID
        self.members = members
        self.wished = wished
        self.refusal = refusal
    }
}
