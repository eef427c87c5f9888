/// `GET /v1/household`: the household as a whole.
package struct HouseholdQuery: ControlCall {
    package static let route = ControlRoute.household
    package typealias Reply = HouseholdReply

    /// Creates the query.
    package init() {}
}

/// The reply of `GET` and `PATCH /v1/household` and of `POST /v1/household/reform`.
package struct HouseholdReply: Codable, Sendable, Equatable {
    package var schemaVersion = PhlistControl.schemaVersion
    package var id: String
    package var name: String
    package var devices: [DeviceView]
    package var members: [String]
    /// Whether this device is in it no more: it knows so, or another device says so.
    package var isOut: Bool
    /// Who put it out, and when, in milliseconds since 1970; nil unless a device of the household has said so.
    package var removedBy: String?
    package var removedAt: Int64?
    /// What its people should know, one sentence each, with what to do.
    package var notices: [String]

    /// Creates the reply.
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

    /// Creates the request.
    package init(name: String) {
        self.name = name
    }
}

/// `POST /v1/household/leave`: this device goes on alone, with copies of its lists.
package struct LeaveHouseholdRequest: ControlCall {
    package static let route = ControlRoute.leaveHousehold
    package typealias Reply = LeaveHouseholdReply

    /// Creates the request.
    package init() {}
}

/// The reply of `POST /v1/household/leave`.
package struct LeaveHouseholdReply: Codable, Sendable, Equatable {
    package var schemaVersion = PhlistControl.schemaVersion
    /// The household that was left, and the one that this device has now.
    package var formerName: String
    package var name: String
    package var listCount: Int
    /// Devices that have heard of it, and those that were not reached: they still count this one in.
    package var told: [String]
    package var notTold: [String]

    /// Creates the reply.
    package init(formerName: String, name: String, listCount: Int, told: [String], notTold: [String]) {
        self.formerName = formerName
        self.name = name
        self.listCount = listCount
        self.told = told
        self.notTold = notTold
    }
}

/// `POST /v1/household/reform`: founds the household anew with this device in it, since nobody lets others in.
package struct ReformHouseholdRequest: ControlCall {
    package static let route = ControlRoute.reformHousehold
    package typealias Reply = HouseholdReply

    /// Whether to do so although there are admin devices: they are gone for good.
    package var isForced: Bool?

    /// Creates the request.
    package init(isForced: Bool? = nil) {
        self.isForced = isForced
    }
}
