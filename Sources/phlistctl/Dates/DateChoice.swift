import PhlistControl

/// What somebody chose who was asked for a date.
enum DateChoice: Equatable, Sendable {
    case date(CivilDate)
    /// To be without a date.
    case none

    /// The date; nil for none.
    var date: CivilDate? {
        switch self {
        case .date(let date): date
        case .none: nil
        }
    }
}
