package import PhlistModel

/// What people do to the devices of the household.
///
/// A device is named by its name, or by the beginning of its id.
package enum DeviceCommand: Hashable, Sendable {
    case rename(String, to: String)
    case assign(String, DeviceRole)
    /// Lets members use a device, so that their private lists reach it; it stays so.
    case share(String, with: [String])
    /// Puts a device out for ever.
    case remove(String)
}

/// What people do to the household as a whole.
package enum HouseholdCommand: Hashable, Sendable {
    case rename(String)
    /// Puts this very device out; it goes on alone when the others know.
    case leave
}
