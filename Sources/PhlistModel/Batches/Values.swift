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
    /// Alive as a copy that a command made, in which nobody has typed anything: it gives way to a concurrent removal.
    case made = 4
    /// Dead because what made the entity was taken back: it gives way to a concurrent making.
    case unmade = 5

    /// Whether the value keeps an entity out of the trash.
    package var isAlive: Bool {
        switch self {
        case .alive, .reopened, .made: true
        case .dead, .purged, .unmade: false
        }
    }

    /// Whether the value puts an entity into the trash.
    package var isDead: Bool { !isAlive }

    /// Whether the value makes an entity or restores it; opening it again does not.
    package var isArrival: Bool { self == .alive || self == .made }

    /// Returns the precedence among concurrent values of one entity, of which the greatest counts; see docs/model.md.
    ///
    /// - Parameter deadWins: Whether a removal wins over an edit, as for a whole list.
    /// - Returns: The precedence.
    func precedence(deadWins: Bool) -> Int {
        if deadWins { return isDead ? 1 : 0 }
        return switch self {
        case .unmade: 0
        case .made: 1
        case .dead, .purged: 2
        case .alive, .reopened: 3
        }
    }
}

extension Collection<UInt8> {
    /// The bytes as a value of `life`; nil for one of a later version.
    package var life: Life? { count == 1 ? first.flatMap(Life.init) : nil }
    /// Whether the bytes are a value of `life` that keeps an entity out of the trash.
    package var isAlive: Bool { life?.isAlive == true }
    /// Whether the bytes are a value of `life` that puts an entity into the trash.
    package var isDead: Bool { life?.isDead == true }
    /// Whether the bytes are a value of `life` that makes an entity or restores it.
    package var isArrival: Bool { life?.isArrival == true }
}

extension Sequence<Life> {
    /// The one that counts of concurrent values of an item; nil if there is none.
    package var shown: Life? {
        self.max { $0.precedence(deadWins: false) < $1.precedence(deadWins: false) }
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
