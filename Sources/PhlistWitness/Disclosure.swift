package import struct PhlistModel.MemberID
package import struct PhlistModel.ScopeID

/// Information that a message reveals about one household or list.
package enum Disclosure: Hashable, Sendable {
    /// Batches, vectors, acknowledgements, digests: the existence and contents of the scope.
    case contents(ScopeID)
    /// A photo that is or was in some lists, one of which its receiver must be entitled to.
    case photo(Set<ScopeID>)
    /// Only the receiver's own writing.
    case ownWriting(ScopeID)
    /// An invitation, with the title of the list.
    case invitation(ScopeID, StatementName, to: MemberID)
    /// The fact that the receiver has no part in a list.
    case ending(ScopeID)
    /// The fact that the receiver was removed from a household.
    case removal(ScopeID)

    /// The scopes of which any one suffices.
    package var scopes: [ScopeID] {
        switch self {
        case .contents(let scope), .ownWriting(let scope), .invitation(let scope, _, _), .ending(let scope),
            .removal(let scope):
            [scope]
        case .photo(let scopes): scopes.sorted()
        }
    }
}
