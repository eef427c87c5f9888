import PhlistModel

/// The refusal to settle a conflict.
package enum ConflictError: Error, Hashable, Sendable {
    case notFound(String)
    case ambiguous(String, candidates: [EntityReference])
    case fieldNotFound(String, conflicting: [String])
    case noSuchCompetitor(Int, count: Int)
    /// Only one of the competing values can settle the field.
    case valueNotCompeting(String, field: String)
}
