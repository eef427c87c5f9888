import PhlistControl
import PhlistVocabulary

/// The lines of items in files.
extension ItemTextField {
    /// The name in files that people write: as the option of `phlistctl add`.
    var shortName: String {
        switch field {
        case .quantity: "qty"
        case .reminder: "remind"
        default: field.rawValue
        }
    }

    /// The property of a VTODO.
    var property: String { calendarProperty ?? "X-PHLIST-\(field.rawValue.uppercased())" }

    func value(of item: PortableItem) -> String { item.record[keyPath: inRecord] }

    static func line(shortName: String) -> ItemTextField? { lines.first { $0.shortName == shortName } }

    static func line(property: String) -> ItemTextField? { lines.first { $0.property == property } }
}
