import PhlistHousehold
import PhlistModel
package import PhlistSync

/// News about the membership of devices.
package struct HouseholdNews {
    /// Whether this device is no longer in a household with others.
    let isOut: Bool
    /// The devices that say so.
    let removalClaims: Set<DeviceID>
    /// The devices that were admitted and that nobody here has seen.
    let unseenDevices: Set<DeviceID>
    /// The users of this device as whom another one can act, and the act that nobody here has seen.
    let unseenPeople: [DeviceID: [(member: MemberID, act: Act)]]

    /// Whether another machine runs with this device's key.
    let isCopied: Bool

    package init(of replica: borrowing Replica) {
        let devices = replica.library.household?.roster.sorted.map(\.id) ?? []
        isOut = replica.isOut
        isCopied = !replica.twins.isEmpty
        removalClaims = replica.removalClaims
        unseenDevices = Set(devices.filter { replica.isUnseen($0) })
        unseenPeople = Dictionary(uniqueKeysWithValues: devices.map { ($0, replica.unseenPeople(of: $0)) })
    }
}
