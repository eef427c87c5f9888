import PhlistTestKit
import Testing

@testable import PhlistModel

struct PlaceKeyTests {
    @Test func `any two keys that leave room get a key between them`() throws {
        let alphabet: [UInt8] = [0x00, 0x01, 0x80, 0xFF]
        var keys: [[UInt8]] = [[]]
        for _ in 1...3 {
            keys += keys.flatMap { key in alphabet.map { key + [$0] } }
        }
        keys = Set(keys).sorted { $0.lexicographicallyPrecedes($1) }
        for (index, left) in keys.enumerated() {
            for right in keys[index...] {
                var list = PlacedList(keys: [left, right])
                list.insert([.new(1)], at: 1, by: .ann)
                // Nothing fits between a key and the same key with zeros behind it.
                let hasRoom = !right.starts(with: left) || right.dropFirst(left.count).contains { $0 != 0 }
                #expect(list.moveCount == (hasRoom ? 0 : 1), "between \(left) and \(right)")
            }
        }
    }

    @Test func `every way to build a list of six items gives the intended order`() {
        for code in 0..<720 {
            for writers in 0..<64 {
                var (list, expected, rest) = (PlacedList(), [EntityID](), code)
                for number in 0..<6 {
                    let index = rest % (number + 1)
                    rest /= number + 1
                    list.insert([.new(number)], at: index, by: writers >> number & 1 == 0 ? .ann : .ben)
                    expected.insert(.new(number), at: index)
                }
                #expect(list.entities == expected)
                #expect(list.moveCount == 0)
            }
        }
    }

    @Test(arguments: 1...4 as ClosedRange<UInt64>)
    func `inserts and moves anywhere by three devices keep the intended order`(seed: UInt64) {
        var random = SeededRandom(seed: seed)
        let writers: [UInt32] = [.ann, .ben, UInt32(random.number(below: 1 << 24))]
        var (list, expected) = (PlacedList(), [EntityID]())
        for number in 0..<5000 {
            let writer = writers[random.number(below: 3)]
            var entities = (0..<(1 + random.number(below: 3))).map { EntityID.new(number * 4 + $0) }
            if !expected.isEmpty, random.happens(percent: 60) {
                let index = random.number(below: expected.count)
                entities = [list.remove(at: index)]
                expected.remove(at: index)
            }
            let index = random.number(below: expected.count + 1)
            list.insert(entities, at: index, by: writer)
            expected.insert(contentsOf: entities, at: index)
        }
        #expect(list.entities == expected)
    }

    @Test func `keys of hostile peers are re-keyed where they leave no room`() {
        let long = Array(repeating: 0xFF as UInt8, count: Limits.placeKeyBytesMax)
        let zeros = Array(repeating: 0x00 as UInt8, count: Limits.placeKeyBytesMax)
        let lists: [[[UInt8]]] = [
            [long], [zeros], [[]], [[], []], [long, long, long], [[], zeros, long], [zeros, Array(zeros.dropLast())],
            Array(repeating: [0x42], count: 40), Array(repeating: long, count: 40),
            (0...63).map { Array(long.prefix($0)) }, (0...63).map { Array(zeros.prefix($0)) },
            (0...255).map { Array(long.dropLast()) + [$0] },
        ]
        for keys in lists {
            for index in 0...keys.count {
                var list = PlacedList(keys: keys)
                var expected = list.entities
                for number in 0..<50 {
                    list.insert([.new(number)], at: index, by: .ann)
                    expected.insert(.new(number), at: index)
                }
                #expect(list.entities == expected)
            }
        }
    }

    @Test func `between two items of one key only one moves`() {
        for count in 2...9 {
            for index in 1..<count {
                var list = PlacedList(keys: Array(repeating: [0x90], count: count))
                list.insert([.new(1), .new(2)], at: index, by: .ann)
                #expect(list.moveCount <= max(1, min(index, count - index)) * 2)
            }
        }
    }

    @Test func `a placement does not depend on where the collection starts`() {
        var list = PlacedList()
        for number in 0..<5 {
            list.append(.new(number), by: .ann)
        }
        let slice = list.items[2...]
        let placement = PlaceKey.place(1, among: slice, at: 2, by: .ben)
        #expect(placement.keys == PlaceKey.place(1, among: Array(slice), at: 0, by: .ben).keys)
    }
}

extension EntityID {
    static func new(_ number: Int) -> EntityID {
        EntityID(rawValue: 1_000_000 + UInt64(number))
    }
}
