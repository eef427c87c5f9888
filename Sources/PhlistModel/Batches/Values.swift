package import PhlistVocabulary

/// The life of an entity: visible, in the trash, or purged.
package enum Life: UInt8, Sendable {
    case dead = 0
    case alive = 1
    /// A list that was permanently removed; means `dead` if its author did not know everything in it.
    case purged = 2
    /// The same as `alive`, by somebody who opened an item again: it outlives a concurrent removal, as after an edit,
    /// though nothing else of it has changed.
    case reopened = 3

    /// Whether the value keeps an entity out of the trash.
    package var isAlive: Bool { self == .alive || self == .reopened }
    /// Whether the value puts an entity into the trash.
    var isDead: Bool { !isAlive }
}

extension [UInt8] {
    /// Whether the bytes are a value of `life` that keeps an entity out of the trash.
    package var isAlive: Bool { count == 1 && Life(rawValue: self[0])?.isAlive == true }
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

/// The stored form of a due date.
///
/// ```
/// due = year u16 big-endian | month u8 | day u8 | (hour u8 | minute u8)?
/// ```
extension CivilDate {
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
}
