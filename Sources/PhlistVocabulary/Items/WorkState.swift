/// The progress of an item or a list.
package enum WorkState: UInt8, NamedValue {
    case open = 0
    case done = 1
    case cancelled = 2

    package var name: String {
        switch self {
        case .open: "open"
        case .done: "done"
        case .cancelled: "cancelled"
        }
    }
}
