package import PhlistVocabulary

/// A device of the household as a client sees it.
package struct DeviceView: Codable, Sendable, Equatable {
    /// The device id in base32, in groups of four letters.
    package var id: String
    package var name: String
    package var role: DeviceRole
    /// Names of the members who may use it; it receives their private lists.
    package var members: [String]
    /// Whether it is the device that answers.
    package var isThis: Bool
    /// Whether it joined after the answering device, or was shared with people of that one since, and the owner has
    /// not asked for `GET /v1/devices` there.
    package var isNew: Bool
    /// The people of the answering device who may use it too, by a change that its owner has not seen yet; nil when
    /// there are none.
    package var newFor: [String]?
    /// When it was admitted, in milliseconds since 1970, and the name of the device that admitted it.
    package var addedAt: Int64?
    package var addedBy: String?

    package init(
        id: String,
        name: String,
        role: DeviceRole = .member,
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
