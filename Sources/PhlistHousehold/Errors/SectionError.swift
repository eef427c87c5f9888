package import PhlistModel

/// The refusal of a command about a section.
package enum SectionError: Error, Hashable, Sendable {
    case notFound(String, in: ScopeID)
    case ambiguous(String, candidates: [EntityReference])
    /// A list was named where a section is required.
    case missing(String)
    case exists(String, in: ScopeID)
    case namedTwice(String)
}
