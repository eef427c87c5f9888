/// A device of the household as a client sees it.
package struct DeviceView: Codable, Sendable, Equatable {
    /// The device id in base32, in groups of four letters.
    package var id: String
    package var name: String
    package var role: Role
    /// The names of the members who may use it: their private lists reach it.
    package var members: [String]
    /// Whether it is the device that answers.
    package var isThis: Bool
    /// Whether it joined later than the device that answers, or people of that one may use it since then, and nobody
    /// has looked at `GET /v1/devices` there.
    package var isNew: Bool
    /// The people of the device that answers who may use it too, where nobody has looked there since somebody said so;
    /// nil when there are none.
    package var newFor: [String]?
    /// When it was let in, in milliseconds since 1970, and the name of the device that did it.
    package var addedAt: Int64?
    package var addedBy: String?

    /// What a device may do.
    package enum Role: String, Codable, Sendable, CaseIterable {
        /// It lets devices in and out, and says what they are.
        case admin
        case member
    }

    /// Creates a view of a device.
    package init(
        id: String,
        name: String,
        role: Role = .member,
        members: [String] = [],
        isThis: Bool = false,
        isNew: Bool = false,
        newFor: [String]? = nil,
        addedAt: Int64? = nil,
        addedBy: String? = nil
    ) {
        self.id = id
        self.name = name
        self.role = role
        self.members = members
        self.isThis = isThis
        self.isNew = isNew
        self.newFor = newFor
        self.addedAt = addedAt
        self.addedBy = addedBy
    }
}
