/// A field of an item, named as in JSON, in histories and conflicts, and on the command line.
package enum ItemField: String, CodingKey, CaseIterable, Sendable {
    case title
    case state
    case due
    case quantity
    case priority
    case assignee
    case tags
    case percent
    case note
    case photo
}
