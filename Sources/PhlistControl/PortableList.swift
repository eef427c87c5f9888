/// A list as it goes out of a household and comes into one: what it says, without its history.
///
/// What is usual is left out. Where it comes from elsewhere no member but the title is needed.
package struct PortableList: Codable, Hashable, Sendable {
    /// Thirty-two letters from k to z.
    package var id: String?
    package var title: String
    /// Text of several lines.
    package var description: String?
    package var state: ItemState?
    package var due: CivilDate?
    package var deletion: ListView.Deletion?
    package var view: ListView.View?
    /// Whether it is for its owner, and for whom he has invited.
    package var isPrivate: Bool?
    /// What stands in no section, each followed by those below it.
    package var items: [PortableItem]?
    package var sections: [PortableSection]?

    /// Creates a list of which nothing is said but the title.
    package init(title: String, items: [PortableItem]? = nil, sections: [PortableSection]? = nil) {
        self.title = title
        self.items = items
        self.sections = sections
    }

    /// The items of each section, those without one first; each section once.
    package var groups: [(section: PortableSection?, items: [PortableItem])] {
        [(nil, items ?? [])] + (sections ?? []).map { ($0, $0.items ?? []) }
    }

    /// How many items there are.
    package var itemCount: Int {
        groups.reduce(0) { $0 + $1.items.count }
    }
}

/// A section of a portable list.
package struct PortableSection: Codable, Hashable, Sendable {
    /// Sixteen letters from k to z.
    package var id: String?
    package var name: String
    /// What stands in it, each followed by those below it.
    package var items: [PortableItem]?

    /// Creates a section.
    package init(id: String? = nil, name: String, items: [PortableItem]? = nil) {
        (self.id, self.name, self.items) = (id, name, items)
    }
}

/// An item of a portable list.
package struct PortableItem: Codable, Hashable, Sendable {
    /// Sixteen letters from k to z.
    package var id: String?
    package var title: String
    /// Below how many of those before it it stands; nil for none.
    package var depth: Int?
    package var state: ItemState?
    package var note: String?
    package var due: CivilDate?
    /// A member's name.
    package var assignee: String?
    package var quantity: String?
    package var priority: Priority?
    /// How much of it is done, set by hand.
    package var percent: Int?
    package var tags: [String]?
    /// Milliseconds since 1970; not looked at on the way in, because a household knows when it has got an item.
    package var createdAt: Int64?
    /// When it was done or cancelled.
    package var closedAt: Int64?

    /// Creates an item of which nothing is said but the title.
    package init(id: String? = nil, title: String, depth: Int? = nil) {
        (self.id, self.title, self.depth) = (id, title, depth)
    }
}
