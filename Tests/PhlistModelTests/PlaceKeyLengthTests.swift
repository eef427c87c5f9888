import PhlistTestKit
import Testing

@testable import PhlistModel

/// How long keys get, as exact counts: a change of the scheme shows here.
struct PlaceKeyLengthTests {
    /// Where the next of many items goes.
    enum Spot: CaseIterable {
        case last, first, behindOne, beforeOne
    }

    @Test(arguments: Spot.allCases, [[UInt32.ann], [.ann, .ben]])
    func `10^5 inserts in one gap take keys of seven bytes at an end of the list, twelve inside`(
        spot: Spot,
        writers: [UInt32]
    ) {
        // Only the neighbours at the spot matter, so the rest of the list is left out.
        var around: [PlaceKey.Neighbour] = []
        if spot == .behindOne || spot == .beforeOne {
            var list = PlacedList()
            list.insert([.new(0), .new(1)], at: 0, by: 9)
            around = list.items
        }
        var lengths: Set<Int> = []
        for number in 0..<100_000 {
            let index = spot == .last ? around.count : spot == .first ? 0 : 1
            let placement = PlaceKey.place(1, among: around, at: index, by: writers[number % writers.count])
            guard placement.moves.isEmpty, let key = placement.keys.first else {
                Issue.record("\(placement) for item \(number)")
                return
            }
            lengths.insert(key.count)
            let new = (entity: EntityID.new(2 + number), key: key)
            switch spot {
            case .last, .first: around = [new]
            case .behindOne: around = [around[0], new]
            case .beforeOne: around = [new, around[around.count - 1]]
            }
        }
        let isInside = spot == .behindOne || spot == .beforeOne
        // Positions rise in larger steps than counts do, so writers in turn need one byte more.
        #expect(lengths.max() == (isInside ? 12 : 7) + writers.count - 1)
    }

    @Test func `inserts in one gap that close in on one point move few items`() {
        var list = PlacedList()
        list.insert([.new(200_000), .new(200_001)], at: 0, by: .ben)
        for number in 0..<20_000 {
            // Always between the two newest: the worst that can be done to keys.
            let index = 1 + (number + 1) / 2
            list.insert([.new(number)], at: index, by: .ann)
        }
        #expect(list.bytesMax <= Limits.placeKeyBytesMax)
        // Such a gap takes two items per level of five bytes, so about every twelfth item must make room.
        #expect(list.rewriteCount < 2_000)
        #expect(list.moveCount < 40_000)
    }
}
