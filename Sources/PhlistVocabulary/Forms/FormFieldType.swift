/// The type of a form's field.
package enum FormFieldType: UInt8, NamedValue {
    /// Any text of one line.
    case text = 0
    /// Letters and digits.
    case alphanumeric = 1
    /// A day, written `YYYY/MM/DD`.
    case date = 2
    /// One of the field's choices.
    case choice = 3
    /// On or off; other fields count only while it is on.
    case toggle = 4

    package var name: String {
        switch self {
        case .text: "text"
        case .alphanumeric: "alphanumeric"
        case .date: "date"
        case .choice: "choice"
        case .toggle: "toggle"
        }
    }
}
