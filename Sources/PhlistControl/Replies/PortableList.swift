package import PhlistVocabulary

/// The exported or imported form of a list: its content, without history.
///
/// Default values are left out. On import only titles are required.
package struct PortableList: Codable, Hashable, Sendable {
    /// 32 letters from k to z.
    package var id: String?
    package var title: String
    /// Text of several lines.
    package var description: String?
    package var state: WorkState?
    package var due: CivilDate?
    package var deletion: DeletionPolicy?
    package var view: ListView.View?
    /// Whether only its owner and invited members see it.
    package var isPrivate: Bool?
    /// The items without a section, each followed by those below it.
    package var items: [PortableItem]?
    package var sections: [PortableSection]?

    package init(title: String, items: [PortableItem]? = nil, sections: [PortableSection]? = nil) {
        self.title = title
        self.items = items
        self.sections = sections
    }

    /// The items by section, those without one first; each section once.
    package var groups: [(section: PortableSection?, items: [PortableItem])] {
        [(nil, items ?? [])] + (sections ?? []).map { ($0, $0.items ?? []) }
    }

    /// The number of items.
    package var itemCount: Int {
        groups.reduce(0) { $0 + $1.items.count }
    }
}

/// A section of a portable list.
package struct PortableSection: Codable, Hashable, Sendable {
    /// 16 letters from k to z.
    package var id: String?
    package var name: String
    /// The items of the section, each followed by those below it.
    package var items: [PortableItem]?

    package init(id: String? = nil, name: String, items: [PortableItem]? = nil) {
        (self.id, self.name, self.items) = (id, name, items)
    }
}

/// An item of a portable list.
package struct PortableItem: Codable, Hashable, Sendable {
    /// 16 letters from k to z.
    package var id: String?
    package var title: String
    /// The number of its ancestors among the items before it; nil for none.
    package var depth: Int?
    package var state: WorkState?
    package var note: String?
    package var due: CivilDate?
    /// A member's name.
    package var assignee: String?
    package var quantity: String?
    package var priority: Priority?
    /// Progress in percent, set by hand.
    package var percent: Int?
    package var tags: [String]?
    /// Milliseconds since 1970; ignored on import, because the household records when it received the item.
    package var createdAt: Int64?
    /// When it was done or cancelled.
    package var closedAt: Int64?

    package init(id: String? = nil, title: String, depth: Int? = nil) {
        (self.id, self.title, self.depth) = (id, title, depth)
    }
}
