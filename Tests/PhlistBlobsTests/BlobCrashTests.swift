import PhlistBlobs
import PhlistLog
import PhlistModel
import PhlistTestKit
import Testing

struct BlobCrashTests {
    private static let bytes = photo(1, bytes: 2 * BlobManifest.chunkBytes + 9)

    /// Keeps one photo and downloads another; whatever was told to be kept is returned.
    private func work(on fileSystem: MemoryFileSystem) -> [BlobID] {
        var told: [BlobID] = []
        do {
            var store = try openStore(on: fileSystem)
            told.append(try store.keep(photo(2, bytes: 700)))
            try store.download(Self.bytes, chunks: [1])
            try store.download(Self.bytes)
            told += BlobManifest(of: Self.bytes).map { [$0.id] } ?? []
        } catch {
            // The power is gone.
        }
        return told
    }

    @Test func `after a power cut at any call what was told is whole, and the rest can be done again`() throws {
        let whole = try disk()
        _ = work(on: whole)
        var checked = 0
        for call in 1...whole.callCount {
            let fileSystem = try disk()
            fileSystem.faults = [.powerCut(atCall: call)]
            let told = work(on: fileSystem)
            for seed in 0..<20 {
                try check(fileSystem.crashed(seed: call << 20 | seed), told, "call \(call), seed \(seed)")
                checked += 1
            }
        }
        #expect(checked > 500)
    }

    private func check(_ fileSystem: MemoryFileSystem, _ told: [BlobID], _ place: Comment) throws {
        var store = try openStore(on: fileSystem)
        let listed = try store.list()
        #expect(Set(listed).isSuperset(of: told), place)
        for id in listed {
            #expect(throws: Never.self, place) { try store.bytes(of: id) }
        }
        for partial in store.partials.values {
            for chunk in partial.kept {
                #expect(partial.manifest.accepts(Self.bytes.chunk(chunk), at: chunk), place)
            }
        }
        let id = try store.keep(photo(2, bytes: 700))
        try store.download(Self.bytes)
        let other = try #require(BlobManifest(of: Self.bytes)).id
        var again = try openStore(on: fileSystem.crashed(seed: 7))
        #expect(try again.bytes(of: id) == photo(2, bytes: 700), place)
        #expect(try again.bytes(of: other) == Self.bytes, place)
    }

    @Test func `a disk that fails at any call leaves nothing half`() throws {
        let whole = try disk()
        _ = work(on: whole)
        for call in 1...whole.callCount {
            let fileSystem = try disk()
            fileSystem.faults = [.failure(.noSpace, atCall: call)]
            _ = work(on: fileSystem)
            try check(fileSystem, [], "call \(call)")
        }
    }
}

extension MemoryFileSystem {
    /// One of the disks that a power cut now may leave.
    func crashed(seed: Int) -> MemoryFileSystem {
        var random = SeededRandom(seed: UInt64(bitPattern: Int64(seed)))
        return crashed(using: &random)
    }
}
