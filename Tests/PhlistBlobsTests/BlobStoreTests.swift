import Foundation
import PhlistBlobs
import PhlistLog
import PhlistModel
import PhlistTestKit
import Testing

struct BlobStoreTests {
    @Test func `a blob is named by the hashes of its chunks, and chunks verify alone`() throws {
        let bytes = photo(1, bytes: 150_000)
        let manifest = try #require(BlobManifest(of: bytes))
        #expect(manifest.chunkCount == 3)
        #expect(BlobManifest(hashes: manifest.hashes) == manifest)
        #expect(manifest.id.description == "\(try #require(BlobID(hexadecimal: manifest.id.description)))")
        for chunk in 0..<3 {
            #expect(manifest.accepts(bytes.chunk(chunk), at: chunk))
            #expect(!manifest.accepts(bytes.chunk(chunk), at: (chunk + 1) % 3))
            #expect(!manifest.accepts(bytes.chunk(chunk).dropLast(), at: chunk))
            #expect(!manifest.accepts(bytes.chunk(chunk) + [0], at: chunk))
        }
        #expect(BlobManifest(of: []) == nil)
        #expect(BlobManifest(hashes: Array(manifest.hashes.dropLast())) == nil)
        #expect(BlobManifest(hashes: photo(1, bytes: 32 * (Limits.blobChunksMax + 1))) == nil)
    }

