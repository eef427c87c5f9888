/// A field of an entity: a number, and in the low three bits how concurrent values merge.
///
/// The merge class travels with the id so that an older daemon merges fields that it does not know.
package struct FieldID: Hashable, Comparable, Sendable {
    package let rawValue: UInt64

    /// Wraps an id as it was stored.
    package init(rawValue: UInt64) {
        self.rawValue = rawValue
    }

    private init(register number: UInt64) {
        rawValue = number << 3
    }

    /// Whether this version knows how concurrent values of the field merge.
    package var isRegister: Bool {
        rawValue & 7 == 0
    }

    /// The order of the ids.
    package static func < (left: FieldID, right: FieldID) -> Bool {
        left.rawValue < right.rawValue
    }

    // Numbers up to 15 take one byte; they are for what is written most.

    /// Alive or dead: see `Life`.
    package static let life = FieldID(register: 1)
    /// The title of a list or an item, the name of a household or a member.
    package static let title = FieldID(register: 2)
    /// Where an item stands: see `Place`.
    package static let place = FieldID(register: 3)
    /// Open, done or cancelled: see `WorkState`.
    package static let state = FieldID(register: 4)
    /// Who may see a list: see `Visibility`.
    package static let visibility = FieldID(register: 16)
    /// The secret by which members of a household recognise each other's announcements.
    package static let discoveryKey = FieldID(register: 17)
}

/// Whether an entity is there or in the trash.
package enum Life: UInt8, Sendable {
    case dead = 0
    case alive = 1
}

/// Whether an item is still to do.
package enum WorkState: UInt8, Sendable {
    case open = 0
    case done = 1
    case cancelled = 2
}

/// Who may see a list.
package enum Visibility: UInt8, Sendable {
    case household = 0
    case participants = 1
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
}
