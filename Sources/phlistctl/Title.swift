import PhlistControl
import PhlistVocabulary

/// Checks titles before they are sent: a very long one does not fit into a request.
enum Title {
    static func check(_ title: String) throws {
        _ = try ControlError.checked(title, as: .title)
    }
}
