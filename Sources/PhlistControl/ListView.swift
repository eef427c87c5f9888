/// A list as a client sees it.
package struct ListView: Codable, Sendable, Equatable {
    /// The list's id: 32 letters from k to z.
    package var id: String
    package var title: String
    /// Items that are open, and items that are done; trashed and cancelled ones count in neither.
    package var openCount: Int
    package var doneCount: Int
    /// Who may see the list.
    package var visibility: Visibility
    /// The name of the member who owns the list, when it is known.
    package var owner: String?
    /// Milliseconds since 1970, by the clock of the device that made the change.
    package var createdAt: Int64
    package var updatedAt: Int64

    /// Who may see a list.
    package enum Visibility: String, Codable, Sendable {
        case household
        case participants
    }

    /// Creates a view of a list.
    package init(
        id: String,
        title: String,
        openCount: Int,
        doneCount: Int,
        visibility: Visibility,
        owner: String?,
        createdAt: Int64,
        updatedAt: Int64
    ) {
        self.id = id
        self.title = title
        self.openCount = openCount
        self.doneCount = doneCount
        self.visibility = visibility
        self.owner = owner
        self.createdAt = createdAt
        self.updatedAt = updatedAt
    }
}
