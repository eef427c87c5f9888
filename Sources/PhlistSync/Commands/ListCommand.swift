package import PhlistModel

/// What people do to lists.
///
/// A reference is a title or the beginning of an id.
package enum ListCommand: Sendable {
    case create(NewList)
    case change([String], ListChange)
    /// Makes a list with the same sections and items; reset ones are all open again.
    case copy(String, title: String?, isReset: Bool)
    /// Moves all items of a list into another one, and the empty list into the trash.
    case merge(String, into: String)
    /// Moves items that are done or cancelled into the trash.
    case clearDone(String)
    /// Removes lists from the trash for good.
    case purge([String])
    /// Does so with all that were put into the trash before a time in milliseconds since 1970.
    case purgeTrash(before: Int64)
    /// Chooses where a bare `add` of the caller goes; nil takes the choice back.
    case setDefault(String?)
    /// Chooses how a list is shown to the caller; nil takes the choice back.
    case setOwnView(String, ListChange.View?)
}

/// A list to make.
package struct NewList: Hashable, Sendable {
    package var title: String
    /// Text of several lines; empty for none.
    package var description: String
    package var due: DueDate?
    /// Whether nobody but the owner, and those whom he invites, ever receive it.
    package var isPrivate: Bool
    /// The members who are invited to it, which makes it private besides.
    package var guests: [String]
    package var sort: DefaultView.Sort
    /// The list whose sections and items the new one begins with.
    package var template: String?

    /// Creates a list to make.
    package init(
        title: String,
        description: String = "",
        due: DueDate? = nil,
        isPrivate: Bool = false,
        guests: [String] = [],
        sort: DefaultView.Sort = .manual,
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

/// What to change of lists; nil leaves as it is.
package struct ListChange: Hashable, Sendable {
    package var title: String?
    package var description: String?
    package var due: DueChange?
    package var state: WorkState?
    package var isTrashed: Bool?
    package var deletion: DeletionPolicy?
    package var view = View()

    /// What to change of the way in which lists are shown.
    package struct View: Hashable, Sendable {
        package var sort: DefaultView.Sort?
        package var isReversed: Bool?
        package var showsDone: Bool?

        /// Creates a change.
        package init(sort: DefaultView.Sort? = nil, isReversed: Bool? = nil, showsDone: Bool? = nil) {
            self.sort = sort
            self.isReversed = isReversed
            self.showsDone = showsDone
        }
    }

    /// Creates a change of nothing.
    package init() {}
}
