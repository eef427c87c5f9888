package import PhlistModel

/// Commands about the devices of the household.
///
/// A device is named by its name or by the beginning of its id.
package enum DeviceCommand: Hashable, Sendable {
    case rename(String, to: String)
    case assign(String, DeviceRole)
    /// Permanently lets members use a device, so that their private lists reach it.
    case share(String, with: [String])
    /// Permanently removes a device.
    case remove(String)
}

/// Commands about the household as a whole.
package enum HouseholdCommand: Hashable, Sendable {
    case rename(String)
    /// Removes this device; it continues alone once the others know.
    case leave
}
