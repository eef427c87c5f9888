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

    @Test func `a place with a key that is too long is refused`() throws {
        let longest = Place(key: Array(repeating: 1, count: Limits.placeKeyBytesMax))
        #expect(try Place(decoding: longest.encoded) == longest)
        #expect(throws: CodecError.overLimit(65)) { try Place(decoding: longest.encoded + [1]) }
    }
}
