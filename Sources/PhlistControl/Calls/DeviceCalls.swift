package import PhlistVocabulary

/// `GET /v1/devices`: the devices of the household; a request by the owner marks the new ones as seen.
package struct DevicesQuery: ControlCall {
    package static let route = ControlRoute.devices
    package typealias Reply = DevicesReply

    package init() {}
}

/// The reply to `GET /v1/devices`.
package struct DevicesReply: Codable, Sendable, Equatable {
    package var schemaVersion = PhlistControl.schemaVersion
    package var devices: [DeviceView]

    package init(devices: [DeviceView]) {
        self.devices = devices
    }
}

/// `PATCH /v1/devices`: changes a device; nil leaves a field unchanged.
package struct ChangeDeviceRequest: ControlCall {
    package static let route = ControlRoute.changeDevice
    package typealias Reply = DeviceReply

    /// A name or an id prefix.
    package var device: String
    package var name: String?
    package var role: DeviceRole?
    /// Members to add to those who may use it.
    package var addMembers: [String]?

    package init(device: String, name: String? = nil, role: DeviceRole? = nil, addMembers: [String]? = nil) {
        self.device = device
        self.name = name
        self.role = role
        self.addMembers = addMembers
    }

    package func check() throws(ControlError) {
        let count = [name != nil, role != nil, addMembers != nil].count { $0 }
        guard count == 1 else {
            throw ControlError(.invalid, "one of \"name\", \"role\", \"addMembers\" is needed, and only one")
        }
    }
}

/// `DELETE /v1/devices`: permanently removes a device from the household.
package struct RemoveDeviceRequest: ControlCall {
    package static let route = ControlRoute.removeDevice
    package typealias Reply = DeviceReply

    /// A name or an id prefix.
    package var device: String

    package init(device: String) {
        self.device = device
    }
}

/// The reply to `PATCH` and `DELETE /v1/devices`.
package struct DeviceReply: Codable, Sendable, Equatable {
    package var schemaVersion = PhlistControl.schemaVersion
    /// The device after the change; a removed one as it was before.
    package var device: DeviceView
    /// False when nothing had to be changed.
    package var isChanged: Bool
    /// After a removal, people of the device who have no other one and stay members; nil for none.
    package var membersWithoutDevice: [String]?
    /// After a removal, true if the name leads to another device, or to several; nil if it leads to this one.
    package var isNamesake: Bool?
    /// The name of the only admin device that is left, when there are other devices; nil otherwise.
    package var onlyAdmin: String?

    package init(device: DeviceView, isChanged: Bool) {
        self.device = device
        self.isChanged = isChanged
    }
}
