package import PhlistModel

/// The refusal of a command about who sees a list, or of a caller who does not see it.
package enum SharingError: Error, Hashable, Sendable {
    /// A device of the owner reports that this device no longer has access.
    case ended(ScopeID)
    /// The list is not shared with the acting member.
    case notParticipant(ScopeID)
    /// Others would not count another sharing word of this device in the list.
    case tooManyChanges(ScopeID)
    /// More members than one action may name in sharing words.
    case tooManyWords(Int)
    /// Only the owner of a list decides who sees it and whether its items may be removed; only the owner can trash or
    /// restore it, unless everyone can.
    case notOwner(ScopeID, owner: MemberID?)
    /// Only the owner of a list permanently removes it, even if everybody may trash it.
    case purgesOthersList(ScopeID, owner: MemberID?)
    /// The owner has the list anyway.
    case sharedWithOwner(MemberID)
    /// In a list that everybody sees, there is nobody to invite and nothing to leave.
    case seenByEverybody(ScopeID)
    case leavesOwnList(ScopeID)
    case invitationNotFound(String)
    /// A device of the owner reports that the list, which the caller once saw, is no longer shared with them.
    case withdrawn(ScopeID)
    /// The caller declined or left the list on another device of theirs, and that has not come here.
    case leftElsewhere(ScopeID, title: String)
    case ambiguousInvitation(String, candidates: [ScopeID])
}
