package import PhlistVocabulary

/// `GET /v1/lists`: lists in progress, then completed ones, cancelled ones, and those in the trash.
package struct ListsQuery: ControlCall {
    package static let route = ControlRoute.lists
    package typealias Reply = ListsReply

    /// Exactly one list, in the trash or not, by title or id prefix.
    package var list: String?
    /// Whether to include lists in the trash and, with `expand`, all items.
    package var all: Bool?
    /// Only lists in this state.
    package var state: WorkState?
    /// Nil for the usual order: lists in progress by nearest due date, the others by when they were closed.
    package var sort: ListSort?
    package var reverse: Bool?
    /// Whether to include the items of the lists.
    package var expand: Bool?

    package init(
        list: String? = nil,
        all: Bool? = nil,
        state: WorkState? = nil,
        sort: ListSort? = nil,
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
    /// Whether only the owner's devices ever receive it; nil means no.
    package var isPrivate: Bool?
    /// The members to invite, by name, e-mail address or id prefix; nobody else receives the list.
    package var with: [String]?
    package var sort: ItemSort?
    /// A list whose sections and items the new one starts with, all of them open.
    package var template: String?

    package init(
        title: String,
        description: String? = nil,
        due: CivilDate? = nil,
        isPrivate: Bool? = nil,
        with: [String]? = nil,
        sort: ItemSort? = nil,
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

/// `PATCH /v1/lists`: changes lists; nil leaves a field unchanged.
package struct ChangeListsRequest: ControlCall {
    package static let route = ControlRoute.changeLists
    package typealias Reply = ChangeListsReply

    /// Titles or id prefixes.
    package var lists: [String]
    package var title: String?
    package var description: String?
    package var due: DueChange?
    package var state: WorkState?
    /// True moves to the trash, false restores.
    package var isTrashed: Bool?
    package var deletion: DeletionPolicy?
    package var sort: ItemSort?
    package var isReversed: Bool?
    package var showsDone: Bool?

    package init(
        lists: [String],
        state: WorkState? = nil,
        isTrashed: Bool? = nil,
        deletion: DeletionPolicy? = nil
    ) {
        self.lists = lists
        self.state = state
        self.isTrashed = isTrashed
        self.deletion = deletion
    }

    package func check() throws(ControlError) {
        try checkReferences(lists, in: "lists")
        guard self != ChangeListsRequest(lists: lists) else {
            throw ControlError(.invalid, "nothing to change: a field besides \"lists\" is needed")
        }
    }
}

/// `POST /v1/lists/copy`: makes a list with the sections and items of another one.
package struct CopyListRequest: ControlCall {
    package static let route = ControlRoute.copyList
    package typealias Reply = ListReply

    package var list: String
    /// Nil for the old title followed by "(copy)".
    package var title: String?
    /// Whether all items are open in the copy; nil means no.
    package var isReset: Bool?

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

    package init(list: String, into: String) {
        self.list = list
        self.into = into
    }
}

/// `POST /v1/lists/clear-done`: moves the done and cancelled items of a list to the trash.
package struct ClearDoneRequest: ControlCall {
    package static let route = ControlRoute.clearDone
    package typealias Reply = ClearDoneReply

    package var list: String

    package init(list: String) {
        self.list = list
    }
}

/// `POST /v1/lists/purge`: permanently removes lists from the trash.
package struct PurgeListsRequest: ControlCall {
    package static let route = ControlRoute.purgeLists
    package typealias Reply = ChangeListsReply

    /// The lists to remove; nil when an age is given.
    package var lists: [String]?
    /// Removes all that were put into the trash at least this many days ago.
    package var olderThanDays: Int?

    package init(lists: [String]? = nil, olderThanDays: Int? = nil) {
        self.lists = lists
        self.olderThanDays = olderThanDays
    }

    package func check() throws(ControlError) {
        try checkPurge(of: lists, in: "lists", olderThanDays: olderThanDays)
    }
}

/// `PUT /v1/lists/default`: chooses the list that items are added to when none is named, for the caller's login here.
package struct DefaultListRequest: ControlCall {
    package static let route = ControlRoute.setDefaultList
    package typealias Reply = DefaultListReply

    /// Nil clears the choice.
    package var list: String?

    package init(list: String?) {
        self.list = list
    }
}

/// `GET /v1/overview`: all lists, items that are due, and the number of conflicts.
package struct OverviewQuery: ControlCall {
    package static let route = ControlRoute.overview
    package typealias Reply = OverviewReply

    /// The caller's day.
    package var today: CivilDate

    package init(today: CivilDate) {
        self.today = today
    }
}

/// `PUT /v1/lists/view`: sets how the caller's login here sees a list; nil leaves a setting unchanged.
package struct OwnViewRequest: ControlCall {
    package static let route = ControlRoute.setOwnView
    package typealias Reply = OwnViewReply

    package var list: String
    package var sort: ItemSort?
    package var isReversed: Bool?
    package var showsDone: Bool?
    /// Clears all settings; excludes the others.
    package var isReset: Bool?

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
