package import PhlistVocabulary

/// A saved filter; a member that is missing is no condition.
package struct FilterView: Codable, Sendable, Equatable {
    package var name: String
    /// The lists and sections; empty for every list.
    package var lists: [Named] = []
    package var state: WorkState?
    package var all: Bool?
    package var mine: Bool?
    /// The member that items are assigned to.
    package var assignee: Named?
    /// Whether only items assigned to nobody are shown.
    package var isUnassigned: Bool?
    /// A due date in the words with which it was saved.
    package var due: String?
    package var tags: [String] = []
    package var priority: Priority?
    package var sort: ItemSort?
    package var isReversed: Bool?
    package var isFlat: Bool?
    package var isLong: Bool?

    /// A list, a section or a member of a filter.
    package struct Named: Codable, Sendable, Equatable {
        /// The name now, or of the day on which the filter was saved for what is gone.
        package var name: String
        /// The id for other calls; `LIST/SECTION` for a section.
        package var id: String
        /// Whether it is gone, in the trash, or no longer shown to the caller; nil means no.
        package var isGone: Bool?

        package init(name: String, id: String, isGone: Bool? = nil) {
            (self.name, self.id, self.isGone) = (name, id, isGone)
        }
    }

    package init(name: String) {
        self.name = name
    }
}

/// The reply to `GET /v1/filters`.
package struct FiltersReply: Codable, Sendable, Equatable {
    package var schemaVersion = PhlistControl.schemaVersion
    package var filters: [FilterView]

    package init(filters: [FilterView]) {
        self.filters = filters
    }
}

/// The reply to calls that change one filter; of a removal, with the filter as it was.
package struct FilterReply: Codable, Sendable, Equatable {
    package var schemaVersion = PhlistControl.schemaVersion
    package var filter: FilterView
    package var isChanged: Bool

    package init(filter: FilterView, isChanged: Bool) {
        (self.filter, self.isChanged) = (filter, isChanged)
    }
}

/// The reply to `GET` and `PUT /v1/items/view`.
package struct OverallViewReply: Codable, Sendable, Equatable {
    package var schemaVersion = PhlistControl.schemaVersion
    package var view: ItemDisplay
    /// Of `PUT`: whether anything has changed.
    package var isChanged: Bool?

    package init(view: ItemDisplay, isChanged: Bool? = nil) {
        (self.view, self.isChanged) = (view, isChanged)
    }
}
