/// The kind of a list.
package enum ListKind: UInt8, NamedValue {
    case checklist = 0
    case form = 1

    package var name: String {
        switch self {
        case .checklist: "checklist"
        case .form: "form"
        }
    }
}
