package import PhlistHousehold
package import PhlistModel
package import PhlistVocabulary

/// A command of a user, or of the shell on behalf of one.
package enum Command: Sendable {
    case user(UserCommand, Principal, CommandOptions = CommandOptions())
    /// Admits a device that has proved that it knows the pairing code.
    case admitDevice(NewDevice, as: DeviceRole = .member, for: DeviceUse = .wished())
    /// Joins the household that answered a request, through the device found at an address, which is worth remembering.
    case joinHousehold(Welcome, with: NewDevice, shareLists: Bool, at: Endpoint? = nil)
    /// Continues alone, with copies of the lists of its users, on a device that is out of the household.
    case goOnAlone
    /// Founds the household again with all its lists, because no admin is left; forced, also if its admin devices are
    /// lost.
    case reformHousehold(isForced: Bool = false)
    /// Records that a person has seen the list of devices.
    case noteDevicesSeen
    /// Counts a guess at the pairing code before it is checked.
    case recordPairingAttempt(expiresAt: Int64, used: Int)
    /// Restores the lists of another device's log, on a device that has none.
    case restoreBackup(BackupContents)
    /// Accepts that records lost from the log do not come back.
    case giveUp(GiveUp, Principal)
    /// Asks every peer now, and dials those that are not connected.
    case synchronize
}

/// The result of a command.
package enum CommandResult: Hashable, Sendable {
    case done
    /// The outcome; after a dry run, with the lists as they would be, by scope.
    case acted(Outcome, preview: [ScopeID: ScopeDraft])
    case admitted(Welcome)
    case joined(Joining)
    case restored(BackupContents.Count)
    case gaveUp(GivenUp)
}
