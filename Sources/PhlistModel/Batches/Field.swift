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

    init(register number: UInt64) {
        rawValue = number << 3
    }

    init(set number: UInt64) {
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
