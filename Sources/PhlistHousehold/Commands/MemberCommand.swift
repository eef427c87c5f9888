/// Commands about the members of the household.
///
/// A member is named by name or by the beginning of the id.
package enum MemberCommand: Hashable, Sendable {
    /// Makes a member; the e-mail address may be empty.
    case add(name: String, email: String)
    case change(String, MemberChange)
    /// The caller's login acts as this member from now on; nil for nobody.
    case act(as: String?)
}

/// Changes to a member; nil leaves a field as it is.
package struct MemberChange: Hashable, Sendable {
    package var name: String?
    /// Empty to clear it.
    package var email: String?
    package var isRemoved: Bool?

    package init(name: String? = nil, email: String? = nil, isRemoved: Bool? = nil) {
        self.name = name
        self.email = email
        self.isRemoved = isRemoved
    }
}
