/// A field of an entity: a number, and in the low three bits how concurrent values merge.
///
/// The merge class travels with the id so that an older daemon merges fields that it does not know.
package struct FieldID: Hashable, Comparable, Sendable {
    package let rawValue: UInt64

    /// How concurrent writes to a field merge; classes of a later version make a batch opaque.
    package enum MergeClass: UInt64, Sendable {
        /// One value; concurrent ones stay beside each other until a write that knows them.
        case register = 0
        /// Elements that are put in and taken out one by one; who puts one in wins over who takes it out meanwhile.
        case set = 1
    }

    /// Wraps an id as it was stored.
    package init(rawValue: UInt64) {
        self.rawValue = rawValue
    }

    private init(register number: UInt64) {
        rawValue = number << 3
    }

    private init(set number: UInt64) {
        rawValue = number << 3 | MergeClass.set.rawValue
    }

    /// The value that a record has for a field of its form.
    package static func recordValue(of formField: EntityID) -> FieldID {
        FieldID(register: formField.rawValue & recordNumberMask | recordNumberBit)
    }

    /// Whether the owner of a list invites a member: see `Grant`.
    package static func grant(of member: MemberID) -> FieldID {
        FieldID(register: grantNumberBit | UInt64(truncatingIfNeeded: member.rawValue >> 70))
    }

    /// What a member says to an invitation: see `Answer`.
    package static func answer(of member: MemberID) -> FieldID {
        FieldID(register: answerNumberBit | UInt64(truncatingIfNeeded: member.rawValue >> 70))
    }

    // Far from the numbers below, and so that the number and the merge class fit sixty-four bits together.
    private static let recordNumberBit: UInt64 = 1 << 60
    private static let recordNumberMask: UInt64 = recordNumberBit - 1
    private static let grantNumberBit: UInt64 = 1 << 59
    private static let answerNumberBit: UInt64 = 1 << 58

    /// Whether the field says that a member is invited.
    package var isGrant: Bool { rawValue >> (3 + 59) == 1 }
    /// Whether the field says what a member has answered.
    package var isAnswer: Bool { rawValue >> (3 + 58) == 1 }

    /// Whether the field, of a list itself, says who may see the list: such fields are control, all others content.
    package var isSharing: Bool { self == .visibility || isGrant || isAnswer }

    /// How concurrent writes merge; nil when a later version defined it.
    package var mergeClass: MergeClass? {
        MergeClass(rawValue: rawValue & 7)
    }

    /// Whether the field is the value of a record.
    package var isRecordValue: Bool {
        rawValue >> 3 & Self.recordNumberBit != 0
    }

    /// The order of the ids.
    package static func < (left: FieldID, right: FieldID) -> Bool {
        left.rawValue < right.rawValue
    }

    // Numbers up to 15 take one byte; they are for what is written most.

    /// Alive or dead: see `Life`.
    package static let life = FieldID(register: 1)
    /// The title of a list or an item, the name of anything else.
    package static let title = FieldID(register: 2)
    /// Where an item stands: see `Place`.
    package static let place = FieldID(register: 3)
    /// Open, done or cancelled: see `WorkState`.
    package static let state = FieldID(register: 4)
    /// Text of several lines about an item.
    package static let note = FieldID(register: 5)
    /// When a list or an item is due: see `DueDate`.
    package static let due = FieldID(register: 6)
    /// Who shall do an item: a member's id; empty for nobody.
    package static let assignee = FieldID(register: 7)
    /// How much of something: text as it was typed.
    package static let quantity = FieldID(register: 8)
    /// How much of an item is done, by hand: a byte up to 100.
    package static let percent = FieldID(register: 9)
    /// How much an item matters: see `Priority`.
    package static let priority = FieldID(register: 10)
    /// The picture of an item: a reference to its bytes, empty for none.
    package static let photo = FieldID(register: 11)
    /// What an entity is: see `EntityKind`.
    package static let kind = FieldID(register: 12)
    /// Where a section, or a field of a form, stands: a key as in `Place`.
    package static let key = FieldID(register: 13)
    /// Marks in the history that an entity was purged; never written by an op.
    package static let purge = FieldID(register: 14)
    /// The words that an item is found by.
    package static let tags = FieldID(set: 1)

    /// Who may see a list, as far as its owner says so: see `Visibility` and `Sharing`.
    package static let visibility = FieldID(register: 16)
    /// Text of several lines about a list.
    package static let description = FieldID(register: 18)
    /// A checklist or a form: see `ListKind`.
    package static let listKind = FieldID(register: 19)
    /// How a list is shown when nothing else is asked for: see `DefaultView`.
    package static let defaultView = FieldID(register: 20)
    /// Whether items of a list may be put into the trash: see `DeletionPolicy`.
    package static let deletionPolicy = FieldID(register: 21)
    /// A member's address.
    package static let email = FieldID(register: 22)
    /// The sixteen bytes of a member's id, of which the entity's id is the first half.
    package static let member = FieldID(register: 23)
    /// What a field of a form takes: see `FormFieldType`.
    package static let type = FieldID(register: 24)
    /// Whether a record must have a value for a field of its form: a byte.
    package static let isRequired = FieldID(register: 25)
    /// What a field of a form may be, in order: counted texts.
    package static let choices = FieldID(register: 26)
    /// The form field that must be switched on for another one to count: an entity's id.
    package static let gate = FieldID(register: 27)
    /// The key that a record is known by, as it was typed.
    package static let recordKey = FieldID(register: 28)
    /// The record that an observation is of: an entity's id.
    package static let record = FieldID(register: 29)
    /// How an observation was made: see `ObservationMode`.
    package static let mode = FieldID(register: 30)
    /// The user action that took back the one whose group is the entity's id: that action's group.
    package static let undoneBy = FieldID(register: 31)

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
        self.init(field, withUnsafeBytes(of: entity.rawValue.littleEndian) { Array($0) })
    }

    /// Puts an element into a set.
    package static func insert(_ element: String, into field: FieldID) -> FieldWrite {
        FieldWrite(field, [SetChange.insert.rawValue] + element.utf8)
    }

    /// Takes an element out of a set.
    package static func remove(_ element: String, from field: FieldID) -> FieldWrite {
        FieldWrite(field, [SetChange.remove.rawValue] + element.utf8)
    }
}

/// The first byte of a write to a set, before the element.
///
/// Anything else inserts nothing and removes nothing.
package enum SetChange: UInt8, Sendable {
    case remove = 0
    case insert = 1
}
