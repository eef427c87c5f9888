package import PhlistModel

/// What people do to items.
///
/// A reference is the beginning of an id, `LIST/text`, or text that matches one item.
package enum ItemCommand: Sendable {
    case add(NewItems)
    case change([String], ItemChange)
    /// Removes items from the trash for good.
    case purge([String])
}

/// Items to add.
package struct NewItems: Hashable, Sendable {
    /// Where to; nil stands for the caller's default list.
    package var list: String?
    package var titles: [String]

    /// Creates items to add.
    package init(list: String? = nil, titles: [String]) {
        self.list = list
        self.titles = titles
    }
}

/// What to change of items; nil leaves as it is.
package struct ItemChange: Hashable, Sendable {
    package var state: WorkState?
    package var title: String?
    package var isTrashed: Bool?

    /// Creates a change.
    package init(state: WorkState? = nil, title: String? = nil, isTrashed: Bool? = nil) {
        self.state = state
        self.title = title
        self.isTrashed = isTrashed
    }
}
