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
    case photo = "GET /v1/items/photo"
    case setPhoto = "PUT /v1/items/photo"
    case removePhotos = "DELETE /v1/items/photo"
    case makePhoto = "POST /v1/photos"
    case members = "GET /v1/members"
    case addMember = "POST /v1/members"
    case changeMember = "PATCH /v1/members"
    case actAsMember = "POST /v1/members/me"
    case devices = "GET /v1/devices"
    case changeDevice = "PATCH /v1/devices"
    case removeDevice = "DELETE /v1/devices"
    case household = "GET /v1/household"
    case renameHousehold = "PATCH /v1/household"
    case leaveHousehold = "POST /v1/household/leave"
    case reformHousehold = "POST /v1/household/reform"
    case history = "GET /v1/history"
    case undo = "POST /v1/history/undo"
    case redo = "POST /v1/history/redo"
    case conflicts = "GET /v1/conflicts"
    case resolve = "POST /v1/conflicts"
    case completions = "GET /v1/completions"
    case configuration = "GET /v1/config"
    case changeConfiguration = "PATCH /v1/config"
    case forms = "GET /v1/forms"
    case newForm = "POST /v1/forms"
    case changeForms = "PATCH /v1/forms"
    case records = "GET /v1/records"
    case saveRecord = "POST /v1/records"
    case changeRecords = "PATCH /v1/records"
    case observe = "POST /v1/records/observations"
    case moveItems = "POST /v1/items/move"
    case purgeItems = "POST /v1/items/purge"
    case events = "GET /v1/events"
    case backup = "GET /v1/backup"
    case restoreBackup = "POST /v1/backup"
    case doctor = "GET /v1/doctor"
    case giveUp = "POST /v1/store/give-up"
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
