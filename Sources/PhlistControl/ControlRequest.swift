/// One request of the control API with the type of its reply.
package struct ControlRequest<Reply: Codable & Sendable>: Sendable {
    package let route: ControlRoute
    /// Names and values behind the question mark, not yet escaped.
    package var query: [(name: String, value: String)] = []
    /// The JSON document that is sent.
    package var body: (any Encodable & Sendable)?
    /// Makes a repetition of the request known as one.
    package var key: String?
    /// How long the daemon may take beyond the usual, because it was asked to wait.
    package var patience = Duration.zero
}

extension ControlRequest where Reply == StatusReply {
    /// Asks how the daemon is.
    package static var status: Self { Self(route: .status) }
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
    /// Opens a pairing code, or a ticket, for whom the other device wants to be, or for a member or the house.
    package static func openPairing(
        asTicket: Bool = false,
        asAdmin: Bool = false,
        for member: String? = nil
    ) -> Self {
        let flags = [("ticket", asTicket), ("admin", asAdmin)].filter(\.1).map { (name: $0.0, value: "true") }
        return Self(route: .openPairing, query: flags + (member.map { [(name: "for", value: $0)] } ?? []))
    }

    /// Says whether the device that is asked about may join.
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
    /// Joins the household that shows a code; finding the other device may take a while, and so may somebody there.
    package static func join(_ request: JoinRequest) -> Self {
        Self(route: .join, body: request, patience: .seconds(360))
    }
}