    @Test(arguments: [1, 65_535, 65_536, 65_537, 1_000_000])
    func `what is kept comes back, on every kind of disk`(size: Int) throws {
        let bytes = photo(2, bytes: size)
        try onBothDisks { fileSystem, path in
            var store = try openStore(on: fileSystem, at: path)
            let id = try store.keep(bytes)
            let other = photo(3, bytes: size)
            try store.download(other)
            var again = try openStore(on: fileSystem, at: path)
            #expect(try again.bytes(of: id) == bytes)
            #expect(try again.list().count == 2)
            let manifest = try #require(BlobManifest(of: other))
            #expect(try again.manifest(of: manifest.id) == manifest)
            for chunk in 0..<manifest.chunkCount {
                #expect(try again.chunk(chunk, of: manifest.id) == other.chunk(chunk))
            }
            #expect(throws: BlobError.missing(manifest.id)) {
                try again.chunk(manifest.chunkCount, of: manifest.id)
            }
        }
    }

    private func onBothDisks(_ body: (any FileSystem, String) throws -> Void) throws {
        try body(disk(), "/state")
        let directory = FileManager.default.temporaryDirectory.appending(path: "phlist-blobs-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: directory, withIntermediateDirectories: false)
        defer { try? FileManager.default.removeItem(at: directory) }
        try body(PosixFileSystem(), directory.path)
    }

    @Test func `a download goes on after a restart with the chunks that verify`() throws {
        let fileSystem = try disk()
        let bytes = photo(4, bytes: 5 * BlobManifest.chunkBytes + 7)
        let id = try #require(BlobManifest(of: bytes)).id
        var store = try openStore(on: fileSystem)
        try store.download(bytes, chunks: [4, 0, 2])
        // A sector of one chunk rots meanwhile.
        let file = try fileSystem.open("/state/blobs/partial/\(id)", .update)
        try file.write([1, 2, 3], at: 2 * BlobManifest.chunkBytes + 900)
        var again = try openStore(on: fileSystem)
        #expect(again.partials[id]?.kept == [0, 4])
        #expect(!again.has(id))
        try again.download(bytes)
        #expect(try again.bytes(of: id) == bytes)
        #expect(try fileSystem.list("/state/blobs/partial").isEmpty)
    }

    @Test func `a wrong chunk is refused, and nothing is finished that is not whole`() throws {
        var store = try openStore(on: try disk())
        let bytes = photo(5, bytes: 100_000)
        let manifest = try #require(BlobManifest(of: bytes))
        try store.begin(manifest)
        #expect(throws: BlobError.damaged(manifest.id)) { try store.keep(bytes.chunk(1), chunk: 0, of: manifest.id) }
        #expect(throws: BlobError.missing(manifest.id)) { try store.finish(manifest.id) }
        try store.drop(manifest.id)
        #expect(throws: BlobError.missing(manifest.id)) { try store.keep(bytes.chunk(0), chunk: 0, of: manifest.id) }
    }

    @Test func `a damaged blob is put aside and can be fetched again`() throws {
        let fileSystem = try disk()
        let bytes = photo(6, bytes: 100_000)
        var store = try openStore(on: fileSystem)
        let id = try store.keep(bytes)
        let path = "/state/blobs/\("\(id)".prefix(2))/\(id)"
        try fileSystem.open(path, .update).write([7], at: 70_000)
        // The run that knows its manifest finds it with the chunk, another run with the first look.
        #expect(try store.chunk(0, of: id) == bytes.chunk(0))
        #expect(throws: BlobError.damaged(id)) { try store.chunk(1, of: id) }
        #expect(!store.has(id))
        #expect(fileSystem.contents(of: "/state/quarantine/blob-\(id)")?.count == 100_000)
        try store.download(bytes)
        #expect(try store.bytes(of: id) == bytes)
        try fileSystem.open(path, .update).write([7], at: 5)
        var again = try openStore(on: fileSystem)
        #expect(throws: BlobError.damaged(id)) { try again.manifest(of: id) }
    }

    @Test func `photos leave a tenth of the disk free, and room for text`() throws {
        let fileSystem = try disk()
        var store = try openStore(on: fileSystem)
        fileSystem.capacityBytes = 64 << 20
        #expect(throws: BlobError.self) { try store.keep(photo(7, bytes: 10)) }
        fileSystem.capacityBytes = 80 << 20
        let id = try store.keep(photo(7, bytes: 10))
        let large = try #require(BlobManifest(hashes: photo(1, bytes: 32 * 256)))
        #expect(throws: BlobError.self) { try store.begin(large) }
        fileSystem.capacityBytes = 2 << 30
        fileSystem.place(Array(repeating: 0, count: 10), at: "/state/x")
        #expect(try store.bytes(of: id).count == 10)
        #expect(throws: BlobError.badSize(0)) { try store.keep([]) }
        #expect(throws: BlobError.badSize(Limits.blobBytesMax + 1)) {
            try store.keep(Array(repeating: 1, count: Limits.blobBytesMax + 1))
        }
    }

    @Test func `junk in the folder neither stops the store nor is taken for a blob`() throws {
        let fileSystem = try disk()
        var store = try openStore(on: fileSystem)
        let id = try store.keep(photo(8, bytes: 10))
        for name in ["partial/x", "partial/\(id).manifest", "partial/\(id)", "\("\(id)".prefix(2))/junk", "zz"] {
            fileSystem.place([1], at: "/state/blobs/\(name)")
        }
        try fileSystem.makeDirectory("/state/blobs/00")
        fileSystem.place([1], at: "/state/blobs/00/\(id)")
        let again = try openStore(on: fileSystem)
        #expect(try again.list() == [id])
        #expect(again.partials.isEmpty)
        #expect(try fileSystem.list("/state/blobs/partial").isEmpty)
    }

    @Test func `what nothing refers to stays for thirty days, and comes back into use`() throws {
        let day: Int64 = 24 * 60 * 60 * 1000
        let fileSystem = try disk()
        var store = try openStore(on: fileSystem)
        let ids = try (10..<13).map { try store.keep(photo($0, bytes: 100)) }
        #expect(try store.sweep(keeping: [ids[0]], now: day) == [])
        var again = try openStore(on: fileSystem)
        // One is used again for a while, and its month begins anew.
        #expect(try again.sweep(keeping: [ids[0], ids[1]], now: 10 * day) == [])
        #expect(try again.sweep(keeping: [ids[0]], now: 30 * day) == [])
        #expect(try again.sweep(keeping: [ids[0]], now: 31 * day) == [ids[2]])
        #expect(try again.list() == [ids[0], ids[1]].sorted())
        // A clock that was far ahead and steps back takes nothing away early.
        #expect(try again.sweep(keeping: [ids[0]], now: 2 * day) == [])
        #expect(try again.sweep(keeping: [ids[0]], now: 31 * day) == [])
        #expect(try again.sweep(keeping: [ids[0]], now: 32 * day) == [ids[1]])
    }

    @Test func `downloads that go on count as what they will take`() throws {
        let fileSystem = try disk()
        var store = try openStore(on: fileSystem)
        let size = 4 * BlobManifest.chunkBytes
        let needed = { (count: Int) in LogLimits.freeBytesMin + count * size }
        fileSystem.capacityBytes = needed(3) - 1
        let manifests = try (1...3 as ClosedRange<UInt64>).map { seed in
            try #require(BlobManifest(of: photo(seed, bytes: size)))
        }
        try store.begin(manifests[0])
        try store.begin(manifests[1])
        #expect(throws: BlobError.self) { try store.begin(manifests[2]) }
        #expect(throws: BlobError.self) { try store.keep(photo(9, bytes: size)) }
        try store.drop(manifests[0].id)
        try store.begin(manifests[2])
    }

    @Test func `a photo that is set again has its month anew`() throws {
        let day: Int64 = 24 * 60 * 60 * 1000
        var store = try openStore(on: try disk())
        let id = try store.keep([1, 2, 3])
        #expect(try store.sweep(keeping: [], now: day) == [])
        #expect(try store.keep([1, 2, 3]) == id)
        #expect(try store.sweep(keeping: [], now: 40 * day) == [])
        #expect(try store.sweep(keeping: [], now: 70 * day) == [id])
    }
}
