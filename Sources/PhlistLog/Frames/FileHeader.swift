import PhlistModel

/// The first 64 bytes of a log.
///
/// ```
///  0 "PHLISTLG"               8 major u16  10 minor u16  12 header length u32
/// 16 device id, first 16 bytes
/// 32 generation u64          40 created, ms since 1970, u64
/// 48 salt u32                52 flags u32  56 reserved u32  60 CRC-32C of the bytes before
/// ```
struct FileHeader: Hashable {
    static let byteCount = 64
    static let magic = Array("PHLISTLG".utf8)

    /// Programs reject other major versions; a later minor version only adds what older programs may skip.
    static let major: UInt16 = 2
    static let minor: UInt16 = 0

    let minor: UInt16
    let devicePrefix: [UInt8]
    let generation: UInt64
    let createdMilliseconds: UInt64
    let salt: UInt32
    /// The checksum as read: a later minor version may use bytes that this one writes as zeros.
    private var readChecksum: UInt32?

    init(device: DeviceID, generation: UInt64, createdMilliseconds: UInt64, salt: UInt32) {
        minor = Self.minor
        devicePrefix = Array(device.bytes.prefix(16))
        self.generation = generation
        self.createdMilliseconds = createdMilliseconds
        self.salt = salt
    }

    /// Returns the header of the next generation; salts derived from one random number differ between generations.
    func successor(newSalt: UInt32) -> FileHeader {
        FileHeader(succeeding: self, salt: newSalt &+ 0x9E37_79B9 &* UInt32(truncatingIfNeeded: generation))
    }

    private init(succeeding header: FileHeader, salt: UInt32) {
        minor = Self.minor
        devicePrefix = header.devicePrefix
        generation = header.generation + 1
        createdMilliseconds = header.createdMilliseconds
        self.salt = salt
    }

    /// The reasons why bytes are not a header for this program.
    enum DecodingError: Error {
        case damaged
        case unsupportedVersion(major: UInt16, minor: UInt16)
    }

    init(decoding bytes: [UInt8]) throws(DecodingError) {
        guard bytes.count == Self.byteCount, bytes.starts(with: Self.magic) else { throw .damaged }
        guard Checksum.of(bytes.prefix(Self.byteCount - 4)) == Self.checksum(of: bytes) else { throw .damaged }
        let major = bytes[...].littleEndian(at: 8, as: UInt16.self)
        minor = bytes[...].littleEndian(at: 10, as: UInt16.self)
        let length = bytes[...].littleEndian(at: 12, as: UInt32.self)
        guard major == Self.major, length == Self.byteCount else {
            throw .unsupportedVersion(major: major, minor: minor)
        }
        devicePrefix = Array(bytes[16..<32])
        generation = bytes[...].littleEndian(at: 32, as: UInt64.self)
        createdMilliseconds = bytes[...].littleEndian(at: 40, as: UInt64.self)
        salt = bytes[...].littleEndian(at: 48, as: UInt32.self)
        readChecksum = Self.checksum(of: bytes)
    }

    var bytes: [UInt8] {
        var bytes = Self.magic
        bytes.append(littleEndian: Self.major)
        bytes.append(littleEndian: minor)
        bytes.append(littleEndian: UInt32(Self.byteCount))
        bytes += devicePrefix
        bytes.append(littleEndian: generation)
        bytes.append(littleEndian: createdMilliseconds)
        bytes.append(littleEndian: salt)
        bytes.append(littleEndian: UInt32(0))
        bytes.append(littleEndian: UInt32(0))
        bytes.append(littleEndian: Checksum.of(bytes[...]))
        return bytes
    }

    /// The checksum at the end of the encoded header; the first frame names it as its predecessor's.
    var checksum: UInt32 {
        readChecksum ?? Self.checksum(of: bytes)
    }

    func belongs(to device: DeviceID) -> Bool {
        device.bytes.starts(with: devicePrefix)
    }

    private static func checksum(of bytes: [UInt8]) -> UInt32 {
        bytes[...].littleEndian(at: byteCount - 4, as: UInt32.self)
    }
}
