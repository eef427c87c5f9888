/// `GET /v1/lists`: lists, those in progress first, then the completed, the cancelled ones, and those in the trash.
package struct ListsQuery: ControlCall {
    package static let route = ControlRoute.lists
    package typealias Reply = ListsReply

    /// Exactly one list, in the trash or not, by its title or the beginning of its id.
    package var list: String?
    /// Whether to show the lists in the trash, and with `expand` all items, as well.
    package var all: Bool?
    /// One of the three sections alone.
    package var state: ItemState?
    /// Nil for the usual order: by nearest due date what is in progress, the rest by when it was closed.
    package var sort: Sort?
    package var reverse: Bool?
    /// Whether to reply the items of the lists, too.
    package var expand: Bool?

    /// What the lists of each section are sorted by: rising, but what was closed last comes first.
    package enum Sort: String, Codable, Sendable, CaseIterable {
        case due
        case name
        case created
        case updated
        case percent
        case done
    }

    /// Creates the query.
    package init(
        list: String? = nil,
        all: Bool? = nil,
        state: ItemState? = nil,
        sort: Sort? = nil,
        reverse: Bool? = nil,
        expand: Bool? = nil
    ) {
        self.list = list
        self.all = all
        self.state = state
        self.sort = sort
        self.reverse = reverse
        self.expand = expand
    }
}

/// `POST /v1/lists`: makes a list.
package struct NewListRequest: ControlCall {
    package static let route = ControlRoute.newList
    package typealias Reply = ListReply

    package var title: String
    /// Text of several lines.
    package var description: String?
    package var due: CivilDate?
    /// Whether the owner's devices alone ever receive it; nil is no.
    package var isPrivate: Bool?
    /// The members who are invited to it, by name, e-mail address or the beginning of an id; nobody else receives it.
    package var with: [String]?
    package var sort: ListView.Sort?
    /// The list whose sections and items the new one begins with, all of them open.
    package var template: String?

    /// Creates the request.
    package init(
        title: String,
        description: String? = nil,
        due: CivilDate? = nil,
        isPrivate: Bool? = nil,
        with: [String]? = nil,
        sort: ListView.Sort? = nil,
        template: String? = nil
    ) {
        self.title = title
        self.description = description
        self.due = due
        self.isPrivate = isPrivate
        self.with = with
        self.sort = sort
        self.template = template
    }
}

/// `PATCH /v1/lists`: changes lists; what is nil stays as it is.
package struct ChangeListsRequest: ControlCall {
    package static let route = ControlRoute.changeLists
    package typealias Reply = ChangeListsReply

    /// Each a title or the beginning of an id.
    package var lists: [String]
    package var title: String?
    package var description: String?
    package var due: Due?
    package var state: ItemState?
    /// True moves to the trash, false restores from it.
    package var isTrashed: Bool?
    package var deletion: ListView.Deletion?
    package var sort: ListView.Sort?
    package var isReversed: Bool?
    package var showsDone: Bool?

    /// A date, or the word `none`.
    package enum Due: Codable, Sendable, Equatable {
        case on(CivilDate)
        case none

        package init(from decoder: any Decoder) throws {
            let text = try decoder.singleValueContainer().decode(String.self)
            self = text == Self.noneText ? .none : .on(try CivilDate(from: decoder))
        }

        package func encode(to encoder: any Encoder) throws {
            var container = encoder.singleValueContainer()
            switch self {
            case .on(let date): try container.encode(date)
            case .none: try container.encode(Self.noneText)
            }
        }

        private static let noneText = "none"
    }

    /// Creates a request that changes nothing yet.
    package init(lists: [String]) {
        self.lists = lists
    }

    package func check() throws(ControlError) {
        try checkReferences(lists, in: "lists")
        guard self != ChangeListsRequest(lists: lists) else {
            throw ControlError(.invalid, "nothing to change: a field beside \"lists\" is needed")
        }
    }
}

/// `POST /v1/lists/copy`: makes a list with the sections and items of another one.
package struct CopyListRequest: ControlCall {
    package static let route = ControlRoute.copyList
    package typealias Reply = ListReply

    package var list: String
    /// Nil for the old one with "(copy)" behind it.
    package var title: String?
    /// Whether all is open again; nil is no.
    package var isReset: Bool?

    /// Creates the request.
    package init(list: String, title: String? = nil, isReset: Bool? = nil) {
        self.list = list
        self.title = title
        self.isReset = isReset
    }
}

/// `POST /v1/lists/merge`: moves the items of a list into another one, and the list into the trash.
package struct MergeListsRequest: ControlCall {
    package static let route = ControlRoute.mergeLists
    package typealias Reply = MergeListsReply

    package var list: String
    package var into: String

    /// Creates the request.
    package init(list: String, into: String) {
        self.list = list
        self.into = into
    }
}

/// `POST /v1/lists/clear-done`: moves what is done or cancelled in a list into the trash.
package struct ClearDoneRequest: ControlCall {
    package static let route = ControlRoute.clearDone
    package typealias Reply = ClearDoneReply

    package var list: String

    /// Creates the request.
    package init(list: String) {
        self.list = list
    }
}

/// `POST /v1/lists/purge`: removes lists from the trash for good.
package struct PurgeListsRequest: ControlCall {
    package static let route = ControlRoute.purgeLists
    package typealias Reply = ChangeListsReply

    /// Certain lists; nil with an age.
    package var lists: [String]?
    /// All that were put into the trash at least so many days ago.
    package var olderThanDays: Int?

    /// Creates the request.
    package init(lists: [String]? = nil, olderThanDays: Int? = nil) {
        self.lists = lists
        self.olderThanDays = olderThanDays
    }

    package func check() throws(ControlError) {
        try checkPurge(of: lists, in: "lists", olderThanDays: olderThanDays)
    }
}

/// `PUT /v1/lists/default`: chooses the list that items go to when none is named, for the caller's login here.
package struct DefaultListRequest: ControlCall {
    package static let route = ControlRoute.defaultList
    package typealias Reply = DefaultListReply

    /// Nil takes the choice back.
    package var list: String?

    /// Creates the request.
    package init(list: String?) {
        self.list = list
    }
}

/// `GET /v1/overview`: all lists, what is due, and how many conflicts there are.
package struct OverviewQuery: ControlCall {
    package static let route = ControlRoute.overview
    package typealias Reply = OverviewReply

    /// The caller's day.
    package var today: CivilDate

    /// Creates the query.
    package init(today: CivilDate) {
        self.today = today
    }
}

/// `PUT /v1/lists/view`: chooses how a list is shown to the caller's login here; what is nil stays as it is.
package struct OwnViewRequest: ControlCall {
    package static let route = ControlRoute.ownView
    package typealias Reply = OwnViewReply

    package var list: String
    package var sort: ListView.Sort?
    package var isReversed: Bool?
    package var showsDone: Bool?
    /// Takes the choice back; stands alone.
    package var isReset: Bool?

    /// Creates a request that chooses nothing yet.
    package init(list: String) {
        self.list = list
    }

    package func check() throws(ControlError) {
        let isChoice = sort != nil || isReversed != nil || showsDone != nil
        guard isChoice != (isReset ?? false) else {
            let choices = "\"sort\", \"isReversed\" and \"showsDone\""
            throw ControlError(.invalid, "either \"isReset\" or one of \(choices) is needed")
        }
    }
}
