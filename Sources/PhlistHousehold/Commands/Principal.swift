package import PhlistModel

/// The caller of a command: a login, as identified by the operating system, or a phone, as identified by its cookie.
package struct Principal: Hashable, Sendable {
    /// The number under which the caller's own choices are kept.
    package var uid: UInt32
    /// The login name, which names the member if the caller becomes one.
    package var name: String
    /// Whether it is the daemon's own user or root, who see everything.
    package var isOwner: Bool
    /// The name of the member that the caller wants to act as; nil for the caller's own.
    package var actsAs: String?
    /// The only member that a phone can act as; nil for a login.
    package let phoneOf: MemberID?

    package init(uid: UInt32, name: String, isOwner: Bool, actsAs: String? = nil) {
        self.uid = uid
        self.name = name
        self.isOwner = isOwner
        self.actsAs = actsAs
        phoneOf = nil
    }

    /// Creates the caller on a phone of a member.
    package init(phone: UInt32, name: String, of member: MemberID, actsAs: String? = nil) {
        uid = phone
        self.name = name
        isOwner = false
        self.actsAs = actsAs
        phoneOf = member
    }
}
