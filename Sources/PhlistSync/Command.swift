package import PhlistModel

/// An intent of a user, or of the shell on behalf of one.
package enum Command: Sendable {
    case user(UserCommand, Principal, CommandOptions = CommandOptions())
    /// Lets a device in that has proven to know the pairing code.
    case admitDevice(NewDevice, as: DeviceRole = .member, for: DeviceUse = .wished())
    /// Enters the household that has answered a request, through the device that was found at an address, which is
    /// worth remembering.
    case joinHousehold(Welcome, with: NewDevice, shareLists: Bool, at: Endpoint? = nil)
    /// Goes on alone, with copies of all lists, on a device that is out.
    case goOnAlone
    /// Founds the household anew with all its lists, since nobody is left who lets others in; by force also where
    /// the devices that do so are gone for good.
    case reformHousehold(isForced: Bool = false)
    /// A person has seen which devices there are.
    case noteDevicesSeen
    /// Makes a guess at the pairing code count, whatever happens next.
    case recordPairingAttempt(expiresAt: Int64, used: Int)
    /// Takes in the lists of another device's log, on a device that has none.
    case restoreBackup(BackupContents)
    /// Accepts that what the log has lost does not come back.
    case giveUp(GiveUp, Principal)
    /// Asks every peer now, and dials those that are not connected.
    case synchronize
}

/// What became of a command.
package enum CommandResult: Hashable, Sendable {
    case done
    /// With what the lists would be, by scope, when the command was a dry run.
    case acted(Outcome, preview: [ScopeID: ScopeDraft])
    case admitted(Welcome)
    case joined(Joining)
    case restored(BackupContents.Count)
    case gaveUp(GivenUp)
}
