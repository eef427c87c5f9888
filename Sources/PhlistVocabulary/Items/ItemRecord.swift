/// The content of an item, as listings, exports and imports carry it.
package struct ItemRecord: Hashable, Sendable {
    package var title: String
    package var state = WorkState.open
    /// Text of several lines; empty for none.
    package var note = ""
    package var due: CivilDate?
    /// The rule by which it comes back, as the text of a `Recurrence`; empty for none.
    package var recurrence = ""
    /// The names of the members who take turns with it, separated by commas; empty for nobody.
    package var rotation = ""
    /// When people are reminded of it, as the text of a `Reminder`; empty for never.
    package var reminder = ""
    /// A member's name; nil for nobody.
    package var assignee: String?
    /// The quantity as typed; empty for none.
    package var quantity = ""
    package var priority = Priority.none
    /// Progress in percent.
    package var percent = 0
    package var tags: [String] = []
    /// The address of a web page about it; empty for none.
    package var url = ""
    /// The place where it is done or bought; empty for none.
    package var location = ""

    /// Creates an open item without any other field.
    package init(title: String) {
        self.title = title
    }
}

extension ItemRecord: Codable {
    package init(from decoder: any Decoder) throws {
        let fields = try decoder.container(keyedBy: ItemField.self)
        title = try fields.decode(String.self, forKey: .title)
        state = try fields.decodeIfPresent(WorkState.self, forKey: .state) ?? .open
        due = try fields.decodeIfPresent(CivilDate.self, forKey: .due)
        assignee = try fields.decodeIfPresent(String.self, forKey: .assignee)
        priority = try fields.decodeIfPresent(Priority.self, forKey: .priority) ?? .none
        percent = try fields.decodeIfPresent(Int.self, forKey: .percent) ?? 0
        tags = try fields.decodeIfPresent([String].self, forKey: .tags) ?? []
        for text in ItemTextField.all {
            self[keyPath: text.inRecord] = try fields.decodeIfPresent(String.self, forKey: text.field) ?? ""
        }
    }

    package func encode(to encoder: any Encoder) throws {
        try encode(to: encoder, leavingOut: nil)
    }

    /// Encodes the title, and the other fields unless they are usual ones.
    ///
    /// - Parameters:
    ///   - encoder: The encoder.
    ///   - usual: The record whose fields are left out; nil to leave out none.
    /// - Throws: Errors of the encoder.
    package func encode(to encoder: any Encoder, leavingOut usual: ItemRecord?) throws {
        var fields = encoder.container(keyedBy: ItemField.self)
        func encode<Value: Codable & Equatable>(_ field: ItemField, _ value: Value?, _ usual: Value?) throws {
            if value != usual { try fields.encodeIfPresent(value, forKey: field) }
        }
        try fields.encode(title, forKey: .title)
        try encode(.state, state, usual?.state)
        try encode(.due, due, usual?.due)
        try encode(.assignee, assignee, usual?.assignee)
        try encode(.priority, priority, usual?.priority)
        try encode(.percent, percent, usual?.percent)
        try encode(.tags, tags, usual?.tags)
        for text in ItemTextField.all {
            try encode(text.field, self[keyPath: text.inRecord], usual?[keyPath: text.inRecord])
        }
    }
}
