package import PhlistModel

/// What becomes of the date on which an item or a list is due.
package enum DueChange: Hashable, Sendable {
    case on(DueDate)
    case never

    /// Nil for never.
    var date: DueDate? {
        switch self {
        case .on(let date): date
        case .never: nil
        }
    }
}
