import PhlistHousehold
package import PhlistModel

/// Policy that decides which devices may connect; the shell consults it during the handshake, on any thread.
///
/// A newly admitted device may meet others that have not heard of it while the one that admitted it is off. It shows
/// them a letter: a signature of the two ids by a device that is an admin as far as they know. They then share only the
/// household's own batches with it until these prove its admission.
package struct Door: Sendable {
    /// The devices that may connect.
    let members: Set<DeviceID>
    /// Devices that were members once, here or before, and are told that they are out; some were removed permanently.
    let former: Set<DeviceID>
    let removed: Set<DeviceID>
    let household: ScopeID?
    /// Public keys of the admins whose letter lets a stranger in.
    let admins: [[UInt8]]
    let authority: any HeadAuthenticator

    /// Whether to complete the handshake with a device that holds its key.
    package func opens(to device: DeviceID, with letter: [UInt8]) -> Bool {
        members.contains(device) || former.contains(device) || isVouchedFor(device, by: letter)
    }

    /// Whether an unknown device shows a valid letter of an admin.
    func isVouchedFor(_ device: DeviceID, by letter: [UInt8]) -> Bool {
        guard let household, !members.contains(device), !removed.contains(device), !letter.isEmpty else {
            return false
        }
        let bytes = Self.letter(admitting: device, to: household)
        return admins.contains { authority.isValid(letter, of: bytes, by: $0) }
    }

    /// Returns the bytes that an admin signs.
    static func letter(admitting device: DeviceID, to household: ScopeID) -> [UInt8] {
        Array("phlist-letter".utf8) + household.bytes + device.bytes
    }
}

extension Access {
    /// The policy on who may connect.
    func door(_ authority: any HeadAuthenticator) -> Door {
        // This device included: another machine may run with its key.
        let members = admittedDevices.filter { membership.shownLetters[$0] == nil || library.isProvenMember($0) }
        let roster = library.roster ?? Roster()
        let admins = roster.contains(library.device) ? roster.admins : []
        return Door(
            members: Set(members),
            former: Set(roster.authors.keys).subtracting(members),
            removed: Set(roster.removals.keys),
            household: library.householdID,
            admins: admins.compactMap { roster.authors[$0]?.publicKey },
            authority: authority
        )
    }
}
