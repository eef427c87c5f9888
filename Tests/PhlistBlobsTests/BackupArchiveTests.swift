import PhlistBlobs
import PhlistLog
import PhlistModel
import PhlistTestKit
import Testing

struct BackupArchiveTests {
    private static let log = photo(9, bytes: 300)
    private static let photos = [photo(1, bytes: 70_000), photo(2, bytes: 1), photo(3, bytes: 500)]

    /// A backup, and where its log and each of its photos end.
    private static func archive(of photos: [[UInt8]] = photos) throws -> (bytes: [UInt8], ends: [Int]) {
        var bytes = BackupArchive.header(logByteCount: log.count) + log
        var ends = [bytes.count]
        for photo in photos {
            bytes += BackupArchive.entry(try #require(BlobManifest(of: photo)).id, byteCount: photo.count) + photo
            ends.append(bytes.count)
        }
        return (bytes + BackupArchive.end(photoCount: photos.count), ends)
    }

    /// What a file of some bytes is taken for.
    private static func read(_ bytes: [UInt8]) throws -> Result<(log: [UInt8], photos: [[UInt8]]), BackupError> {
        let fileSystem = try disk()
        try fileSystem.open("/state/kept", .create).write(bytes, at: 0)
        do throws(BackupError) {
            let archive = try BackupArchive("/state/kept", on: fileSystem)
            var photos: [[UInt8]] = []
            let found = try archive.forEachPhoto { id, bytes in
                #expect(BlobManifest(of: bytes)?.id == id)
                photos.append(bytes)
            }
            #expect(found.ids.count == photos.count && found.byteCount == photos.map(\.count).reduce(0, +))
            return .success((try log(of: archive), photos))
        } catch {
            return .failure(error)
        }
    }

    private static func log(of archive: BackupArchive) throws(BackupError) -> [UInt8] {
        do throws(FileError) {
            #expect(try archive.log.attributes().size == log.count)
            // A file gives no more than it has, and this one nothing of what stands behind it.
            return try archive.log.read(100, at: 0) + archive.log.read(1000, at: 100)
        } catch {
            throw .file(error)
        }
    }

    @Test(arguments: 0...3)
    func `the log and the photos come back`(count: Int) throws {
        let photos = Array(Self.photos.prefix(count))
        let read = try Self.read(try Self.archive(of: photos).bytes).get()
        #expect(read.log == Self.log)
        #expect(read.photos == photos)
    }

    @Test func `cut at any byte, or with a byte more, it is not a complete backup`() throws {
        let (bytes, ends) = try Self.archive()
        // Inside the large photo every cut is like its neighbours.
        let inside = (ends[0] + 200)..<(ends[1] - 200)
        for count in 0..<bytes.count where !inside.contains(count) || count.isMultiple(of: 4099) {
            guard case .failure(let error) = try Self.read(Array(bytes.prefix(count))) else {
                Issue.record("whole although cut at \(count)")
                continue
            }
            #expect(error == (count < 8 ? .foreign : .cut), "\(count)")
        }
        #expect(throws: BackupError.self) { try Self.read(bytes + [0]).get() }
    }

    @Test func `no bit outside of the log can change unnoticed`() throws {
        let (bytes, ends) = try Self.archive()
        let logRange = 24..<ends[0]
        let inside = (ends[0] + 60)..<(ends[1] - 20)
        for index in bytes.indices where !logRange.contains(index) && (!inside.contains(index) || index % 9001 == 0) {
            for bit in 0..<8 {
                var damaged = bytes
                damaged[index] ^= 1 << bit
                #expect(throws: BackupError.self, "bit \(bit) of byte \(index)") { try Self.read(damaged).get() }
            }
        }
    }

    @Test func `a photo that is left out, comes twice or has another's name is noticed`() throws {
        let (bytes, ends) = try Self.archive()
        let without = Array(bytes[..<ends[1]] + bytes[ends[2]...])
        let twice = Array(bytes[..<ends[2]] + bytes[ends[1]..<ends[2]] + bytes[ends[3]...])
        var renamed = bytes
        renamed.replaceSubrange(ends[1]..<(ends[1] + 32), with: bytes[ends[0]..<(ends[0] + 32)])
        for wrong in [without, twice, renamed] {
            #expect(throws: BackupError.self) { try Self.read(wrong).get() }
        }
    }

    @Test func `a backup of a later version, and a log, are told apart`() throws {
        var bytes = try Self.archive().bytes
        bytes[8] = 2
        #expect(throws: BackupError.unsupportedVersion(2)) { try Self.read(bytes).get() }
        #expect(throws: BackupError.foreign) { try Self.read(Array("PHLISTLG".utf8) + Self.log).get() }
    }

    @Test func `looking into the folder finds what is damaged and changes nothing`() throws {
        let fileSystem = try disk()
        #expect(try PhotoExamination(in: "/state", on: fileSystem).whole.isEmpty)
        var store = try openStore(on: fileSystem)
        let ids = try Self.photos.map { bytes throws(BlobError) in try store.keep(bytes) }
        let path = "/state/blobs/\("\(ids[2])".prefix(2))/\(ids[2])"
        try fileSystem.open(path, .update).write([1, 2, 3], at: 7)
        try store.begin(try #require(BlobManifest(of: photo(5, bytes: 200_000))))
        for _ in 0..<2 {
            let found = try PhotoExamination(in: "/state", on: fileSystem)
            #expect(found.whole == [ids[0], ids[1]])
            #expect(found.byteCount == 70_001)
            #expect(found.damaged == [ids[2]])
        }
        try fileSystem.open(path, .update).truncate(to: 0)
        #expect(try PhotoExamination(in: "/state", on: fileSystem).damaged == [ids[2]])
        try fileSystem.unlink(path)
        #expect(try PhotoExamination(in: "/state", on: fileSystem).damaged.isEmpty)
    }

    @Test func `a folder that cannot be listed is not an empty one`() throws {
        let fileSystem = try disk()
        var store = try openStore(on: fileSystem)
        _ = try store.keep(Self.photos[0])
        fileSystem.faults = [.failure(.inputOutput, fromCall: fileSystem.callCount + 1)]
        #expect(throws: BlobError.self) { try PhotoExamination(in: "/state", on: fileSystem) }
        let other = try disk()
        _ = try other.open("/state/blobs", .create)
        #expect(throws: BlobError.self) { try PhotoExamination(in: "/state", on: other) }
    }
}
