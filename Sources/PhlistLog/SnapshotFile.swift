package import PhlistModel

/// The file `phlist.snapshot`: a cache of the state folded from everything before a mark of the log.
///
/// It is never authoritative: if anything is wrong with it, it is discarded and the log is folded.
///
/// ```
///  0 "PHSNAPSH"              8 major u16  10 minor u16  12 header length u32
/// 16 device id, first 16 bytes
/// 32 generation u64         40 offset u64  48 checksum u32, of the mark
/// 52 CRC of the bytes after the header u32             56 their length u64
/// 64 reserved u32           68 CRC-32C of the bytes before
/// ```
package struct SnapshotFile: Hashable, Sendable {
    package static let name = "phlist.snapshot"

    /// The mark; everything before it is in the bytes.
    package var mark: LogMark
    package var bytes: [UInt8]

    package init(mark: LogMark, bytes: [UInt8]) {
        self.mark = mark
        self.bytes = bytes
    }

    /// The reasons why there is no usable snapshot.
    package enum Fault: Error, Hashable, Sendable {
        case missing
        case unreadable(FileError)
        /// A byte of it is not as it was written, or bytes are missing or added.
        case damaged
        case unsupportedVersion(major: UInt16, minor: UInt16)
        case belongsToAnotherDevice
    }

    private static let magic = Array("PHSNAPSH".utf8)
    private static let byteCount = 72
    private static let major: UInt16 = 2
    private static let minor: UInt16 = 0
}

extension SnapshotFile {
    /// Stores the snapshot: the name always leads to the old or the new one, whole and read back from the disk.
    ///
    /// The log is not touched, so a writer may run at the same time.
    package func write(
        to path: String,
        device: DeviceID,
        on fileSystem: any FileSystem
    ) throws(FileError) {
        try fileSystem.replace(path, with: bytes, behind: header(of: device), readsBack: true)
    }

    /// Reads a snapshot and checks every byte of it.
    ///
    /// The caller must check that the log holds its mark.
    package static func read(
        from path: String,
        device: DeviceID,
        on fileSystem: any FileSystem
    ) throws(Fault) -> SnapshotFile {
        try decode(try readBytes(from: path, on: fileSystem)) { device.bytes.starts(with: $0) }
    }

    /// A snapshot whose device has not been checked yet.
    struct Unclaimed {
        var mark: LogMark
        /// The size of the file, in bytes.
        var byteCount: Int
        var devicePrefix: [UInt8]
    }

    /// Reads a snapshot of any device and checks every byte of it.
    static func readUnclaimed(from path: String, on fileSystem: any FileSystem) throws(Fault) -> Unclaimed {
        var devicePrefix: [UInt8] = []
        let bytes = try readBytes(from: path, on: fileSystem)
        let snapshot = try decode(bytes) { prefix in
            devicePrefix = Array(prefix)
            return true
        }
        return Unclaimed(mark: snapshot.mark, byteCount: bytes.count, devicePrefix: devicePrefix)
    }

    private static func readBytes(from path: String, on fileSystem: any FileSystem) throws(Fault) -> [UInt8] {
        let bytes: [UInt8]?
        do throws(FileError) {
            let file = try fileSystem.openIfPresent(path, .read)
            bytes = try file?.read(file?.attributes().size ?? 0, at: 0)
        } catch {
            throw .unreadable(error)
        }
        guard let bytes else { throw .missing }
        return bytes
    }

    private static func decode(
        _ bytes: [UInt8],
        isOurs: (ArraySlice<UInt8>) -> Bool
    ) throws(Fault) -> SnapshotFile {
        let header = bytes.prefix(byteCount)
        guard header.count == byteCount, header.starts(with: magic) else { throw .damaged }
        let sum = header.littleEndian(at: byteCount - 4, as: UInt32.self)
        guard sum == Checksum.of(header.dropLast(4)) else { throw .damaged }
        let version = header.littleEndian(at: 8, as: UInt16.self)
        guard version == major, header.littleEndian(at: 12, as: UInt32.self) == UInt32(byteCount) else {
            throw .unsupportedVersion(major: version, minor: header.littleEndian(at: 10, as: UInt16.self))
        }
        guard isOurs(header[16..<32]) else { throw .belongsToAnotherDevice }
        let rest = bytes[byteCount...]
        guard
            header.littleEndian(at: 56, as: UInt64.self) == UInt64(rest.count),
            header.littleEndian(at: 52, as: UInt32.self) == Checksum.of(rest)
        else { throw .damaged }
        let mark = LogMark(
            generation: header.littleEndian(at: 32, as: UInt64.self),
            offset: header.littleEndian(at: 40, as: UInt64.self),
            checksum: header.littleEndian(at: 48, as: UInt32.self)
        )
        return SnapshotFile(mark: mark, bytes: Array(rest))
    }

    private func header(of device: DeviceID) -> [UInt8] {
        var header = Self.magic
        header.append(littleEndian: Self.major)
        header.append(littleEndian: Self.minor)
        header.append(littleEndian: UInt32(Self.byteCount))
        header += device.bytes.prefix(16)
        header.append(littleEndian: mark.generation)
        header.append(littleEndian: mark.offset)
        header.append(littleEndian: mark.checksum)
        header.append(littleEndian: Checksum.of(bytes[...]))
        header.append(littleEndian: UInt64(bytes.count))
        header.append(littleEndian: UInt32(0))
        header.append(littleEndian: Checksum.of(header[...]))
        return header
    }
}
