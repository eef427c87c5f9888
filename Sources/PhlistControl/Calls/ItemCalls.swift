/// `GET /v1/items`: the items of one list, of every list, or exactly one.
package struct ItemsQuery: ControlCall {
    package static let route = ControlRoute.items
    package typealias Reply = ItemsReply

    /// A list's title or the beginning of its id; nil stands for every list.
    package var list: String?
    /// Whether to show what is done, cancelled or in the trash as well.
    package var all: Bool?
    /// Exactly one item: the beginning of an id, `LIST/text`, or text that matches one; it stands alone.
    package var ref: String?

    /// Creates the query.
    package init(list: String? = nil, all: Bool? = nil, ref: String? = nil) {
        self.list = list
        self.all = all
        self.ref = ref
    }

    package func check() throws(ControlError) {
        guard ref == nil || list == nil && all != true else {
            throw ControlError(.invalid, "parameter \"ref\" stands alone, without \"list\" and \"all\"")
        }
    }
}

/// `POST /v1/items`: adds items to a list.
package struct AddItemsRequest: ControlCall {
    package static let route = ControlRoute.addItems
    package typealias Reply = AddItemsReply

    /// A list's title or id prefix; nil is the default list: the only one, else "Shopping", made when it is missing.
    package var list: String?
    package var titles: [String]

    /// Creates the request.
    package init(list: String?, titles: [String]) {
        self.list = list
        self.titles = titles
    }

    package func check() throws(ControlError) {
        guard !titles.isEmpty else { throw ControlError(.invalid, "field \"titles\" is empty") }
    }
}

/// `PATCH /v1/items`: changes items; what is nil stays as it is.
package struct ChangeItemsRequest: ControlCall {
    package static let route = ControlRoute.changeItems
    package typealias Reply = ChangeItemsReply

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

    package func check() throws(ControlError) {
        guard !items.isEmpty else { throw ControlError(.invalid, "field \"items\" is empty") }
        guard state != nil || title != nil || isTrashed != nil else {
            throw ControlError(.invalid, "nothing to change: one of \"state\", \"title\", \"isTrashed\" is needed")
        }
        guard title == nil || items.count == 1 else {
            throw ControlError(.invalid, "field \"title\" goes with exactly one item, not with \(items.count)")
        }
    }
}
