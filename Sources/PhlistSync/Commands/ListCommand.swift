/// What people do to lists.
package enum ListCommand: Sendable {
    case create(NewList)
}

/// A list to make.
package struct NewList: Hashable, Sendable {
    package var title: String

    /// Creates a list to make.
    package init(title: String) {
        self.title = title
    }
}
