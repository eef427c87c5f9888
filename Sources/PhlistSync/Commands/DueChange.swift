package import PhlistVocabulary

/// The new due date of an item or a list.
package enum DueChange: Hashable, Sendable {
    case on(CivilDate)
    case never

    /// The date; nil for never.
    var date: CivilDate? {
        switch self {
        case .on(let date): date
        case .never: nil
        }
    }
}
