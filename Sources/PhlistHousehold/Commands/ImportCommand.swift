package import PhlistModel
package import PhlistVocabulary

/// Imports lists.
///
/// Existing items stay as they are, so repeating an import adds nothing.
package struct ImportCommand: Sendable {
    package var lists: [ImportedList]
    /// The list that takes everything; nil to use the list with the same id, else one with the same title, else a new
    /// one.
    package var into: String?

    package init(lists: [ImportedList], into: String? = nil) {
        (self.lists, self.into) = (lists, into)
    }
}

/// A list to import.
package struct ImportedList: Sendable {
    /// The id that the list had at its origin; nil if it had none.
    package var scope: ScopeID?
    package var title: String
    /// Other properties of a newly created list.
    package var traits: ListChange
    /// Whether only the owner's devices receive it; it is then never merged into a list that others see.
    package var isPrivate: Bool
    /// The sections, in order.
    package var sections: [ImportedSection]

    package init(
        scope: ScopeID? = nil,
        title: String,
        traits: ListChange = ListChange(),
        isPrivate: Bool = false,
        sections: [ImportedSection] = []
    ) {
        self.scope = scope
        self.title = title
        self.traits = traits
        self.isPrivate = isPrivate
        self.sections = sections
    }
}

/// A section to import, with its items.
package struct ImportedSection: Sendable {
    package var entity: EntityID?
    /// The name; nil for items without a section.
    package var name: String?
    /// From top to bottom, each followed by its descendants.
    package var items: [ImportedItem]

    package init(entity: EntityID? = nil, name: String?, items: [ImportedItem]) {
        (self.entity, self.name, self.items) = (entity, name, items)
    }
}

/// An item to import.
package struct ImportedItem: Sendable {
    package var entity: EntityID?
    /// Number of its ancestors among the items before it.
    package var depth: Int
    package var record: ItemRecord

    package init(entity: EntityID? = nil, depth: Int = 0, _ record: ItemRecord) {
        (self.entity, self.depth, self.record) = (entity, depth, record)
    }
}
