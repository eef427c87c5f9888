package import PhlistModel

/// The refusal of a command about a device.
package enum DeviceError: Error, Hashable, Sendable {
    /// The device is already used by these members, so it cannot join as somebody else's.
    case inUse([MemberID])
    case notFound(String)
    /// Only an admin device can do this.
    case notAdmin
    /// Only an admin device can rename or remove other people.
    case mayNotChange(MemberID)
    case tooMany
    case ambiguous(String, candidates: [DeviceID])
    case nameTaken(String)
    case tooManyMembers(Int)
    /// No admin device would be left.
    case lastAdmin
    /// A device cannot remove itself; it leaves.
    case removesItself
}
