package import PhlistModel

/// The lists that are shown to somebody, also in the trash, and those to which somebody is invited.
///
/// A list that is no longer shared with them stays on their device, but is not among those.
package struct VisibleLists: Hashable, Sendable {
    package var lists: Set<ScopeID>
    package var invitations: Set<ScopeID>

    package init(lists: Set<ScopeID> = [], invitations: Set<ScopeID> = []) {
        (self.lists, self.invitations) = (lists, invitations)
    }

    /// Whether a list is no longer seen, or an invitation came or went.
    ///
    /// A new list has an event of its own.
    package func hasLost(since former: VisibleLists) -> Bool {
        !former.lists.isSubset(of: lists) || invitations != former.invitations
    }
}

extension Library {
    /// Whether a list is here that a caller may see.
    package func isVisible(_ scope: ScopeID, to caller: Principal) -> Bool {
        list(scope).map { isVisible($0, to: caller) } ?? false
    }

    package func visibleLists(for caller: Principal) -> VisibleLists {
        VisibleLists(
            lists: Set(listsWithTrash(for: caller).map(\.scope).filter { !isSaidToHaveEnded($0) }),
            invitations: Set(offers(for: caller).map(\.invitation.list))
        )
    }
}
