package import PhlistModel

/// What a new device tells the household, sealed under the pairing code.
///
/// ```
/// new device = name | wish | users: count varint, member… | members: count varint, (member | name | e-mail)…
///              | former: count varint, admission…
/// ```
package struct NewDevice: Hashable, Sendable {
    package var publicKey: [UInt8]
    package var deviceName: String
    /// The name of whoever is to use the device, where nobody does yet; empty for none.
    package var wish: String
    /// Who uses the device.
    package var users: [MemberID]
    /// All who did anything in the lists that come along.
    package var members: [Member]
    /// The other devices on which that was done; they are not let in.
    package var former: [Admission]

    /// A person.
    package struct Member: Hashable, Sendable {
        package var id: MemberID
        package var name: String
        /// Empty for none.
        package var email: String

        /// Creates a member.
        package init(id: MemberID, name: String, email: String = "") {
            self.id = id
            self.name = name
            self.email = email
        }
    }

    /// Creates a request.
    package init(
        publicKey: [UInt8],
        deviceName: String,
        wish: String = "",
        users: [MemberID] = [],
        members: [Member] = [],
        former: [Admission] = []
    ) {
        self.publicKey = publicKey
        self.deviceName = deviceName
        self.wish = wish
        self.users = users
        self.members = members
        self.former = former
    }

    /// The key is not among the bytes: it is the one that the connection was made with.
    package var encoded: [UInt8] {
        var writer = ByteWriter()
        writer.write(text: deviceName)
        writer.write(text: wish)
        writer.write(users)
        writer.write(varint: UInt64(members.count))
        for member in members {
            writer.write(member.id)
            writer.write(text: member.name)
            writer.write(text: member.email)
        }
        writer.write(varint: UInt64(former.count))
        for admission in former { admission.encode(into: &writer) }
        return writer.bytes
    }

    /// Reads a request from the device with this key.
    package init(decoding bytes: [UInt8], publicKey: [UInt8]) throws(CodecError) {
        var reader = ByteReader(bytes)
        self.publicKey = publicKey
        deviceName = try reader.readText(limit: Limits.nameBytesMax)
        wish = try reader.readText(limit: Limits.nameBytesMax)
        users = try reader.readMembers()
        (members, former) = ([], [])
        for _ in 0..<(try reader.readCount(limit: SyncLimits.joinMembersMax)) {
            let id = try reader.readIdentifier(MemberID.self)
            let name = try reader.readText(limit: Limits.nameBytesMax)
            let email = try reader.readText(limit: SyncLimits.emailBytesMax)
            members.append(Member(id: id, name: name, email: email))
        }
        for _ in 0..<(try reader.readCount(limit: SyncLimits.devicesMax)) {
            former.append(try Admission(from: &reader))
        }
        try reader.expectEnd()
    }
}

/// What the household tells a new device, sealed under the pairing code.
package struct Welcome: Hashable, Sendable {
    package var household: ScopeID
    package var householdName: String
    package var deviceCount: Int
    /// The device that lets the new one in.
    package var publicKey: [UInt8]
    package var deviceName: String
    /// The port where it takes connections of members.
    package var port: UInt16
    /// The households that this one continues: whoever is in one of them keeps all as it is.
    package var former: [ScopeID]
    /// What convinces the other devices before they hear of the new one: see `Door`.
    package var letter: [UInt8]

    /// Creates a welcome.
    package init(
        household: ScopeID,
        householdName: String,
        deviceCount: Int,
        publicKey: [UInt8],
        deviceName: String,
        port: UInt16,
        former: [ScopeID] = [],
        letter: [UInt8] = []
    ) {
        self.household = household
        self.householdName = householdName
        self.deviceCount = deviceCount
        self.publicKey = publicKey
        self.deviceName = deviceName
        self.port = port
        self.former = former
        self.letter = letter
    }

    /// The key is not among the bytes: it is the one that the connection was made with.
    package var encoded: [UInt8] {
        var writer = ByteWriter()
        writer.write(household)
        writer.write(text: householdName)
        writer.write(varint: UInt64(deviceCount))
        writer.write(text: deviceName)
        writer.write(varint: UInt64(port))
        writer.write(varint: UInt64(former.count))
        for household in former { writer.write(household) }
        writer.write(counted: letter)
        return writer.bytes
    }

    /// Reads a welcome from the device with this key.
    package init(decoding bytes: [UInt8], publicKey: [UInt8]) throws(CodecError) {
        var reader = ByteReader(bytes)
        self.publicKey = publicKey
        household = try reader.readIdentifier()
        householdName = try reader.readText(limit: Limits.nameBytesMax)
        deviceCount = try reader.readCount(limit: SyncLimits.devicesMax)
        deviceName = try reader.readText(limit: Limits.nameBytesMax)
        port = UInt16(try reader.readCount(limit: Int(UInt16.max)))
        former = []
        for _ in 0..<(try reader.readCount(limit: SyncLimits.formerHouseholdsMax)) {
            former.append(try reader.readIdentifier())
        }
        letter = Array(try reader.readCounted(limit: SyncLimits.letterBytesMax))
        try reader.expectEnd()
    }
}
