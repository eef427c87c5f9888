package import PhlistVocabulary

/// Commands about the devices of the household.
///
/// A device is named by its name or by the beginning of its id.
package enum DeviceCommand: Hashable, Sendable {
    case rename(String, to: String)
    case assign(String, DeviceRole)
    /// Lets members use a device, so that their private lists reach it; only removing the device ends that.
    case share(String, with: [String])
    /// Permanently removes a device.
    case remove(String)
}

/// Commands about the household as a whole.
package enum HouseholdCommand: Hashable, Sendable {
    case rename(String)
    /// Takes this device out of the household; it continues alone once the others know.
    case leave
}
