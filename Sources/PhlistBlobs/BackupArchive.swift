package import PhlistLog
package import PhlistModel

/// A backup as a file: a log, and the photos that were there.
///
/// ```
/// header   0  "PHBACKUP"   8    8  major version u16 = 1   10  minor version u16 = 0   12  0 u32
///         16  length of the log u64
/// log     24  the durable part of the log, byte for byte
/// photo    0  blob id     32   32  length u64   40  the bytes; one behind the other, in the order of the ids
/// end      0  zeros       32   32  number of the photos u64
/// ```
/// Numbers are little-endian. Nothing needs a sum of its own: the log has its sums, the bytes of a photo prove its
/// name, and the end tells a whole file from a cut one.
package struct BackupArchive {
    static let magic = Array("PHBACKUP".utf8)
    static let version: UInt16 = 1
    static let headerBytes = 24
    /// In front of each photo, and the end.
    static let entryBytes = 40

    /// The log; it can only be read.
    package let log: any File
    /// The whole size in bytes.
    package let byteCount: Int
    private let file: any File
    private let photosStart: Int

    /// What is in it beside the log.
    package struct Photos: Hashable, Sendable {
        package var ids: Set<BlobID> = []
        /// The size of all of them together.
        package var byteCount = 0
    }

    /// Opens the backup that a path leads to.
    ///
    /// - Throws: `foreign` for a file that is none, `cut` when it ends before its photos begin, `unsupportedVersion`,
    ///   or what the disk refused.
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
        // The reserved bytes and the minor version mean nothing yet, and must not hide damage.
        guard header[10..<16].allSatisfy({ $0 == 0 }) else { throw .damaged(at: 10) }
        guard length <= size - Self.headerBytes else { throw .cut }
        photosStart = Self.headerBytes + Int(length)
        log = FileWindow(Self.headerBytes..<photosStart, of: file)
        (self.file, byteCount) = (file, size)
    }

    /// Reads the photos to the end of the file; each is handed over whole and proven.
    ///
    /// - Throws: `cut`, `damaged`, or what the disk refused; and whatever `visit` throws.
    /// - Returns: What was there.
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

// MARK: Making one

extension BackupArchive {
    /// What stands before a log of a size.
    package static func header(logByteCount: Int) -> [UInt8] {
        magic + bytes(UInt64(version), count: 2) + bytes(0, count: 6) + bytes(UInt64(logByteCount), count: 8)
    }

    /// What stands before the bytes of a photo.
    package static func entry(_ id: BlobID, byteCount: Int) -> [UInt8] {
        id.bytes + bytes(UInt64(byteCount), count: 8)
    }

    /// What stands at the end.
    package static func end(photoCount: Int) -> [UInt8] {
        Array(repeating: 0, count: BlobID.byteCount) + bytes(UInt64(photoCount), count: 8)
    }

    private static func bytes(_ number: UInt64, count: Int) -> [UInt8] {
        (0..<count).map { UInt8(truncatingIfNeeded: number >> (8 * $0)) }
    }
}

/// Why a file is not a complete backup.
package enum BackupError: Error, Hashable, Sendable {
    /// It is something else.
    case foreign
    case cut
    case damaged(at: Int)
    case unsupportedVersion(Int)
    case file(FileError)
    /// What was to be done with a photo of it was refused.
    case blob(BlobError)
}

extension BackupError: CustomStringConvertible {
    /// Whether room, and room alone, is what is missing.
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
