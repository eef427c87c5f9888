/// The caller of a command, as identified by the operating system.
package struct Principal: Hashable, Sendable {
    package var uid: UInt32
    /// The login name, which names the member if the caller becomes one.
    package var name: String
    /// Whether it is the daemon's own user or root, who see everything.
    package var isOwner: Bool
    /// The name of the member that the caller wants to act as; nil for the caller's own.
    package var actsAs: String?

    package init(uid: UInt32, name: String, isOwner: Bool, actsAs: String? = nil) {
        self.uid = uid
        self.name = name
        self.isOwner = isOwner
        self.actsAs = actsAs
    }
}
