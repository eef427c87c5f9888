package import struct PhlistModel.MemberID
package import struct PhlistModel.ScopeID

/// What a message tells its receiver of one household or list.
package enum Disclosure: Hashable, Sendable {
    /// Batches, vectors, acknowledgements, digests: that the scope is there, and what is in it.
    case contents(ScopeID)
    /// A photo that is, or was, in some lists: its receiver has to be entitled to one of them.
    case photo(Set<ScopeID>)
    /// Nothing but what the receiver wrote itself.
    case ownWriting(ScopeID)
    /// An invitation, with the title of the list.
    case invitation(ScopeID, StatementName, to: MemberID)
    /// That the receiver has no part in a list.
    case ending(ScopeID)
    /// That the receiver was removed from a household.
    case removal(ScopeID)

    /// The scopes of which one is told of.
    package var scopes: [ScopeID] {
        switch self {
        case .contents(let scope), .ownWriting(let scope), .invitation(let scope, _, _), .ending(let scope),
            .removal(let scope):
            [scope]
        case .photo(let scopes): scopes.sorted()
        }
    }
}
