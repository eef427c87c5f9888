package import PhlistVocabulary

/// The fields by their numbers, which never change and are given once.
extension FieldID {
    // Numbers up to 15 take one byte and are for the fields written most.

    /// Alive or dead: see `Life`.
    package static let life = FieldID(register: 1)
    /// The title of a list or an item, the name of anything else.
    package static let title = FieldID(register: 2)
    /// The position of an item: see `Place`.
    package static let place = FieldID(register: 3)
    /// Open, done or cancelled: see `WorkState`.
    package static let state = FieldID(register: 4)
    /// Text of several lines about an item.
    package static let note = FieldID(register: 5)
    /// The due date of a list or an item: see `CivilDate`.
    package static let due = FieldID(register: 6)
    /// The id of the member an item is assigned to; empty for nobody.
    package static let assignee = FieldID(register: 7)
    /// A quantity, as text as it was typed.
    package static let quantity = FieldID(register: 8)
    /// The percentage of an item that is done, entered by hand: a byte up to 100.
    package static let percent = FieldID(register: 9)
    /// The priority of an item: see `Priority`.
    package static let priority = FieldID(register: 10)
    /// The picture of an item: a reference to its bytes; empty if it has none.
    package static let photo = FieldID(register: 11)
    /// The kind of an entity: see `EntityKind`.
    package static let kind = FieldID(register: 12)
    /// The position of a section or of a form's field: a key as in `Place`.
    package static let key = FieldID(register: 13)
    /// Marks in the history that an entity was purged; never written by an op.
    package static let purge = FieldID(register: 14)
    /// The tags by which an item is found.
    package static let tags = FieldID(set: 1)

    /// The people who may see a list, as far as its owner decides: see `Visibility` and `Sharing`.
    package static let visibility = FieldID(register: 16)
    /// Text of several lines about a list.
    package static let description = FieldID(register: 18)
    /// A checklist or a form: see `ListKind`.
    package static let listKind = FieldID(register: 19)
    /// The view of a list when nothing else is asked for: see `DefaultView`.
    package static let defaultView = FieldID(register: 20)
    /// Whether items of a list may be put into the trash: see `DeletionPolicy`.
    package static let deletionPolicy = FieldID(register: 21)
    /// The e-mail address of a member.
    package static let email = FieldID(register: 22)
    /// The sixteen bytes of a member's id; the first half is the entity's id.
    package static let member = FieldID(register: 23)
    /// The type of a form's field: see `FormFieldType`.
    package static let type = FieldID(register: 24)
    /// Whether a record must have a value for a field of its form: a byte.
    package static let isRequired = FieldID(register: 25)
    /// The choices of a form's field, in order: counted texts.
    package static let choices = FieldID(register: 26)
    /// The form field that must be switched on for another one to count: an entity's id.
    package static let gate = FieldID(register: 27)
    /// The key of a record, as it was typed.
    package static let recordKey = FieldID(register: 28)
    /// The record that an observation belongs to: an entity's id.
    package static let record = FieldID(register: 29)
    /// The mode of an observation: see `ObservationMode`.
    package static let mode = FieldID(register: 30)
    /// The group of the user action that took back the action whose group is the entity's id.
    package static let undoneBy = FieldID(register: 31)
    /// The address of a web page about an item, as text; empty for none.
    package static let url = FieldID(register: 32)
    /// The rule by which an item comes back, as the text of a `Recurrence`; empty for none.
    package static let recurrence = FieldID(register: 33)
    /// The members who take turns with an item: see `Rotation`.
    package static let rotation = FieldID(register: 34)
    /// When people are reminded of an item, as the text of a `Reminder`; empty for never.
    package static let reminder = FieldID(register: 35)
    /// The place where an item is done or bought, as text; empty for none.
    package static let location = FieldID(register: 36)
}

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
        case .location: .location
        case .note: .note
        case .photo: .photo
        }
    }

    /// The fields by their ids.
    package static let byID = Dictionary(uniqueKeysWithValues: allCases.map { ($0.id, $0) })
}
