/// What people do to the members of the household.
///
/// A member is named by his name, or by the beginning of his id.
package enum MemberCommand: Hashable, Sendable {
    /// Makes a member; an empty e-mail is none.
    case add(name: String, email: String)
    case change(String, MemberChange)
    /// The caller's login acts as this member from now on, and stays so; nil for nobody.
    case act(as: String?)
}

/// What to change of a member; nil leaves as it is.
package struct MemberChange: Hashable, Sendable {
    package var name: String?
    /// Empty for none.
    package var email: String?
    package var isRemoved: Bool?

    /// Creates a change.
    package init(name: String? = nil, email: String? = nil, isRemoved: Bool? = nil) {
        self.name = name
        self.email = email
        self.isRemoved = isRemoved
    }
}
