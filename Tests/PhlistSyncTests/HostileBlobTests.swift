import PhlistSimulator
import Testing

@testable import PhlistHousehold
@testable import PhlistModel
@testable import PhlistSync

/// Photos of a member device that has turned hostile.
struct HostileBlobTests {
    private static func household() throws -> Home {
        let home = Home(try Device("anna"), try Device("ben"), try Device("mallory"))
        for number in 1...2 {
            try home.join(number, to: 0)
            home.connect(number, 0)
        }
        home.meet()
        home.disconnect()
        return home
    }

    private static func reference(
        to original: [UInt8],
        _ thumbnail: [UInt8],
        on device: Device
    ) throws -> PhotoReference {
        let (large, small) = (device.photos.put(original), device.photos.put(thumbnail))
        let (whole, little) = (try #require(large), try #require(small))
        return try #require(
            PhotoReference(
                original: whole,
                thumbnail: little,
                size: original.count,
                type: .jpeg,
                width: 4,
                height: 3
            )
        )
    }

    @Test func `downloads that nobody goes on with make room for one that somebody has`() throws {
        let home = try Self.household()
        let (anna, ben, mallory) = (home.devices[0], home.devices[1], home.devices[2])
        home.isLost = { frame in
            if frame.from == 2, case .blobChunk? = frame.message { true } else { false }
        }
        home.connect(2, 0)
        for number in 0..<BlobLimits.transfersMax {
            mallory.give(mallory.add("item \(number)"))
            mallory.setPhoto(of: "item \(number)", chunks: 1, seed: UInt8(number + 1))
        }
        home.settle()
        #expect(anna.replica.blobs.transfers.count == BlobLimits.transfersMax)
        home.connect(1, 0)
        ben.give(ben.add("milk"))
        let photo = try #require(ben.setPhoto(of: "milk", chunks: 3, seed: 200))
        home.settle()
        // The hostile device is asked for one chunk at a time, and never answers.
        for _ in 0..<2 {
            anna.monotonic += BlobLimits.answerMilliseconds
            let timers = anna.timers.sorted { "\($0)" < "\($1)" }
            let due = timers.filter { if case .keepAlive = $0 { true } else { false } }
            anna.turn(due.map { .timerFired($0) })
            home.settle()
        }
        #expect(anna.holds(photo))
        #expect(anna.replica.blobs.transfers.count <= BlobLimits.transfersMax)
    }

    @Test func `a thumbnail is small, and an original as large as it is said to be`() throws {
        let home = try Self.household()
        let (anna, mallory) = (home.devices[0], home.devices[2])
        home.connect(2, 0)
        mallory.give(mallory.add("milk", "tea", "salt"))
        let small = [UInt8](repeating: 1, count: 100)
        let tooLarge = [UInt8](repeating: 2, count: BlobLimits.thumbnailBytesMax + 1)
        let huge = [UInt8](repeating: 3, count: 10 * BlobManifest.chunkBytes)
        let good = try Self.reference(to: [UInt8](repeating: 4, count: 1000), small, on: mallory)
        let first = try Self.reference(to: [UInt8](repeating: 5, count: 1000), tooLarge, on: mallory)
        let second = try Self.reference(to: [UInt8](repeating: 6, count: 1000), huge, on: mallory)
        for (item, reference) in zip(["milk", "tea", "salt"], [good, first, second]) {
            mallory.give(mallory.change(item, ItemChange(photo: .reference(reference))))
        }
        home.settle()
        home.compareAgain()
        #expect(anna.holds(good))
        let held = Set(anna.photos.whole.keys)
        #expect(held.contains(first.original) && !held.contains(first.thumbnail) && !held.contains(second.thumbnail))
        #expect(!anna.photos.keptChunks.contains { $0.blob == second.thumbnail })
        #expect(anna.replica.blobs.transfers.isEmpty)
    }

    @Test func `chunks are asked for no faster than the disk takes them`() throws {
        let home = try Self.household()
        let (anna, ben) = (home.devices[0], home.devices[1])
        anna.photos.isSlow = true
        home.connect(1, 0)
        ben.give(ben.add("milk"))
        let photo = try #require(ben.setPhoto(of: "milk", chunks: 120, seed: 9))
        home.settle()
        #expect(anna.replica.blobs.unwritten <= BlobLimits.chunksUnwrittenMax)
        #expect(!anna.holds(photo))
        anna.photos.isSlow = false
        for _ in 0..<BlobLimits.chunksUnwrittenMax { anna.turn([.chunkWritten]) }
        home.settle()
        #expect(anna.holds(photo))
    }
}
