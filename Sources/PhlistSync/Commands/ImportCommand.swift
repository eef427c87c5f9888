package import PhlistModel

/// Lists to bring in.
///
/// What is there already stays as it is, so the same once more adds nothing.
package struct ImportCommand: Sendable {
    package var lists: [ImportedList]
    /// The list that takes all there is; nil for the list with the id, else for one with the title, else for a new one.
    package var into: String?

    /// Creates a command.
    package init(lists: [ImportedList], into: String? = nil) {
        (self.lists, self.into) = (lists, into)
    }
}

/// A list to bring in.
package struct ImportedList: Sendable {
    /// The id that it had where it comes from; nil when it had none.
    package var scope: ScopeID?
    package var title: String
    /// What a list that is made for it is like besides.
    package var traits: ListChange
    /// Whether the owner's devices alone ever receive it; then it does not go into a list that others see.
    package var isPrivate: Bool
    /// In their order.
    package var sections: [ImportedSection]

    /// Creates a list.
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

/// A section to bring in, with what stands in it.
package struct ImportedSection: Sendable {
    package var entity: EntityID?
    /// Nil for what stands in no section.
    package var name: String?
    /// From top to bottom, each followed by those below it.
    package var items: [ImportedItem]

    /// Creates a section.
    package init(entity: EntityID? = nil, name: String?, items: [ImportedItem]) {
        (self.entity, self.name, self.items) = (entity, name, items)
    }
}

/// An item to bring in.
package struct ImportedItem: Sendable {
    package var entity: EntityID?
    package var title: String
    /// Below how many of the items before it it stands.
    package var depth: Int
    /// All else that it says.
    package var fields: ItemChange

    /// Creates an item.
    package init(entity: EntityID? = nil, title: String, depth: Int = 0, fields: ItemChange = ItemChange()) {
        (self.entity, self.title, self.depth, self.fields) = (entity, title, depth, fields)
    }

    var state: WorkState { fields.state ?? .open }
}
