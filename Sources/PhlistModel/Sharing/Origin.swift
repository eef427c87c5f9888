import Crypto
package import PhlistVocabulary

/// The owner and the household of a new list; neither ever changes.
///
/// The list's id is the hash of its origin, so nobody else can claim to own the list.
package struct ListOrigin: Hashable, Sendable {
    package var owner: MemberID
    /// The household's lineage.
    package var household: ScopeID
    /// Sixteen random bytes, or the id of the original for a copy that a member takes along to another household, so
    /// that two devices of one member make the same copy.
    package var nonce: UInt128

    package init(owner: MemberID, household: ScopeID, nonce: UInt128) {
        self.owner = owner
        self.household = household
        self.nonce = nonce
    }

    /// The first sixteen bytes of SHA-256("phlist-list" ‖ owner ‖ household ‖ nonce).
    package var scope: ScopeID {
        let domain = Array("phlist-list".utf8)
        return ScopeID(digest: SHA256.hash(bytes: domain + owner.bytes + household.bytes + nonce.bigEndianBytes))
    }

    /// The contribution to the digest of the list.
    var digest: UInt128 {
        var mixer = DigestMixer()
        mixer.add(owner.rawValue)
        mixer.add(household.rawValue)
        mixer.add(nonce)
        return mixer.sum
    }

    func encode(into writer: inout ByteWriter) {
        writer.write(owner)
        writer.write(household)
        writer.write(raw: nonce.bigEndianBytes)
    }

    init(from reader: inout ByteReader) throws(CodecError) {
        owner = try reader.readIdentifier()
        household = try reader.readIdentifier()
        nonce = try reader.readBigEndian()
    }
}

/// The founder of a household; the household's id is a hash of it, so nobody else can claim to be the founder.
package struct Founding: Hashable, Sendable {
    /// The founder's key as DER SubjectPublicKeyInfo.
    package let publicKey: [UInt8]
    /// The hash of the key, stored because it is needed often.
    package let device: DeviceID
    package var deviceName: String
    /// The lineage of the household that this one continues, with its lists; nil for a new one.
    package var continued: ScopeID?
    /// Sixteen random bytes.
    package var nonce: UInt128

    package init(publicKey: [UInt8], deviceName: String, continuing continued: ScopeID? = nil, nonce: UInt128) {
        self.publicKey = publicKey
        device = DeviceID(publicKey: publicKey)
        self.deviceName = deviceName
        self.continued = continued
        self.nonce = nonce
    }

    /// The id of the household: the first sixteen bytes of SHA-256("phlist-household" ‖ founder ‖ nonce ‖ continued).
    package var scope: ScopeID {
        let bytes = Array("phlist-household".utf8) + device.bytes + nonce.bigEndianBytes + (continued?.bytes ?? [])
        return ScopeID(digest: SHA256.hash(bytes: bytes))
    }

    /// The id of the first household in the line that this one continues, shared by all of them.
    package var lineage: ScopeID { continued ?? scope }

    func encode(into writer: inout ByteWriter) {
        writer.write(raw: nonce.bigEndianBytes)
        writer.write(varint: continued == nil ? 0 : 1)
        if let continued { writer.write(continued) }
        writer.write(counted: publicKey)
        writer.write(text: deviceName)
    }

    init(from reader: inout ByteReader) throws(CodecError) {
        let nonce: UInt128 = try reader.readBigEndian()
        let continued = try reader.readCount(limit: 1) == 1 ? try reader.readIdentifier(ScopeID.self) : nil
        let publicKey = Array(try reader.readCounted(limit: Limits.publicKeyBytesMax))
        let deviceName = try reader.readText(limit: Limits.nameBytesMax)
        self.init(publicKey: publicKey, deviceName: deviceName, continuing: continued, nonce: nonce)
    }
}

/// The admission of a device to a household, or the record of a former author.
package struct Admission: Hashable, Sendable {
    /// The device's key as DER SubjectPublicKeyInfo.
    package let publicKey: [UInt8]
    /// The hash of the key, stored because it is needed often.
    package let device: DeviceID
    package var deviceName: String
    /// The role; nil for a device that is not admitted: it wrote lists of a household that this one continues.
    package var role: DeviceRole?
    /// The members who may use the device.
    package var members: [MemberID]

    package init(publicKey: [UInt8], deviceName: String, role: DeviceRole?, members: [MemberID]) {
        self.publicKey = publicKey
        device = DeviceID(publicKey: publicKey)
        self.deviceName = deviceName
        self.role = role
        self.members = members
    }

    package func encode(into writer: inout ByteWriter) {
        writer.write(counted: publicKey)
        writer.write(text: deviceName)
        writer.write(role?.rawValue ?? Self.formerRole)
        writer.write(members)
    }

    package init(from reader: inout ByteReader) throws(CodecError) {
        publicKey = Array(try reader.readCounted(limit: Limits.publicKeyBytesMax))
        device = DeviceID(publicKey: publicKey)
        deviceName = try reader.readText(limit: Limits.nameBytesMax)
        let number = try reader.readByte()
        role = number == Self.formerRole ? nil : try DeviceRole(rawByte: number)
        members = try reader.readMembers()
    }

    private static let formerRole: UInt8 = 2
}

extension DeviceRole {
    init(from reader: inout ByteReader) throws(CodecError) {
        try self.init(rawByte: reader.readByte())
    }

    fileprivate init(rawByte number: UInt8) throws(CodecError) {
        guard let role = DeviceRole(rawValue: number) else { throw .badValue("device role \(number)") }
        self = role
    }
}

extension UInt128 {
    /// The sixteen bytes, big-endian.
    package var bigEndianBytes: [UInt8] {
        withUnsafeBytes(of: bigEndian) { Array($0) }
    }
}
