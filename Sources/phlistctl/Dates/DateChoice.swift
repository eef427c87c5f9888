import PhlistControl
import PhlistVocabulary

/// A choice of a date, or of none.
enum DateChoice: Equatable, Sendable {
    case date(CivilDate)
    /// No date.
    case none

    /// The date; nil for none.
    var date: CivilDate? {
        switch self {
        case .date(let date): date
        case .none: nil
        }
    }
}
