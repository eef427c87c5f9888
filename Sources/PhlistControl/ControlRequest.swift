/// One request of the control API with the type of its reply.
package struct ControlRequest<Reply: Codable & Sendable>: Sendable {
    package let route: ControlRoute
    /// Names and values behind the question mark, not yet escaped.
    package var query: [(name: String, value: String)] = []
    /// The JSON document that is sent.
    package var body: (any Encodable & Sendable)?
    /// How long the daemon may take beyond the usual, because it was asked to wait.
    package var patience = Duration.zero
}

extension ControlRequest where Reply == StatusReply {
    /// Asks how the daemon is.
    package static var status: Self { Self(route: .status) }
}

extension ControlRequest where Reply == ListsReply {
    /// Asks for all lists.
    package static var lists: Self { Self(route: .lists) }
}

extension ControlRequest where Reply == ListReply {
    /// Makes a list.
    package static func newList(_ request: NewListRequest) -> Self {
        Self(route: .newList, body: request)
    }
}

extension ControlRequest where Reply == ItemsReply {
    /// Asks for the open items of one list or of all, or for all items.
    package static func items(list: String?, all: Bool) -> Self {
        let list = list.map { [(name: "list", value: $0)] } ?? []
        return Self(route: .items, query: list + (all ? [(name: "all", value: "true")] : []))
    }

    /// Asks for exactly one item.
    package static func item(_ reference: String) -> Self {
        Self(route: .items, query: [(name: "ref", value: reference)])
    }
}

extension ControlRequest where Reply == AddItemsReply {
    /// Adds items to a list.
    package static func addItems(_ request: AddItemsRequest) -> Self {
        Self(route: .addItems, body: request)
    }
}

extension ControlRequest where Reply == ChangeItemsReply {
    /// Changes items.
    package static func changeItems(_ request: ChangeItemsRequest) -> Self {
        Self(route: .changeItems, body: request)
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
    /// Opens a pairing code.
    package static var openPairing: Self { Self(route: .openPairing) }

    /// Waits for news of the pairing code.
    package static func pairing(waitMilliseconds: Int) -> Self {
        let wait = (name: "wait", value: String(waitMilliseconds))
        return Self(route: .pairing, query: [wait], patience: .milliseconds(waitMilliseconds))
    }

    /// Closes the pairing code.
    package static var closePairing: Self { Self(route: .closePairing) }
}

extension ControlRequest where Reply == JoinReply {
    /// Joins the household that shows a code; finding the other device may take a while.
    package static func join(_ request: JoinRequest) -> Self {
        Self(route: .join, body: request, patience: .seconds(60))
    }
}
