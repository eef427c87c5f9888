package import PhlistLog
package import PhlistModel

/// A backup as a file: a log, and the photos of its state directory.
///
/// ```
/// header   0  "PHBACKUP"   8    8  major version u16 = 1   10  minor version u16 = 0   12  0 u32
///         16  length of the log u64
/// log     24  the durable part of the log, byte for byte
/// photo    0  blob id     32   32  length u64   40  the bytes; one after the other, in the order of the ids
/// end      0  zeros       32   32  number of the photos u64
/// ```
/// Numbers are little-endian. Nothing needs an extra checksum: the log has its own, the bytes of a photo prove its
/// name, and the end distinguishes a complete file from a truncated one.
package struct BackupArchive {
    static let magic = Array("PHBACKUP".utf8)
    static let version: UInt16 = 1
    static let headerBytes = 24
    /// The size of the entry before each photo, and of the end.
    static let entryBytes = 40

    /// The log, read-only.
    package let log: any File
    /// The size of the file, in bytes.
    package let byteCount: Int
    private let file: any File
    private let photosStart: Int

    /// The photos in a backup.
    package struct Photos: Hashable, Sendable {
        package var ids: Set<BlobID> = []
        /// The total size of the photos, in bytes.
        package var byteCount = 0
    }

    /// Opens a backup.
    ///
    /// - Throws: `foreign` if the file is not a backup, `cut` if it ends before its photos begin, `damaged`,
    ///   `unsupportedVersion`, or `file`.
    package init(_ path: String, on fileSystem: any FileSystem) throws(BackupError) {
        let file = try Self.reading { () throws(FileError) in try fileSystem.open(path, .read) }
        let (header, size) = try Self.reading { () throws(FileError) in
            (try file.read(Self.headerBytes, at: 0), try file.attributes().size)
        }
        guard header.starts(with: Self.magic) else { throw .foreign }
        guard header.count == Self.headerBytes else { throw .cut }
        let major = Self.number(header[8..<10])
        guard major == Self.version else { throw .unsupportedVersion(Int(major)) }
        let length = Self.number(header[16...])
        // The reserved bytes and the minor version have no meaning yet, but must not hide damage.
        guard header[10..<16].allSatisfy({ $0 == 0 }) else { throw .damaged(at: 10) }
        guard length <= size - Self.headerBytes else { throw .cut }
        photosStart = Self.headerBytes + Int(length)
        log = FileWindow(Self.headerBytes..<photosStart, of: file)
        (self.file, byteCount) = (file, size)
    }

    /// Reads the photos to the end of the file; each is complete and verified when it is passed to `visit`.
    ///
    /// - Throws: `cut`, `damaged`, `file`, or the errors of `visit`.
    /// - Returns: The photos that were found.
    @discardableResult
    package func forEachPhoto(
        _ visit: (BlobID, [UInt8]) throws(BackupError) -> Void = { _, _ in }
    ) throws(BackupError) -> Photos {
        var (offset, photos) = (photosStart, Photos())
        while true {
            let entry = try read(Self.entryBytes, at: offset)
            let number = Self.number(entry[BlobID.byteCount...])
            guard let id = BlobID(bytes: entry[..<BlobID.byteCount]) else { throw .cut }
            let start = offset + Self.entryBytes
            guard entry[..<BlobID.byteCount].contains(where: { $0 != 0 }) else {
                guard number == photos.ids.count, start == byteCount else { throw .damaged(at: offset) }
                return photos
            }
            guard (1...UInt64(Limits.blobBytesMax)).contains(number) else { throw .damaged(at: offset) }
            let bytes = try read(Int(number), at: start)
            guard BlobManifest(of: bytes)?.id == id, photos.ids.insert(id).inserted else {
                throw .damaged(at: offset)
            }
            photos.byteCount += bytes.count
            try visit(id, bytes)
            offset = start + bytes.count
        }
    }

    private func read(_ count: Int, at offset: Int) throws(BackupError) -> [UInt8] {
        let bytes = try Self.reading { () throws(FileError) in try file.read(count, at: offset) }
        guard bytes.count == count else { throw .cut }
        return bytes
    }

    private static func reading<Result>(_ body: () throws(FileError) -> Result) throws(BackupError) -> Result {
        do throws(FileError) {
            return try body()
        } catch {
            throw .file(error)
        }
    }

    private static func number(_ bytes: ArraySlice<UInt8>) -> UInt64 {
        bytes.reversed().reduce(0) { $0 << 8 | UInt64($1) }
    }
}

// MARK: Writing

extension BackupArchive {
    /// Returns the bytes before a log of a size.
    package static func header(logByteCount: Int) -> [UInt8] {
        magic + bytes(UInt64(version), count: 2) + bytes(0, count: 6) + bytes(UInt64(logByteCount), count: 8)
    }

    /// Returns the bytes before those of a photo.
    package static func entry(_ id: BlobID, byteCount: Int) -> [UInt8] {
        id.bytes + bytes(UInt64(byteCount), count: 8)
    }

    /// Returns the bytes at the end.
    package static func end(photoCount: Int) -> [UInt8] {
        Array(repeating: 0, count: BlobID.byteCount) + bytes(UInt64(photoCount), count: 8)
    }

    private static func bytes(_ number: UInt64, count: Int) -> [UInt8] {
        (0..<count).map { UInt8(truncatingIfNeeded: number >> (8 * $0)) }
    }
}

/// The reasons why a file is not a complete backup.
package enum BackupError: Error, Hashable, Sendable {
    /// The file is not a backup.
    case foreign
    case cut
    case damaged(at: Int)
    case unsupportedVersion(Int)
    case file(FileError)
    /// A photo could not be processed.
    case blob(BlobError)
}

extension BackupError: CustomStringConvertible {
    /// Whether the only problem is a lack of room.
    package var isLackOfRoom: Bool {
        switch self {
        case .foreign, .cut, .damaged, .unsupportedVersion: false
        case .file(let error): error.reason.isLackOfRoom
        case .blob(let error): error.isLackOfRoom
        }
    }

    /// The reason in a few words.
    package var description: String {
        switch self {
        case .foreign: "it is something else"
        case .cut: "it is cut off"
        case .damaged(let offset): "it is damaged at byte \(offset)"
        case .unsupportedVersion(let version):
            "it has version \(version), and this phlist reads \(BackupArchive.version)"
        case .file(let error): "\(error)"
        case .blob(let error): "\(error)"
        }
    }
}
