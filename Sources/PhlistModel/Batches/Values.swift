/// The life of an entity: visible, in the trash, or purged.
package enum Life: UInt8, Sendable {
    case dead = 0
    case alive = 1
    /// A list that was permanently removed; means `dead` if its author did not know everything in it.
    case purged = 2

    /// Whether the value puts an entity into the trash.
    var isDead: Bool { self != .alive }
}

/// The progress of an item or a list.
package enum WorkState: UInt8, Sendable {
    case open = 0
    case done = 1
    case cancelled = 2
}

/// The importance of an item.
package enum Priority: UInt8, Comparable, Sendable {
    case none = 0
    case low = 1
    case medium = 2
    case high = 3

    package static func < (left: Priority, right: Priority) -> Bool {
        left.rawValue < right.rawValue
    }
}

/// The kind of an entity; `item` if none is set.
package enum EntityKind: UInt8, Sendable {
    case item = 0
    case section = 1
    case formField = 2
    case record = 3
    case observation = 4
    case member = 5
}

/// The kind of a list.
package enum ListKind: UInt8, Sendable {
    case checklist = 0
    case form = 1
}

/// Whether everybody in the household may see a list.
package enum Visibility: UInt8, Sendable {
    /// Shows the list to everybody.
    case household = 0
    /// Takes that back: only participants see the list.
    case participants = 1
}

/// Whether items of a list may be put into the trash.
package enum DeletionPolicy: UInt8, Sendable {
    case allowed = 0
    /// Items can be cancelled instead; then everybody sees that they were there.
    case cancelOnly = 1
}

/// The type of a form's field.
package enum FormFieldType: UInt8, Sendable {
    case text = 0
    case alphanumeric = 1
    case date = 2
    case choice = 3
    /// On or off; other fields count only while it is on.
    case toggle = 4
}

/// The way in which an observation was made.
package enum ObservationMode: UInt8, Sendable {
    case automatic = 0
    case manual = 1
}

/// A day, optionally with a time, in the reader's local time: never an instant.
///
/// ```
/// due = year u16 big-endian | month u8 | day u8 | (hour u8 | minute u8)?
/// ```
package struct DueDate: Hashable, Comparable, Sendable {
    package var year: Int
    package var month: Int
    package var day: Int
    /// Minutes since midnight; nil for the whole day.
    package var minute: Int?

    /// Creates a date; nil for a day or a time that does not exist.
    package init?(year: Int, month: Int, day: Int, minute: Int? = nil) {
        guard (1...9999).contains(year), (1...12).contains(month) else { return nil }
        guard (1...Self.days(in: month, of: year)).contains(day), (0..<1440).contains(minute ?? 0) else { return nil }
        (self.year, self.month, self.day, self.minute) = (year, month, day, minute)
    }

    /// Reads a date; nil for any other bytes, including the empty value, which means "not due".
    package init?(decoding bytes: some RandomAccessCollection<UInt8>) {
        let fields = Array(bytes)
        guard fields.count == 4 || fields.count == 6 && fields[5] < 60 else { return nil }
        let minute = fields.count == 6 ? Int(fields[4]) * 60 + Int(fields[5]) : nil
        let year = Int(fields[0]) << 8 | Int(fields[1])
        self.init(year: year, month: Int(fields[2]), day: Int(fields[3]), minute: minute)
    }

    package var encoded: [UInt8] {
        let date = [UInt8(year >> 8), UInt8(year & 0xFF), UInt8(month), UInt8(day)]
        return date + (minute.map { [UInt8($0 / 60), UInt8($0 % 60)] } ?? [])
    }

    /// Orders by deadline: a date without a time is due at the end of the day.
    package static func < (left: DueDate, right: DueDate) -> Bool {
        let ends = [left, right].map { $0.minute ?? 24 * 60 }
        return (left.year, left.month, left.day, ends[0]) < (right.year, right.month, right.day, ends[1])
    }

    private static func days(in month: Int, of year: Int) -> Int {
        switch month {
        case 2: year % 4 == 0 && (year % 100 != 0 || year % 400 == 0) ? 29 : 28
        case 4, 6, 9, 11: 30
        default: 31
        }
    }
}
