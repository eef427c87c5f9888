/// Changes to the fields of an item besides its title and state; nil leaves a field as it is.
package struct ItemPatch: Codable, Hashable, Sendable {
    /// Text of several lines; empty for none.
    package var note: String?
    package var due: DueChange?
    /// The rule by which it comes back, as the text of a `Recurrence`; empty for none.
    package var recurrence: String?
    /// The names of the members who take turns with it, separated by commas; empty for nobody.
    package var rotation: String?
    /// When people are reminded of it, as the text of a `Reminder`; empty for never.
    package var reminder: String?
    /// A member's name; empty for nobody.
    package var assignee: String?
    /// Empty for none.
    package var quantity: String?
    package var priority: Priority?
    /// From 0 to 100.
    package var percent: Int?
    /// The address of a web page about it; empty for none.
    package var url: String?
    /// The place where it is done or bought; empty for none.
    package var location: String?
    package var addTags: [String]?
    package var removeTags: [String]?
    /// The name of a photo that has been stored already.
    package var photo: String?

    package init() {}

    /// Creates the change that gives an item without fields those of a record.
    package init(_ record: ItemRecord) {
        for text in ItemTextField.all { self[keyPath: text.inPatch] = record[keyPath: text.inRecord] }
        due = DueChange(record.due)
        assignee = record.assignee ?? ""
        priority = record.priority
        percent = record.percent
        addTags = record.tags
    }
}
