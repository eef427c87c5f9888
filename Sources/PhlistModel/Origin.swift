import Crypto

/// Who made a list; the list's id is the hash of it, so nobody else can claim to own the list.
package struct ListOrigin: Hashable, Sendable {
    package var owner: MemberID
    /// Sixteen random bytes.
    package var nonce: UInt128

    /// Creates an origin.
    package init(owner: MemberID, nonce: UInt128) {
        self.owner = owner
        self.nonce = nonce
    }

    /// The first sixteen bytes of SHA-256("phlist-list" ‖ owner ‖ nonce).
    package var scope: ScopeID {
        ScopeID(digest: SHA256.hash(bytes: Array("phlist-list".utf8) + owner.bytes + nonce.bigEndianBytes))
    }

    /// What it adds to the digest of its list.
    var digest: UInt128 {
        var mixer = DigestMixer()
        mixer.add(owner.rawValue)
        mixer.add(nonce)
        return mixer.sum
    }

    func encode(into writer: inout ByteWriter) {
        writer.write(owner)
        writer.write(raw: nonce.bigEndianBytes)
    }

    init(from reader: inout ByteReader) throws(CodecError) {
        owner = try reader.readIdentifier()
        nonce = try reader.readBigEndian()
    }
}

/// Who founded a household; the household's id is the hash of it, so nobody else can claim to be the founder.
package struct Founding: Hashable, Sendable {
    /// The founder's key as DER SubjectPublicKeyInfo.
    package let publicKey: [UInt8]
    /// A hash of the key, asked for in every turn.
    package let device: DeviceID
    package var deviceName: String
    /// Sixteen random bytes.
    package var nonce: UInt128

    /// Creates a founding.
    package init(publicKey: [UInt8], deviceName: String, nonce: UInt128) {
        self.publicKey = publicKey
        device = DeviceID(publicKey: publicKey)
        self.deviceName = deviceName
        self.nonce = nonce
    }

    /// The first sixteen bytes of SHA-256("phlist-household" ‖ founder ‖ nonce).
    package var scope: ScopeID {
        ScopeID(digest: SHA256.hash(bytes: Array("phlist-household".utf8) + device.bytes + nonce.bigEndianBytes))
    }

    func encode(into writer: inout ByteWriter) {
        writer.write(raw: nonce.bigEndianBytes)
        writer.write(counted: publicKey)
        writer.write(text: deviceName)
    }

    init(from reader: inout ByteReader) throws(CodecError) {
        let nonce: UInt128 = try reader.readBigEndian()
        let publicKey = Array(try reader.readCounted(limit: Limits.publicKeyBytesMax))
        self.init(publicKey: publicKey, deviceName: try reader.readText(limit: Limits.nameBytesMax), nonce: nonce)
    }
}

/// What lets a device into a household, or makes it known.
package struct Admission: Hashable, Sendable {
    /// The device's key as DER SubjectPublicKeyInfo.
    package let publicKey: [UInt8]
    /// A hash of the key, asked for in every turn.
    package let device: DeviceID
    package var deviceName: String
    /// Nil for a device that is not let in: it wrote lists that another one has brought along.
    package var role: DeviceRole?
    /// The members who may use the device.
    package var members: [MemberID]

    /// Creates an admission.
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

/// What a device may do in the household.
package enum DeviceRole: UInt8, Sendable {
    case member = 0
    /// May let devices in and out, and say what they are.
    case admin = 1

    init(from reader: inout ByteReader) throws(CodecError) {
        try self.init(rawByte: reader.readByte())
    }

    fileprivate init(rawByte number: UInt8) throws(CodecError) {
        guard let role = DeviceRole(rawValue: number) else { throw .badValue("device role \(number)") }
        self = role
    }
}

extension UInt128 {
    /// The sixteen bytes, highest first.
    package var bigEndianBytes: [UInt8] {
        withUnsafeBytes(of: bigEndian) { Array($0) }
    }
}
