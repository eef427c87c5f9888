/// The importance of an item.
package enum Priority: UInt8, NamedValue, Comparable {
    case none = 0
    case low = 1
    case medium = 2
    case high = 3

    package var name: String {
        switch self {
        case .none: "none"
        case .low: "low"
        case .medium: "medium"
        case .high: "high"
        }
    }

    package static func < (left: Priority, right: Priority) -> Bool {
        left.rawValue < right.rawValue
    }
}
