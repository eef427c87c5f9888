/// Whether items of a list may be put into the trash.
package enum DeletionPolicy: UInt8, NamedValue {
    case allowed = 0
    /// Items can be cancelled instead; then everybody sees that they were there.
    case cancelOnly = 1

    package var name: String {
        switch self {
        case .allowed: "allowed"
        case .cancelOnly: "cancel-only"
        }
    }
}
