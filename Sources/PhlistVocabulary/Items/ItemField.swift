/// A field of an item, named as in JSON, in histories and conflicts, and at the top of a table's column.
package enum ItemField: String, CodingKey, CaseIterable, Sendable {
    case title
    case state
    case due
    case recurrence
    case rotation
    case reminder
    case assignee
    case quantity
    case priority
    case percent
    case tags
    case location
    case url
    case note
    case photo
}
