/// Every route of the control API, as method and path.
package enum ControlRoute: String, CaseIterable, Sendable {
    case status = "GET /v1/status"
    case lists = "GET /v1/lists"
    case newList = "POST /v1/lists"
    case changeLists = "PATCH /v1/lists"
    case copyList = "POST /v1/lists/copy"
    case mergeLists = "POST /v1/lists/merge"
    case clearDone = "POST /v1/lists/clear-done"
    case defaultList = "PUT /v1/lists/default"
    case overview = "GET /v1/overview"
    case sections = "GET /v1/sections"
    case addSections = "POST /v1/sections"
    case changeSections = "PATCH /v1/sections"
    case items = "GET /v1/items"
    case addItems = "POST /v1/items"
    case changeItems = "PATCH /v1/items"
    case moveItems = "POST /v1/items/move"
    case purgeItems = "POST /v1/items/purge"
    case events = "GET /v1/events"
    case peers = "GET /v1/peers"
    case sync = "POST /v1/sync"
    case openPairing = "POST /v1/pairing"
    case pairing = "GET /v1/pairing"
    case closePairing = "DELETE /v1/pairing"
    case join = "POST /v1/pairing/join"
}

extension ControlRoute {
    /// The method, for example `GET`.
    package var method: Substring { rawValue.prefix { $0 != " " } }

    /// The path, for example `/v1/status`.
    package var path: Substring { rawValue.drop { $0 != " " }.dropFirst() }

    /// Whether the route changes nothing.
    package var isRead: Bool { method == "GET" }
}
