/// A field of an entity: a number, with its merge class in the low three bits.
///
/// The merge class travels with the id so that an older daemon merges fields that it does not know.
package struct FieldID: Hashable, Comparable, Sendable {
    package let rawValue: UInt64

    /// The merge rule for concurrent writes to a field; classes of a later version make a batch opaque.
    package enum MergeClass: UInt64, Sendable {
        /// One value; concurrent values are kept next to each other until a write that knows them.
        case register = 0
        /// Elements that are inserted and removed one by one; an insert wins over a concurrent remove.
        case set = 1
    }

    /// Wraps an id as stored.
    package init(rawValue: UInt64) {
        self.rawValue = rawValue
    }

    private init(register number: UInt64) {
        rawValue = number << 3
    }

    private init(set number: UInt64) {
        rawValue = number << 3 | MergeClass.set.rawValue
    }

    /// The field that holds a record's value for a field of its form.
    package static func recordValue(of formField: EntityID) -> FieldID {
        FieldID(register: formField.rawValue & recordNumberMask | recordNumberBit)
    }

    /// The field in which the owner of a list invites a member: see `Grant`.
    package static func grant(of member: MemberID) -> FieldID {
        FieldID(register: grantNumberBit | UInt64(truncatingIfNeeded: member.rawValue >> 70))
    }

    /// The field in which a member answers an invitation: see `Answer`.
    package static func answer(of member: MemberID) -> FieldID {
        FieldID(register: answerNumberBit | UInt64(truncatingIfNeeded: member.rawValue >> 70))
    }

    // Far from the numbers below, and low enough to leave the three bits of the merge class.
    private static let recordNumberBit: UInt64 = 1 << 60
    private static let recordNumberMask: UInt64 = recordNumberBit - 1
    private static let grantNumberBit: UInt64 = 1 << 59
    private static let answerNumberBit: UInt64 = 1 << 58

    /// Whether the field is the invitation of a member.
    package var isGrant: Bool { rawValue >> (3 + 59) == 1 }
    /// Whether the field is the answer of a member.
    package var isAnswer: Bool { rawValue >> (3 + 58) == 1 }

    /// Whether the field, in a list itself, decides who may see the list: such fields are control, all others content.
    package var isSharing: Bool { self == .visibility || isGrant || isAnswer }

    /// The merge rule for concurrent writes; nil if a later version defined it.
    package var mergeClass: MergeClass? {
        MergeClass(rawValue: rawValue & 7)
    }

    /// Whether the field is the value of a record.
    package var isRecordValue: Bool {
        rawValue >> 3 & Self.recordNumberBit != 0
    }

    package static func < (left: FieldID, right: FieldID) -> Bool {
        left.rawValue < right.rawValue
    }

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
}

/// One value for one field.
package struct FieldWrite: Hashable, Sendable {
    package var field: FieldID
    package var value: [UInt8]

    /// Creates a write of raw bytes.
    package init(_ field: FieldID, _ value: [UInt8]) {
        self.field = field
        self.value = value
    }

    /// Creates a write of text.
    package init(_ field: FieldID, text: String) {
        self.init(field, Array(text.utf8))
    }

    /// Creates a write of a one-byte value.
    package init(_ field: FieldID, _ value: some RawRepresentable<UInt8>) {
        self.init(field, [value.rawValue])
    }

    /// Creates a write of an entity's id.
    package init(_ field: FieldID, _ entity: EntityID) {
        self.init(field, entity.bytes)
    }

    /// Returns the write that inserts an element into a set.
    package static func insert(_ element: String, into field: FieldID) -> FieldWrite {
        FieldWrite(field, [SetChange.insert.rawValue] + element.utf8)
    }

    /// Returns the write that removes an element from a set.
    package static func remove(_ element: String, from field: FieldID) -> FieldWrite {
        FieldWrite(field, [SetChange.remove.rawValue] + element.utf8)
    }
}

/// The first byte of a write to a set, before the element; any other byte has no effect.
package enum SetChange: UInt8, Sendable {
    case remove = 0
    case insert = 1
}
