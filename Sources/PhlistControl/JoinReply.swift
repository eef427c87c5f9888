/// The reply of `POST /v1/pairing/join`.
package struct JoinReply: Codable, Sendable, Equatable {
    package var schemaVersion = PhlistControl.schemaVersion
    package var householdName: String
    package var deviceCount: Int
    /// The device that let us in.
    package var viaName: String
    package var viaID: String
    /// The names of those whom this device is for; nobody for the house.
    package var members: [String]
    /// Titles of the lists that this device had before, by who may see their copies.
    package var sharedLists: [String]
    package var privateLists: [String]
    /// Titles of the lists that stay shared with single people.
    package var listsWithOthers: [String]
    /// Private lists of people who have not come along: they stay with the household that this device has left.
    package var listsLeftBehind: [String]

    /// Creates the reply.
    package init(
        householdName: String,
        deviceCount: Int,
        viaName: String,
        viaID: String,
        members: [String],
        sharedLists: [String],
        privateLists: [String],
        listsWithOthers: [String] = [],
        listsLeftBehind: [String]
    ) {
        self.householdName = householdName
        self.deviceCount = deviceCount
        self.viaName = viaName
        self.viaID = viaID
        self.members = members
        self.sharedLists = sharedLists
        self.privateLists = privateLists
        self.listsWithOthers = listsWithOthers
        self.listsLeftBehind = listsLeftBehind
    }
}
