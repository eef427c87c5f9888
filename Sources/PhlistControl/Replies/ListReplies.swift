package import PhlistVocabulary

/// The reply to `GET /v1/lists`.
package struct ListsReply: Codable, Sendable, Equatable {
    package var schemaVersion = PhlistControl.schemaVersion
    package var lists: [ListView]
    /// The items of the lists, if asked for: list by list, each in its order.
    package var items: [ItemView]?
    /// The reason why nothing can be changed on this device, and advice; nil when changes are possible.
    package var readOnly: String?

    package init(lists: [ListView], items: [ItemView]? = nil, readOnly: String? = nil) {
        self.lists = lists
        self.items = items
        self.readOnly = readOnly
    }
}

/// The reply to `POST /v1/lists` and `POST /v1/lists/copy`.
package struct ListReply: Codable, Sendable, Equatable {
    package var schemaVersion = PhlistControl.schemaVersion
    package var list: ListView
    /// Other lists with the same title.
    package var namesakes: [ListView]

    package init(list: ListView, namesakes: [ListView] = []) {
        self.list = list
        self.namesakes = namesakes
    }
}

/// The reply to `PATCH /v1/lists`.
package struct ChangeListsReply: Codable, Sendable, Equatable {
    package var schemaVersion = PhlistControl.schemaVersion
    package var changed: [ListView]
    /// Lists that needed no change.
    package var unchanged: [ListView]
    /// Other lists with the same title as one of them.
    package var namesakes: [ListView]

    package init(changed: [ListView], unchanged: [ListView] = [], namesakes: [ListView] = []) {
        self.changed = changed
        self.unchanged = unchanged
        self.namesakes = namesakes
    }
}

/// The reply to `POST /v1/lists/merge`.
package struct MergeListsReply: Codable, Sendable, Equatable {
    package var schemaVersion = PhlistControl.schemaVersion
    /// The list that received the items.
    package var list: ListView
    /// The list that is now in the trash.
    package var from: ListView
    /// The items that were moved.
    package var moved: [ItemView]
    /// The items that were open in both lists and were joined into one.
    package var joined: [ItemView]
    /// The members who see the items now and did not before; nil for nobody.
    package var newViewers: [String]?
    /// The members who saw the items before and do not now; nil for nobody.
    package var formerViewers: [String]?
    /// Whether the caller may purge `from`.
    package var isPurgeable: Bool?

    package init(list: ListView, from: ListView, moved: [ItemView], joined: [ItemView]) {
        (self.list, self.from, self.moved, self.joined) = (list, from, moved, joined)
    }
}

/// The reply to `POST /v1/lists/clear-done`.
package struct ClearDoneReply: Codable, Sendable, Equatable {
    package var schemaVersion = PhlistControl.schemaVersion
    package var list: ListView
    /// The items that are now in the trash.
    package var cleared: [ItemView]

    package init(list: ListView, cleared: [ItemView]) {
        self.list = list
        self.cleared = cleared
    }
}

/// The reply to `PUT /v1/lists/default`.
package struct DefaultListReply: Codable, Sendable, Equatable {
    package var schemaVersion = PhlistControl.schemaVersion
    /// Nil when none is chosen.
    package var list: ListView?

    package init(list: ListView?) {
        self.list = list
    }
}

/// The reply to `PUT /v1/lists/view`.
package struct OwnViewReply: Codable, Sendable, Equatable {
    package var schemaVersion = PhlistControl.schemaVersion
    package var list: ListView
    package var isChanged: Bool

    package init(list: ListView, isChanged: Bool) {
        self.list = list
        self.isChanged = isChanged
    }
}

/// The reply to `GET /v1/overview`.
package struct OverviewReply: Codable, Sendable, Equatable {
    package var schemaVersion = PhlistControl.schemaVersion
    /// All lists outside the trash, in order.
    package var lists: [ListView]
    /// The first open items that are due today or overdue, by date.
    package var due: [DueItem]
    /// The number of all such items.
    package var dueCount: Int
    /// The number of fields in all lists that two devices changed concurrently.
    package var conflictCount: Int
    /// The caller's invitations.
    package var invitations: [InvitationView]
    /// Notices for the people of the household, one sentence each, with advice.
    package var notices: [String]

    package struct DueItem: Codable, Sendable, Equatable {
        package var item: ItemView
        package var due: CivilDate

        package init(item: ItemView, due: CivilDate) {
            self.item = item
            self.due = due
        }
    }

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
