package import PhlistModel

/// The refusal of a command about a list.
package enum ListError: Error, Hashable, Sendable {
    case notFound(String)
    case ambiguous(String, candidates: [ScopeID])
    /// These items can only be cancelled.
    case cancelOnly([EntityReference])
    /// The owner cannot purge items of a list where they can only be cancelled, or merge it away.
    case itemsAreKept(ScopeID)
    /// A form was named where a list of items is required.
    case notChecklist(ScopeID)
    case mergedWithItself(ScopeID)
    case notInTrash(ScopeID)
    /// The list that the caller chose for a bare `add` is in the trash, or no longer shared; nil if the caller may not
    /// see it.
    case defaultGone(ScopeID?)
    /// Other devices would not accept another list.
    case tooMany
}
