/// The refusal of a command about a saved filter.
package enum FilterError: Error, Hashable, Sendable {
    case notFound(String)
    case exists(String)
    /// Another filter has the new name.
    case nameTaken(String)
    /// The person has as many as fit.
    case tooMany
}
