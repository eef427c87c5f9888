package import PhlistModel

/// Who may connect: what the shell asks while hands are shaken, on any thread.
///
/// A device that was let in a moment ago may meet others that have not heard of it, while the one that let it in is
/// off. It shows them that one's word: a signature of the two ids, worth something as long as who signed it is an admin
/// by all that they know. They share the household's own acts with it then, in which they find its admission, and
/// nothing else before.
package struct Door: Sendable {
    /// The devices that may connect.
    let members: Set<DeviceID>
    /// Those that were in once, here or before, and are told that they are out; some of them for ever.
    let former: Set<DeviceID>
    let removed: Set<DeviceID>
    let household: ScopeID?
    /// The keys of those whose word lets a stranger in.
    let admins: [[UInt8]]
    let authority: any HeadAuthenticator

    /// Whether the handshake with the owner of a key comes about.
    package func opens(to device: DeviceID, with letter: [UInt8]) -> Bool {
        members.contains(device) || former.contains(device) || isVouchedFor(device, by: letter)
    }

    /// Whether a device that the household does not know yet has the word of an admin.
    func isVouchedFor(_ device: DeviceID, by letter: [UInt8]) -> Bool {
        guard let household, !members.contains(device), !removed.contains(device), !letter.isEmpty else {
            return false
        }
        let bytes = Self.letter(admitting: device, to: household)
        return admins.contains { authority.isValid(letter, of: bytes, by: $0) }
    }

    /// What an admin signs.
    static func letter(admitting device: DeviceID, to household: ScopeID) -> [UInt8] {
        Array("phlist-letter".utf8) + household.bytes + device.bytes
    }
}

extension Replica {
    /// Who may connect by all that is known now.
    package var door: Door {
        // This device among them: another machine may run with its key.
        let members = admittedDevices.filter { letters[$0] == nil || library.isProvenMember($0) }
        let roster = library.roster ?? Roster()
        let admins = roster.contains(device) ? roster.admins : []
        return Door(
            members: Set(members),
            former: Set(roster.authors.keys).subtracting(members),
            removed: Set(roster.removals.keys),
            household: library.householdID,
            admins: admins.compactMap { roster.authors[$0]?.publicKey },
            authority: authority
        )
    }

    /// Takes down that a stranger has an admin's word.
    mutating func show(_ letter: [UInt8], of device: DeviceID) {
        guard !isMember(device), letters.count < SyncLimits.devicesMax, door.isVouchedFor(device, by: letter) else {
            return
        }
        letters[device] = letter
        effects.append(.rosterChanged)
    }
}
