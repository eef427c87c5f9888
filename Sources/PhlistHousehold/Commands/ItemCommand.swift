package import PhlistVocabulary

/// Commands about items.
///
/// A reference is the beginning of an id, `LIST/text`, or text that matches one item.
package enum ItemCommand: Sendable {
    case add(NewItems)
    case change([String], ItemChange)
    case move([String], ItemTarget)
    /// Makes one item of several of a list, the first one.
    case merge([String])
    /// Permanently removes items from the trash.
    case purge([String])
    /// Permanently removes items trashed before a time, in milliseconds since 1970.
    case purgeTrash(before: Int64)

    /// Whether the command depends on which items were trashed together.
    package var looksAtActions: Bool {
        switch self {
        case .change(_, let change): change.isTrashed == false
        case .purge: true
        case .add, .move, .merge, .purgeTrash: false
        }
    }
}

/// Items to add.
package struct NewItems: Hashable, Sendable {
    /// The destination; without a list, the caller's default list.
    package var target: ItemTarget
    package var titles: [String]
    /// The fields of all new items.
    package var fields: ItemChange
    /// The fields of each title, which beat those of all; empty, or as many as titles.
    package var ownFields: [ItemPatch] = []

    /// Creates items to add.
    package init(list: String? = nil, titles: [String], fields: ItemChange = ItemChange()) {
        self.init(target: ItemTarget(list: list), titles: titles, fields: fields)
    }

    /// Creates items to add at a given place.
    package init(target: ItemTarget, titles: [String], fields: ItemChange = ItemChange()) {
        self.target = target
        self.titles = titles
        self.fields = fields
    }
}

/// A destination for items, in the words of a caller.
package struct ItemTarget: Hashable, Sendable {
    /// `LIST` or `LIST/SECTION`; nil if the list follows from the rest.
    package var list: String?
    /// The parent item.
    package var under: String?
    package var anchor: Anchor?

    /// The position within the section or below the parent item.
    package enum Anchor: Hashable, Sendable {
        case top
        case bottom
        case before(String)
        case after(String)
        /// After the former parent item.
        case out
    }

    package init(list: String? = nil, under: String? = nil, anchor: Anchor? = nil) {
        self.list = list
        self.under = under
        self.anchor = anchor
    }
}
