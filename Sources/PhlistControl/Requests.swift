/// `POST /v1/lists`: makes a list.
package struct NewListRequest: Codable, Sendable, Equatable {
    package var title: String

    /// Creates the request.
    package init(title: String) {
        self.title = title
    }
}

/// `POST /v1/items`: adds items to a list.
package struct AddItemsRequest: Codable, Sendable, Equatable {
    /// A list's title or id prefix; nil is the default list: the only one, else "Shopping", made when it is missing.
    package var list: String?
    package var titles: [String]

    /// Creates the request.
    package init(list: String?, titles: [String]) {
        self.list = list
        self.titles = titles
    }
}

/// `PATCH /v1/items`: changes items; what is nil stays as it is.
package struct ChangeItemsRequest: Codable, Sendable, Equatable {
    /// Each an id prefix, `LIST/text`, or text that matches one item.
    package var items: [String]
    package var state: ItemState?
    /// Only with exactly one item.
    package var title: String?
    /// True moves to the trash, false restores from it.
    package var isTrashed: Bool?

    /// Creates the request.
    package init(items: [String], state: ItemState? = nil, title: String? = nil, isTrashed: Bool? = nil) {
        self.items = items
        self.state = state
        self.title = title
        self.isTrashed = isTrashed
    }
}

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
    /// Nine digits; spaces and hyphens between them are ignored.
    package var code: String
    /// Where the other device is, `HOST` or `HOST:PORT`; nil finds it on the network.
    package var host: String?
    /// Whether the household may see the lists that this device already has.
    package var shareLists: Bool

    /// Creates the request.
    package init(code: String, host: String? = nil, shareLists: Bool = false) {
        self.code = code
        self.host = host
        self.shareLists = shareLists
    }
}
