package import PhlistModel

/// What a new device tells the household, sealed under the pairing code.
package struct NewDevice: Hashable, Sendable {
    package var publicKey: [UInt8]
    package var deviceName: String
    package var members: [Member]

    /// A person who uses the new device.
    package struct Member: Hashable, Sendable {
        package var id: MemberID
        package var name: String

        /// Creates a member.
        package init(id: MemberID, name: String) {
            self.id = id
            self.name = name
        }
    }

    /// Creates a request.
    package init(publicKey: [UInt8], deviceName: String, members: [Member]) {
        self.publicKey = publicKey
        self.deviceName = deviceName
        self.members = members
    }

    /// The key is not among the bytes: it is the one that the connection was made with.
    package var encoded: [UInt8] {
        var writer = ByteWriter()
        writer.write(text: deviceName)
        writer.write(varint: UInt64(members.count))
        for member in members {
            writer.write(raw: member.id.bytes)
            writer.write(text: member.name)
        }
        return writer.bytes
    }

    /// Reads a request from the device with this key.
    package init(decoding bytes: [UInt8], publicKey: [UInt8]) throws(CodecError) {
        var reader = ByteReader(bytes)
        self.publicKey = publicKey
        deviceName = try reader.readText(limit: PhlistModel.Limits.nameBytesMax)
        members = []
        for _ in 0..<(try reader.readCount(limit: PhlistModel.Limits.deviceMembersMax)) {
            let id = try reader.readIdentifier(MemberID.self)
            members.append(Member(id: id, name: try reader.readText(limit: PhlistModel.Limits.nameBytesMax)))
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

    /// Creates a welcome.
    package init(
        household: ScopeID,
        householdName: String,
        deviceCount: Int,
        publicKey: [UInt8],
        deviceName: String,
        port: UInt16
    ) {
        self.household = household
        self.householdName = householdName
        self.deviceCount = deviceCount
        self.publicKey = publicKey
        self.deviceName = deviceName
        self.port = port
    }

    /// The key is not among the bytes: it is the one that the connection was made with.
    package var encoded: [UInt8] {
        var writer = ByteWriter()
        writer.write(raw: household.bytes)
        writer.write(text: householdName)
        writer.write(varint: UInt64(deviceCount))
        writer.write(text: deviceName)
        writer.write(varint: UInt64(port))
        return writer.bytes
    }

    /// Reads a welcome from the device with this key.
    package init(decoding bytes: [UInt8], publicKey: [UInt8]) throws(CodecError) {
        var reader = ByteReader(bytes)
        self.publicKey = publicKey
        household = try reader.readIdentifier()
        householdName = try reader.readText(limit: PhlistModel.Limits.nameBytesMax)
        deviceCount = try reader.readCount(limit: SyncLimits.devicesMax)
        deviceName = try reader.readText(limit: PhlistModel.Limits.nameBytesMax)
        port = UInt16(try reader.readCount(limit: Int(UInt16.max)))
        try reader.expectEnd()
    }
}
