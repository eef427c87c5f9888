/// The rights of a device in the household.
package enum DeviceRole: UInt8, NamedValue {
    /// May admit and remove devices, and change their details.
    case admin = 1
    case member = 0

    package var name: String {
        switch self {
        case .member: "member"
        case .admin: "admin"
        }
    }
}
