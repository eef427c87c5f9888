/// A request of the control API, with the type of its reply.
package struct ControlRequest<Reply: Codable & Sendable>: Sendable {
    package let route: ControlRoute
    /// Query parameters, not yet escaped.
    package var query: [(name: String, value: String)] = []
    /// The JSON document to send.
    package var body: (any Encodable & Sendable)?
    /// Identifies repetitions of the same request.
    package var key: String?
    /// Time that the daemon may take in addition to the client's time limit, because the request asks it to wait.
    package var patience = Duration.zero
}

extension ControlRequest where Reply == StatusReply {
    /// Asks for the status of the daemon, as a member sees it.
    package static func status(actsAs member: String? = nil) -> Self {
        Self(route: .status, query: member.map { [(name: "as", value: $0)] } ?? [])
    }
}

extension ControlRequest where Reply == PeersReply {
    /// Asks for the other devices of the household.
    package static var peers: Self { Self(route: .peers) }

    /// Asks for synchronisation now.
    package static func sync(_ request: SyncRequest) -> Self {
        Self(route: .sync, body: request, patience: .milliseconds(request.waitMilliseconds ?? 0))
    }
}

extension ControlRequest where Reply == PairingReply {
    /// Opens a pairing code or a ticket; without a `member` the joining device says who uses it.
    package static func openPairing(
        asTicket: Bool = false,
        asAdmin: Bool = false,
        for member: String? = nil
    ) -> Self {
        var query: [(name: String, value: String)] = []
        if asTicket { query.append(("ticket", "true")) }
        if asAdmin { query.append(("admin", "true")) }
        if let member { query.append(("for", member)) }
        return Self(route: .openPairing, query: query)
    }

    /// Admits or turns away the device that is waiting.
    package static func answerPairing(_ answer: PairingAnswer) -> Self {
        Self(route: .answerPairing, body: answer)
    }

    /// Waits for news of the pairing code.
    package static func pairing(waitMilliseconds: Int) -> Self {
        let wait = (name: "wait", value: String(waitMilliseconds))
        return Self(route: .pairing, query: [wait], patience: .milliseconds(waitMilliseconds))
    }

    /// Closes the pairing code.
    package static var closePairing: Self { Self(route: .closePairing) }
}

extension ControlRequest where Reply == JoinReply {
    /// Joins the household of the device that shows a code.
    package static func join(_ request: JoinRequest) -> Self {
        Self(route: .join, body: request, patience: .seconds(Limits.joinSecondsMax))
    }
}
