/// What people do about who sees a list.
///
/// Lists and members are named by their names, or by the beginning of their ids.
package enum SharingCommand: Hashable, Sendable {
    /// Invites members to a list that only its participants see.
    case share(String, with: [String])
    /// Takes invitations back, accepted or not.
    case unshare(String, with: [String])
    /// Shows a list to the whole household, or to its participants alone.
    case show(String, toEverybody: Bool)
    /// Answers the caller's invitation to a list.
    case answer(String, isAccepted: Bool)
    /// The caller does not take part in a list any more, which the others keep.
    case leave(String)
}
