/// The purpose of a frame.
enum FrameType: UInt8 {
    /// Batches, with anything that must become durable together with them.
    case batches = 1
    /// Facts that concern this device alone.
    case local = 2
    /// Everything before it was durable, which distinguishes damage to the last commit from a torn tail.
    case seal = 3
    /// The log was properly closed.
    case clean = 4
    /// Records that an earlier generation lost.
    case holes = 5
    /// Records of several appends, compressed.
    case packed = 6

    /// Whether the frame only describes the frames before it.
    ///
    /// A note is the last frame of the file, and the next frame overwrites it, so that it takes no permanent space.
    var isNote: Bool {
        switch self {
        case .seal, .clean: true
        case .batches, .local, .holes, .packed: false
        }
    }

    var holdsRecords: Bool { isLoose || self == .packed }

    /// Whether the frame holds exactly one append.
    var isLoose: Bool {
        switch self {
        case .batches, .local: true
        case .seal, .clean, .holes, .packed: false
        }
    }
}

/// The 32 bytes before a frame's payload.
///
/// ```
///  0 "PHF1"                  4 payload length u32         8 number of the first record u64
/// 16 record count u16       18 type u8  19 flags u8      20 CRC of the previous header u32
/// 24 CRC of the payload and its padding u32              28 CRC of the bytes before u32
/// ```
/// The payload follows, then zeros up to a multiple of 8. Its CRC is seeded for the offset at which it begins, the
/// header's for the offset of the frame.
///
/// A frame is built only once everything before it is durable, or in a generation that is named only once all of it is.
/// So a header proves that the bytes before it were durable, even if its own payload is torn.
struct FrameHeader: Hashable {
    static let byteCount = 32
    /// "PHF1", read as a number.
    static let magic: UInt32 = 0x3146_4850
    static let alignment = 8

    /// The flag that a program may skip the frame if it does not know its type.
    static let skippable: UInt8 = 1

    var payloadLength: Int
    /// The sequence number of the first record; an empty frame has that of the next one.
    var firstSequence: UInt64
    var recordCount: Int
    var type: UInt8
    var flags: UInt8
    var previousChecksum: UInt32
    var payloadChecksum: UInt32

    /// The size of the payload with its padding, in bytes.
    var paddedLength: Int {
        Self.padded(payloadLength)
    }

    static func padded(_ length: Int) -> Int {
        (length + alignment - 1) / alignment * alignment
    }

    var isSkippable: Bool {
        flags & Self.skippable != 0
    }
}

extension FrameHeader {
    /// Reads the header of a frame at an offset; nil unless every byte of it is as it was written there.
    init?(decoding bytes: ArraySlice<UInt8>, at offset: Int, salt: UInt32) {
        guard bytes.count >= Self.byteCount, bytes.littleEndian(at: 0, as: UInt32.self) == Self.magic else {
            return nil
        }
        let header = bytes.prefix(Self.byteCount)
        guard
            Checksum.of(header.dropLast(4), seed: Checksum.seed(salt: salt, offset: offset))
                == Self.checksum(of: header)
        else { return nil }
        payloadLength = Int(header.littleEndian(at: 4, as: UInt32.self))
        firstSequence = header.littleEndian(at: 8, as: UInt64.self)
        recordCount = Int(header.littleEndian(at: 16, as: UInt16.self))
        type = header.littleEndian(at: 18, as: UInt8.self)
        flags = header.littleEndian(at: 19, as: UInt8.self)
        previousChecksum = header.littleEndian(at: 20, as: UInt32.self)
        payloadChecksum = header.littleEndian(at: 24, as: UInt32.self)
        guard payloadLength <= LogLimits.payloadBytesMax else { return nil }
    }

    /// Returns the encoded header for an offset.
    func bytes(at offset: Int, salt: UInt32) -> [UInt8] {
        var bytes: [UInt8] = []
        bytes.reserveCapacity(Self.byteCount)
        bytes.append(littleEndian: Self.magic)
        bytes.append(littleEndian: UInt32(payloadLength))
        bytes.append(littleEndian: firstSequence)
        bytes.append(littleEndian: UInt16(recordCount))
        bytes.append(littleEndian: type)
        bytes.append(littleEndian: flags)
        bytes.append(littleEndian: previousChecksum)
        bytes.append(littleEndian: payloadChecksum)
        bytes.append(littleEndian: Checksum.of(bytes[...], seed: Checksum.seed(salt: salt, offset: offset)))
        return bytes
    }

    /// Returns the checksum of a padded payload that follows the header of a frame.
    static func payloadChecksum(of padded: ArraySlice<UInt8>, frame: Int, salt: UInt32) -> UInt32 {
        Checksum.of(padded, seed: Checksum.seed(salt: salt, offset: frame + byteCount))
    }

    /// Returns the checksum in the last four bytes of a header, which the next frame names.
    static func checksum(of header: ArraySlice<UInt8>) -> UInt32 {
        header.littleEndian(at: byteCount - 4, as: UInt32.self)
    }
}
