import Crypto

/// An identifier of sixteen bytes, kept as one number so that comparing and hashing are cheap.
package protocol Identifier128: Hashable, Comparable, Sendable, CustomStringConvertible {
    /// The sixteen bytes, read big-endian.
    var rawValue: UInt128 { get }

    /// Wraps sixteen bytes read big-endian.
    init(rawValue: UInt128)
}

extension Identifier128 {
    /// The number of bytes in every encoded form.
    package static var byteCount: Int { 16 }

    /// Creates the identifier from exactly sixteen bytes; nil for any other count.
    package init?(bytes: some Collection<UInt8>) {
        guard bytes.count == Self.byteCount else { return nil }
        self.init(rawValue: bytes.reduce(0) { $0 << 8 | UInt128($1) })
    }

    /// Creates the identifier from the first sixteen bytes of a digest.
    init(digest: SHA256.Digest) {
        self.init(rawValue: digest.withUnsafeBytes { UInt128(bigEndian: $0.loadUnaligned(as: UInt128.self)) })
    }

    /// The sixteen bytes.
    package var bytes: [UInt8] {
        withUnsafeBytes(of: rawValue.bigEndian) { Array($0) }
    }

    /// Thirty-two letters from k to z, one per half byte: never mistaken for a number or a word.
    package var description: String {
        Letters.encode(bytes)
    }

    package static func < (left: Self, right: Self) -> Bool {
        left.rawValue < right.rawValue
    }
}

/// A unit of replication: the household, or one list.
package struct ScopeID: Identifier128 {
    package let rawValue: UInt128

    package init(rawValue: UInt128) {
        self.rawValue = rawValue
    }
}

/// The identifier of a person.
package struct MemberID: Identifier128 {
    /// The member that stands for nobody in particular: for what a device does by itself.
    package static let house = MemberID(rawValue: 0)

    package let rawValue: UInt128

    package init(rawValue: UInt128) {
        self.rawValue = rawValue
    }
}

/// The identifier of an installation: the SHA-256 of its public key.
package struct DeviceID: Hashable, Comparable, Sendable, CustomStringConvertible {
    /// The number of bytes in every encoded form.
    package static let byteCount = HashName.byteCount

    fileprivate let name: HashName

    /// Creates the identifier of the device that owns a key.
    ///
    /// - Parameter publicKey: The key as DER SubjectPublicKeyInfo.
    package init(publicKey: [UInt8]) {
        name = HashName(of: publicKey)
    }

    init(from reader: inout ByteReader) throws(CodecError) {
        name = try HashName(from: &reader)
    }

    /// The thirty-two bytes.
    package var bytes: [UInt8] { name.bytes }

    /// The first eight bytes.
    package var prefix: UInt64 { name.prefix }

    /// The first eighty bits in base32, in groups of four: enough to tell devices apart by eye.
    package var description: String {
        Base32.encode(bytes.prefix(10)).grouped(by: 4)
    }

    package static func < (left: DeviceID, right: DeviceID) -> Bool {
        left.name < right.name
    }
}

extension ByteWriter {
    /// Writes the thirty-two bytes of a device's id.
    package mutating func write(_ device: DeviceID) {
        write(device.name)
    }
}

/// The identifier of an item, a section or another thing inside a list; zero is the list itself.
package struct EntityID: Hashable, Comparable, Sendable, CustomStringConvertible {
    /// The scope's own entity: the list, or the household.
    package static let root = EntityID(rawValue: 0)

    package let rawValue: UInt64

    /// Wraps a random number, or zero for the scope's own entity.
    package init(rawValue: UInt64) {
        self.rawValue = rawValue
    }

    /// Creates the identifier of a member's entity in the household.
    package init(_ member: MemberID) {
        rawValue = UInt64(truncatingIfNeeded: member.rawValue >> 64)
    }

    /// Reads an id from a field's value; nil for anything but eight bytes that are not zero.
    package init?(decoding bytes: some Collection<UInt8>) {
        guard bytes.count == 8 else { return nil }
        rawValue = bytes.reversed().reduce(0) { $0 << 8 | UInt64($1) }
        guard rawValue != 0 else { return nil }
    }

    /// The eight bytes, little-endian.
    package var bytes: [UInt8] {
        withUnsafeBytes(of: rawValue.littleEndian) { Array($0) }
    }

    /// Sixteen letters from k to z.
    package var description: String {
        Letters.encode(withUnsafeBytes(of: rawValue.bigEndian) { Array($0) })
    }

    package static func < (left: EntityID, right: EntityID) -> Bool {
        left.rawValue < right.rawValue
    }
}
