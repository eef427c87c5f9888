/// `GET /v1/devices`: the devices of the household; whoever manages them has seen the new ones then.
package struct DevicesQuery: ControlCall {
    package static let route = ControlRoute.devices
    package typealias Reply = DevicesReply

    /// Creates the query.
    package init() {}
}

/// The reply of `GET /v1/devices`.
package struct DevicesReply: Codable, Sendable, Equatable {
    package var schemaVersion = PhlistControl.schemaVersion
    package var devices: [DeviceView]

    /// Creates the reply.
    package init(devices: [DeviceView]) {
        self.devices = devices
    }
}

/// `PATCH /v1/devices`: changes a device; what is nil stays as it is.
package struct ChangeDeviceRequest: ControlCall {
    package static let route = ControlRoute.changeDevice
    package typealias Reply = DeviceReply

    /// A name, or the beginning of an id.
    package var device: String
    package var name: String?
    package var role: DeviceView.Role?
    /// Members who may use it from here on, besides those who may already.
    package var addMembers: [String]?

    /// Creates the request.
    package init(device: String, name: String? = nil, role: DeviceView.Role? = nil, addMembers: [String]? = nil) {
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

/// `DELETE /v1/devices`: puts a device out of the household for ever.
package struct RemoveDeviceRequest: ControlCall {
    package static let route = ControlRoute.removeDevice
    package typealias Reply = DeviceReply

    /// A name, or the beginning of an id.
    package var device: String

    /// Creates the request.
    package init(device: String) {
        self.device = device
    }
}

/// The reply of `PATCH` and `DELETE /v1/devices`.
package struct DeviceReply: Codable, Sendable, Equatable {
    package var schemaVersion = PhlistControl.schemaVersion
    /// As it is now; one that was removed as it was.
    package var device: DeviceView
    /// False when it already was as asked.
    package var isChanged: Bool

    /// Creates the reply.
    package init(device: DeviceView, isChanged: Bool) {
        self.device = device
        self.isChanged = isChanged
    }
}
