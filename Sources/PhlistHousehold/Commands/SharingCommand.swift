/// Commands about who sees a list.
///
/// Lists and members are named by their names, or by the beginning of their ids.
package enum SharingCommand: Hashable, Sendable {
    /// Invites members to a list that only its participants see.
    case share(String, with: [String])
    /// Revokes invitations, accepted or not.
    case unshare(String, with: [String])
    /// Shows a list to the whole household, or only to its participants.
    case show(String, toEverybody: Bool)
    /// Answers the caller's invitation to a list.
    case answer(String, isAccepted: Bool)
    /// Ends the caller's part in a list, which the others keep.
    case leave(String)
}
