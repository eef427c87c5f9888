import PhlistTestKit
import Testing

@testable import PhlistModel

struct PlaceTests {
    @Test(arguments: 1...4 as ClosedRange<UInt64>)
    func `a place comes back from its bytes, and no other bytes are a place`(seed: UInt64) throws {
        var random = SeededRandom(seed: seed)
        for _ in 0..<200 {
            let section = random.number(below: 2) == 0 ? nil : EntityID(rawValue: random.next())
            let parent = random.number(below: 2) == 0 ? nil : EntityID(rawValue: random.next())
            let place = Place(section: section, parent: parent, key: random.bytes(upTo: 10))
            #expect(try Place(decoding: place.encoded) == place)
            let bytes = random.bytes(upTo: 20)
            if let place = try? Place(decoding: bytes) {
                #expect(place.encoded == bytes)
            }
        }
    }

    @Test(arguments: 1...2 as ClosedRange<UInt64>)
    func `a hundred thousand items appended one by one keep their order in keys of seven bytes`(seed: UInt64) {
        var random = SeededRandom(seed: seed)
        var last = PlaceKey.after(nil, jitter: UInt32(truncatingIfNeeded: random.next()))
        for count in 1..<100_000 {
            let next = PlaceKey.after(last, jitter: UInt32(truncatingIfNeeded: random.next()))
            guard last.lexicographicallyPrecedes(next), next.count <= 7 else {
                Issue.record("key \(next) behind \(last) after \(count) items")
                return
            }
            last = next
        }
    }

    @Test(arguments: 1...4 as ClosedRange<UInt64>)
    func `a key comes behind any other, also one that this version did not make`(seed: UInt64) {
        var random = SeededRandom(seed: seed)
        let edges: [[UInt8]] = [[], [0], [0, 0, 0, 0], [0xFF], [0xFF, 0xFF, 0xFF], [0xFF, 0xFF, 0xFF, 0xFF, 0xFF]]
        for key in edges + (0..<500).map({ _ in random.bytes(upTo: 9) }) {
            let next = PlaceKey.after(key, jitter: UInt32(truncatingIfNeeded: random.next()))
            #expect(key.lexicographicallyPrecedes(next), "\(next) behind \(key)")
            #expect(next.last != 0)
        }
    }

    @Test func `two devices that append at once mint two keys`() {
        let keys = (0..<1000 as Range<UInt32>).map { PlaceKey.after([0x40, 0, 0, 0, 1, 2, 3], jitter: $0 << 1) }
        #expect(Set(keys).count == keys.count)
    }
}
