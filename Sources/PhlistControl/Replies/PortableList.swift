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
@dynamicMemberLookup
package struct PortableItem: Hashable, Sendable {
    /// 16 letters from k to z.
    package var id: String?
    /// The number of its ancestors among the items before it.
    package var depth = 0
    /// Its content; the percentage is the one set by hand.
    package var record: ItemRecord
    /// Milliseconds since 1970; ignored on import, because the household records when it received the item.
    package var createdAt: Int64?
    /// When it was done or cancelled.
    package var closedAt: Int64?

    package init(id: String? = nil, depth: Int = 0, _ record: ItemRecord) {
        (self.id, self.depth, self.record) = (id, depth, record)
    }

    package init(title: String) {
        self.init(ItemRecord(title: title))
    }

    package subscript<Value>(dynamicMember path: WritableKeyPath<ItemRecord, Value>) -> Value {
        get { record[keyPath: path] }
        set { record[keyPath: path] = newValue }
    }
}

/// One flat object, without the fields that have their usual values.
extension PortableItem: Codable {
    private enum CodingKeys: CodingKey {
        case id
        case depth
        case createdAt
        case closedAt
    }

    package init(from decoder: any Decoder) throws {
        let members = try decoder.container(keyedBy: CodingKeys.self)
        id = try members.decodeIfPresent(String.self, forKey: .id)
        depth = try members.decodeIfPresent(Int.self, forKey: .depth) ?? 0
        record = try ItemRecord(from: decoder)
        createdAt = try members.decodeIfPresent(Int64.self, forKey: .createdAt)
        closedAt = try members.decodeIfPresent(Int64.self, forKey: .closedAt)
    }

    package func encode(to encoder: any Encoder) throws {
        var members = encoder.container(keyedBy: CodingKeys.self)
        try members.encodeIfPresent(id, forKey: .id)
        if depth > 0 { try members.encode(depth, forKey: .depth) }
        try record.encode(to: encoder, leavingOut: ItemRecord(title: record.title))
        try members.encodeIfPresent(createdAt, forKey: .createdAt)
        try members.encodeIfPresent(closedAt, forKey: .closedAt)
    }
}
