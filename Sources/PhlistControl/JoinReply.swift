/// The reply of `POST /v1/pairing/join`.
package struct JoinReply: Codable, Sendable, Equatable {
    package var schemaVersion = PhlistControl.schemaVersion
    package var householdName: String
    package var deviceCount: Int
    /// The device that let us in.
    package var viaName: String
    package var viaID: String
    /// Titles of this device's own earlier lists, by who may see them now.
    package var sharedLists: [String]
    package var privateLists: [String]

    /// Creates the reply.
    package init(
        householdName: String,
        deviceCount: Int,
        viaName: String,
        viaID: String,
        sharedLists: [String],
        privateLists: [String]
    ) {
        self.householdName = householdName
        self.deviceCount = deviceCount
        self.viaName = viaName
        self.viaID = viaID
        self.sharedLists = sharedLists
        self.privateLists = privateLists
    }
}
