package import PhlistModel

/// The refusal of a change of who is in the household.
package enum HouseholdError: Error, Hashable, Sendable {
    /// The household has other devices: leave it first.
    case hasOtherDevices(Int)
    /// A backup can only be restored where there are no lists.
    case listsInTheWay(Int)
    case alreadyIn
    /// A new device wants to join as these members, and nobody has confirmed it.
    case unconfirmedMembers([MemberID])
    /// The device was removed from this household: its key is never admitted again.
    case keyWasRemoved
    /// The admitting device was removed from the household, as this one knows from a backup.
    case hostWasRemoved(String)
    /// This device learned that it was removed from its household: its changes would reach nobody.
    case deviceRemoved
    /// The household has not admitted this device yet, or has removed it.
    case notIn
    /// Other devices would not accept another change to the household's devices by this one.
    case tooManyChanges
    /// There is no other device to leave.
    case alone
    /// An admin device is left, so the household need not be founded again.
    case hasAdmins([DeviceID])
}
