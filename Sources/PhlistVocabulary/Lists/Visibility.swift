/// Whether everybody in the household may see a list.
package enum Visibility: UInt8, NamedValue {
    /// Shows the list to everybody.
    case household = 0
    /// Takes that back: only participants see the list.
    case participants = 1

    package var name: String {
        switch self {
        case .household: "household"
        case .participants: "participants"
        }
    }
}
