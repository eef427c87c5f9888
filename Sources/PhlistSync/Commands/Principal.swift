/// Who commands, as the operating system vouches for.
package struct Principal: Hashable, Sendable {
    package var uid: UInt32
    /// The login name; it names the member when the caller becomes one.
    package var name: String
    /// Whether it is the daemon's own user or root, who see everything.
    package var isOwner: Bool
    /// The name of the member that the caller wants to act as; nil for his own.
    package var actsAs: String?

    /// Creates a caller.
    package init(uid: UInt32, name: String, isOwner: Bool, actsAs: String? = nil) {
        self.uid = uid
        self.name = name
        self.isOwner = isOwner
        self.actsAs = actsAs
    }
}
