/// `GET /v1/household`: the household as a whole.
package struct HouseholdQuery: ControlCall {
    package static let route = ControlRoute.household
    package typealias Reply = HouseholdReply

    package init() {}
}

/// The reply to `GET` and `PATCH /v1/household` and to `POST /v1/household/reform`.
package struct HouseholdReply: Codable, Sendable, Equatable {
    package var schemaVersion = PhlistControl.schemaVersion
    package var id: String
    package var name: String
    package var devices: [DeviceView]
    package var members: [String]
    /// Whether this device is no longer in the household, by its own knowledge or by that of another device.
    package var isOut: Bool
    /// The member who removed it, else the device, and the time, in milliseconds since 1970; nil unless a device of the
    /// household says so.
    package var removedBy: String?
    package var removedAt: Int64?
    /// Notices for the people of the household, one sentence each, with advice.
    package var notices: [String]

    package init(
        id: String,
        name: String,
        devices: [DeviceView],
        members: [String],
        isOut: Bool = false,
        removedBy: String? = nil,
        removedAt: Int64? = nil,
        notices: [String] = []
    ) {
        self.id = id
        self.name = name
        self.devices = devices
        self.members = members
        self.isOut = isOut
        (self.removedBy, self.removedAt) = (removedBy, removedAt)
        self.notices = notices
    }
}

/// `PATCH /v1/household`: gives the household another name.
package struct RenameHouseholdRequest: ControlCall {
    package static let route = ControlRoute.renameHousehold
    package typealias Reply = HouseholdReply

    package var name: String

    package init(name: String) {
        self.name = name
    }
}

/// `POST /v1/household/leave`: this device leaves, with copies of its lists, into a household of its own.
package struct LeaveHouseholdRequest: ControlCall {
    package static let route = ControlRoute.leaveHousehold
    package typealias Reply = LeaveHouseholdReply

    package init() {}
}

/// The reply to `POST /v1/household/leave`.
package struct LeaveHouseholdReply: Codable, Sendable, Equatable {
    package var schemaVersion = PhlistControl.schemaVersion
    /// The name of the household that was left, and of the new one.
    package var formerName: String
    package var name: String
    package var listCount: Int
    /// Devices that were told, and those that were not and still list this one.
    package var told: [String]
    package var notTold: [String]

    package init(formerName: String, name: String, listCount: Int, told: [String], notTold: [String]) {
        self.formerName = formerName
        self.name = name
        self.listCount = listCount
        self.told = told
        self.notTold = notTold
    }
}

/// `POST /v1/household/reform`: founds the household anew with this device in it, because no admin device is left.
package struct ReformHouseholdRequest: ControlCall {
    package static let route = ControlRoute.reformHousehold
    package typealias Reply = HouseholdReply

    /// Whether to do so although there are admin devices, because they are gone for good.
    package var isForced: Bool?

    package init(isForced: Bool? = nil) {
        self.isForced = isForced
    }
}
