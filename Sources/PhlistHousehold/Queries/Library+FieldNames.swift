package import PhlistModel
import PhlistVocabulary

/// Names of fields.
extension Library {
    /// Returns the name of a field, in the control API and on the command line.
    ///
    /// - Parameters:
    ///   - field: The field.
    ///   - label: The entity that has it.
    ///   - list: The list of the entity, which knows the fields of records; nil for the household.
    /// - Returns: The name, in lowercase except where a person chose it.
    package func fieldName(_ field: FieldID, of label: EntityLabel, in list: ListState?) -> String {
        switch field {
        case .title: label.hasName ? "name" : "title"
        case .place: "section"
        case _ where field.isRecordValue: list?.nameOfRecordValue(field) ?? "field"
        default: ItemField.byID[field]?.rawValue ?? Self.otherNames[field] ?? "field \(field.rawValue >> 3)"
        }
    }

    /// The names of the fields that items do not have.
    private static let otherNames: [FieldID: String] = [
        .life: "life", .key: "place", .visibility: "visibility", .description: "description", .listKind: "kind",
        .defaultView: "view", .deletionPolicy: "deletion", .email: "email", .type: "type", .isRequired: "required",
        .choices: "choices", .gate: "gate", .recordKey: "key", .record: "record", .mode: "mode",
    ]
}

extension EntityLabel {
    /// Lists and items have titles; everything else has a name.
    fileprivate var hasName: Bool {
        kind != nil && kind != .item
    }
}

extension ListState {
    /// Returns the name of the form field for a value of a record.
    fileprivate func nameOfRecordValue(_ field: FieldID) -> String? {
        entries(of: .formField).first { FieldID.recordValue(of: $0.entity) == field }?.entry.text(.title)
    }
}
