package import PhlistModel

/// The new due date of an item or a list.
package enum DueChange: Hashable, Sendable {
    case on(DueDate)
    case never

    /// The date; nil for never.
    var date: DueDate? {
        switch self {
        case .on(let date): date
        case .never: nil
        }
    }
}
