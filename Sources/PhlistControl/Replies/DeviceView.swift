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
    /// Whether the owner of the answering device has not listed the devices since this one was added, or was shared
    /// with a member of the answering device.
    package var isNew: Bool
    /// The members of the answering device who were given this one since the owner last listed the devices; nil if
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
