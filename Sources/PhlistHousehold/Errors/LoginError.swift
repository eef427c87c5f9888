/// The refusal of a caller: of who they are, or act as, on this device.
package enum LoginError: Error, Hashable, Sendable {
    /// A login bound to nobody wants to change something.
    case nobodyActs
    /// The device has several users, and the login has not chosen one of them.
    case severalPeople
    /// The users of the device may be lost in a hole of the log.
    case peopleUnknown
    /// A device of the house cannot have private lists.
    case privateListOfHouse
    /// Only the daemon's own user can act as another member.
    case mayNotActAs(String)
    /// The member of a phone was removed, or is in another household.
    case phoneOfNobody
}
