import PhlistControl
import PhlistVocabulary

/// Checks titles before they are sent: a very long one does not fit into a request.
enum Title {
    static func check(_ title: String) throws {
        _ = try ControlError.checked(title, as: .title)
    }

    /// Returns the title of a list or a section as it is meant: typed as in `LIST/SECTION`, where a slash that belongs
    /// to a name is written `\/`.
    static func ofPlace(_ typed: String) throws -> String {
        let title = typed.withoutEscapes
        try check(title)
        return title
    }
}
