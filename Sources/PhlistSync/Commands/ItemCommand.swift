/// What people do to items.
///
/// A reference is the beginning of an id, `LIST/text`, or text that matches one item.
package enum ItemCommand: Sendable {
    case add(NewItems)
    case change([String], ItemChange)
    case move([String], ItemTarget)
    /// Removes items from the trash for good.
    case purge([String])
    /// Removes for good what was put into the trash before a time, in milliseconds since 1970.
    case purgeTrash(before: Int64)

    /// Whether it asks what went into the trash together.
    var looksAtActions: Bool {
        switch self {
        case .change(_, let change): change.isTrashed == false
        case .purge: true
        case .add, .move, .purgeTrash: false
        }
    }
}

/// Items to add.
package struct NewItems: Hashable, Sendable {
    /// Where to; a target without a list stands for the caller's default list.
    package var target: ItemTarget
    package var titles: [String]
    /// What all of them shall have.
    package var fields: ItemChange

    /// Creates items to add.
    package init(list: String? = nil, titles: [String], fields: ItemChange = ItemChange()) {
        self.init(target: ItemTarget(list: list), titles: titles, fields: fields)
    }

    /// Creates items to add at a certain place.
    package init(target: ItemTarget, titles: [String], fields: ItemChange = ItemChange()) {
        self.target = target
        self.titles = titles
        self.fields = fields
    }
}

/// Where items shall stand, in the words of a caller.
package struct ItemTarget: Hashable, Sendable {
    /// `LIST` or `LIST/SECTION`; nil for the list that follows from the rest.
    package var list: String?
    /// The item that they shall stand below.
    package var under: String?
    package var anchor: Anchor?

    /// Where among those that stand in the same section, or below the same item.
    package enum Anchor: Hashable, Sendable {
        case top
        case bottom
        case before(String)
        case after(String)
        /// Behind the item that they have stood below.
        case out
    }

    /// Creates a target.
    package init(list: String? = nil, under: String? = nil, anchor: Anchor? = nil) {
        self.list = list
        self.under = under
        self.anchor = anchor
    }
}
