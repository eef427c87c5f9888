/// A member of the household as a client sees it.
package struct MemberView: Codable, Sendable, Equatable {
    /// 32 letters from k to z, the same on every device.
    package var id: String
    package var name: String
    package var email: String?
    package var isRemoved: Bool
    /// Whether the caller acts as this member.
    package var isMe: Bool
    /// Whether the household lists the member for this device, which then receives the member's private lists.
    package var isListedHere: Bool
    /// Fields that two devices changed concurrently.
    package var conflicts: [ConflictView]

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
