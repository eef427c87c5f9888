/// A new due date, or none.
package enum DueChange: Hashable, Sendable {
    case on(CivilDate)
    case never

    /// Creates the change to a date; nil is never.
    package init(_ date: CivilDate?) {
        self = date.map(DueChange.on) ?? .never
    }

    /// The date; nil for never.
    package var date: CivilDate? {
        switch self {
        case .on(let date): date
        case .never: nil
        }
    }
}

/// In JSON, a date or an empty text; `none` stands for the empty text.
extension DueChange: Codable {
    package init(from decoder: any Decoder) throws {
        let container = try decoder.singleValueContainer()
        let text = try container.decode(String.self)
        self = text.isEmpty || text == "none" ? .never : .on(try container.decode(CivilDate.self))
    }

    package func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encode(date?.description ?? "")
    }
}
