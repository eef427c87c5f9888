/// The reply to `POST /v1/pairing/join`.
package struct JoinReply: Codable, Sendable, Equatable {
    package var schemaVersion = PhlistControl.schemaVersion
    package var householdName: String
    package var deviceCount: Int
    /// The device that admitted this one.
    package var viaName: String
    package var viaID: String
    /// The names of the people this device is for; empty for the house.
    package var members: [String]
    /// Titles of the lists that this device had before, by who may see the copies.
    package var sharedLists: [String]
    package var privateLists: [String]
    /// Titles of the lists that stay shared with some members only.
    package var listsWithOthers: [String]
    /// Private lists of people who did not join with this device: they stay with the household that it left.
    package var listsLeftBehind: [String]
    /// The number of further lists left behind, which are not named; nil for none.
    package var hiddenListsLeftBehind: Int?

    package init(
        householdName: String,
        deviceCount: Int,
        viaName: String,
        viaID: String,
        members: [String],
        sharedLists: [String],
        privateLists: [String],
        listsWithOthers: [String] = [],
        listsLeftBehind: [String],
        hiddenListsLeftBehind: Int? = nil
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
        self.hiddenListsLeftBehind = hiddenListsLeftBehind
    }
}
