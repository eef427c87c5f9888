/// The reply of `GET /v1/lists`.
package struct ListsReply: Codable, Sendable, Equatable {
    package var schemaVersion = PhlistControl.schemaVersion
    package var lists: [ListView]
    /// The items of the lists, when they were asked for: list by list, each in its order.
    package var items: [ItemView]?
    /// Why nothing of them can be changed on this device, and what to do; nil where things can.
    package var readOnly: String?

    /// Creates the reply.
    package init(lists: [ListView], items: [ItemView]? = nil, readOnly: String? = nil) {
        self.lists = lists
        self.items = items
        self.readOnly = readOnly
    }
}

/// The reply of `POST /v1/lists` and `POST /v1/lists/copy`.
package struct ListReply: Codable, Sendable, Equatable {
    package var schemaVersion = PhlistControl.schemaVersion
    package var list: ListView
    /// Other lists with the same title.
    package var namesakes: [ListView]

    /// Creates the reply.
    package init(list: ListView, namesakes: [ListView] = []) {
        self.list = list
        self.namesakes = namesakes
    }
}

/// The reply of `PATCH /v1/lists`.
package struct ChangeListsReply: Codable, Sendable, Equatable {
    package var schemaVersion = PhlistControl.schemaVersion
    package var changed: [ListView]
    /// Lists that already were as asked.
    package var unchanged: [ListView]
    /// Other lists with the title of one of them.
    package var namesakes: [ListView]

    /// Creates the reply.
    package init(changed: [ListView], unchanged: [ListView] = [], namesakes: [ListView] = []) {
        self.changed = changed
        self.unchanged = unchanged
        self.namesakes = namesakes
    }
}

/// The reply of `POST /v1/lists/merge`.
package struct MergeListsReply: Codable, Sendable, Equatable {
    package var schemaVersion = PhlistControl.schemaVersion
    /// The list that has got the items.
    package var list: ListView
    /// The list that is in the trash now.
    package var from: ListView
    /// The items that came.
    package var moved: [ItemView]
    /// The items that were open in both and stayed one.
    package var joined: [ItemView]

    /// Creates the reply.
    package init(list: ListView, from: ListView, moved: [ItemView], joined: [ItemView]) {
        self.list = list
        self.from = from
        self.moved = moved
        self.joined = joined
    }
}

/// The reply of `POST /v1/lists/clear-done`.
package struct ClearDoneReply: Codable, Sendable, Equatable {
    package var schemaVersion = PhlistControl.schemaVersion
    package var list: ListView
    /// The items that are in the trash now.
    package var cleared: [ItemView]

    /// Creates the reply.
    package init(list: ListView, cleared: [ItemView]) {
        self.list = list
        self.cleared = cleared
    }
}

/// The reply of `PUT /v1/lists/default`.
package struct DefaultListReply: Codable, Sendable, Equatable {
    package var schemaVersion = PhlistControl.schemaVersion
    /// Nil when none is chosen.
    package var list: ListView?

    /// Creates the reply.
    package init(list: ListView?) {
        self.list = list
    }
}

/// The reply of `PUT /v1/lists/view`.
package struct OwnViewReply: Codable, Sendable, Equatable {
    package var schemaVersion = PhlistControl.schemaVersion
    package var list: ListView
    package var isChanged: Bool

    /// Creates the reply.
    package init(list: ListView, isChanged: Bool) {
        self.list = list
        self.isChanged = isChanged
    }
}

/// The reply of `GET /v1/overview`.
package struct OverviewReply: Codable, Sendable, Equatable {
    package var schemaVersion = PhlistControl.schemaVersion
    /// All that are not in the trash, in their order.
    package var lists: [ListView]
    /// The first of the open items that are due today or were before, by date.
    package var due: [DueItem]
    /// How many there are in all.
    package var dueCount: Int
    /// Fields that were changed on two devices without one knowing of the other, in all lists.
    package var conflictCount: Int
    /// What the caller is invited to.
    package var invitations: [InvitationView]
    /// What the household's people should know, one sentence each, with what to do.
    package var notices: [String]

    /// An item that is due.
    package struct DueItem: Codable, Sendable, Equatable {
        package var item: ItemView
        package var due: CivilDate

        /// Creates an item that is due.
        package init(item: ItemView, due: CivilDate) {
            self.item = item
            self.due = due
        }
    }

    /// Creates the reply.
    package init(
        lists: [ListView],
        due: [DueItem] = [],
        dueCount: Int = 0,
        conflictCount: Int = 0,
        invitations: [InvitationView] = [],
        notices: [String] = []
    ) {
        self.lists = lists
        self.due = due
        self.dueCount = dueCount
        self.conflictCount = conflictCount
        self.invitations = invitations
        self.notices = notices
    }
}
