/// A member of the household as a client sees him.
package struct MemberView: Codable, Sendable, Equatable {
    /// 32 letters from k to z, the same on every device.
    package var id: String
    package var name: String
    package var email: String?
    package var isRemoved: Bool
    /// Whether the caller acts as him.
    package var isMe: Bool
    /// Whether the household lists him for this device: only then do lists that only he sees reach it.
    package var isListedHere: Bool
    /// Fields that were changed on two devices without one knowing of the other.
    package var conflicts: [ConflictView]

    /// Creates a view of a member.
    package init(
        id: String,
        name: String,
        email: String? = nil,
        isRemoved: Bool = false,
        isMe: Bool = false,
        isListedHere: Bool = true,
        conflicts: [ConflictView] = []
    ) {
        self.id = id
        self.name = name
        self.email = email
        self.isRemoved = isRemoved
        self.isMe = isMe
        self.isListedHere = isListedHere
        self.conflicts = conflicts
    }
}
