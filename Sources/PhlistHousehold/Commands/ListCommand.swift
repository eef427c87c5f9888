package import PhlistVocabulary

/// Commands about lists.
///
/// A reference is a title or the beginning of an id.
package enum ListCommand: Sendable {
    case create(NewList)
    case change([String], ListChange)
    /// Creates a list with the same sections and items; after a reset all items are open.
    case copy(String, title: String?, isReset: Bool)
    /// Moves all items of a list into another one, and trashes the empty list.
    case merge(String, into: String)
    /// Moves done and cancelled items into the trash.
    case clearDone(String)
    /// Permanently removes lists from the trash.
    case purge([String])
    /// Permanently removes lists trashed before a time, in milliseconds since 1970.
    case purgeTrash(before: Int64)
    /// Sets the list that receives a bare `add` of the caller; nil clears it.
    case setDefault(String?)
    /// Sets the caller's own view of a list; nil clears it.
    case setOwnView(String, ListChange.View?)
}

/// A list to create.
package struct NewList: Hashable, Sendable {
    package var title: String
    /// Text of several lines; empty for none.
    package var description: String
    package var due: CivilDate?
    /// Whether only the owner and the members invited by them receive it.
    package var isPrivate: Bool
    /// The invited members, who also make the list private.
    package var guests: [String]
    package var sort: ItemSort
    /// The list whose sections and items are copied.
    package var template: String?

    /// Creates the description of a new list.
    package init(
        title: String,
        description: String = "",
        due: CivilDate? = nil,
        isPrivate: Bool = false,
        guests: [String] = [],
        sort: ItemSort = .manual,
        template: String? = nil
    ) {
        self.title = title
        self.description = description
        self.due = due
        self.isPrivate = isPrivate
        self.guests = guests
        self.sort = sort
        self.template = template
    }
}

/// Changes to lists; nil leaves a field as it is.
package struct ListChange: Hashable, Sendable {
    package var title: String?
    package var description: String?
    package var due: DueChange?
    package var state: WorkState?
    package var isTrashed: Bool?
    package var deletion: DeletionPolicy?
    package var view = View()

    /// Changes to the view of a list.
    package struct View: Hashable, Sendable {
        package var sort: ItemSort?
        package var isReversed: Bool?
        package var showsDone: Bool?

        package init(sort: ItemSort? = nil, isReversed: Bool? = nil, showsDone: Bool? = nil) {
            self.sort = sort
            self.isReversed = isReversed
            self.showsDone = showsDone
        }
    }

    /// Creates an empty change.
    package init() {}
}
