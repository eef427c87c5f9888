package import PhlistVocabulary

/// The fields of items in the log.
extension ItemField {
    package var id: FieldID {
        switch self {
        case .title: .title
        case .state: .state
        case .due: .due
        case .recurrence: .recurrence
        case .rotation: .rotation
        case .reminder: .reminder
        case .quantity: .quantity
        case .priority: .priority
        case .assignee: .assignee
        case .tags: .tags
        case .percent: .percent
        case .url: .url
        case .note: .note
        case .photo: .photo
        }
    }

    /// The fields by their ids.
    package static let byID = Dictionary(uniqueKeysWithValues: allCases.map { ($0.id, $0) })
}
