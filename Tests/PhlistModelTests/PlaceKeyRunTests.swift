import PhlistTestKit
import Testing

@testable import PhlistModel

/// Runs that two devices write apart from each other at one spot.
struct PlaceKeyRunTests {
    /// How a device puts its items down at the spot, of which it knows only its own list.
    enum Way: CaseIterable {
        case paste, typeOn, typeUpwards, pasteInHalves, typeInside
    }

    /// The lists that both know, each with the spot.
    private static func starts(by writer: UInt32) -> [(list: PlacedList, index: Int)] {
        var written = [0, 1, 5].map { count in
            var list = PlacedList()
            for number in 0..<count {
                list.append(.new(number), by: writer)
            }
            return list
        }
        written.append(written[2])
        _ = written[3].remove(at: 2)
        // Two runs between whose positions there is no third.
        let crowded = PlacedList(keys: [
            PlaceLevel(position: 0, writer: writer, count: 0).bytes,
            PlaceLevel(position: 1, writer: writer, count: 0).bytes,
        ])
        return [(written[0], 0), (written[1], 0), (written[1], 1), (written[2], 0), (written[2], 2), (written[2], 5)]
            + [(written[3], 2), (crowded, 1)]
    }

    @Test(arguments: Way.allCases, Way.allCases)
    func `two 200-item pastes at one spot, or runs typed there, do not mix`(first: Way, second: Way) {
        for writer in [UInt32.ann, .ben, 7] {
            for (list, index) in Self.starts(by: writer) {
                for count in [4, 200] {
                    check(first, second, count, in: list, at: index)
                }
            }
        }
    }

    private func check(_ first: Way, _ second: Way, _ count: Int, in list: PlacedList, at index: Int) {
        var (ann, ben) = (list, list)
        write((0..<count).map { .new(1000 + $0) }, first, into: &ann, at: index, by: .ann)
        write((0..<count).map { .new(2000 + $0) }, second, into: &ben, at: index, by: .ben)
        #expect(ann.moveCount + ben.moveCount == 0)
        let (hers, his) = (ann.entities(index, count), ben.entities(index, count))
        ann.merge(ben)
        let merged = ann.entities(index, 2 * count)
        #expect(merged == hers + his || merged == his + hers, "\(first), \(second), \(count) items among \(list.items)")
    }

    private func write(
        _ entities: [EntityID],
        _ way: Way,
        into list: inout PlacedList,
        at index: Int,
        by writer: UInt32
    ) {
        let half = entities.count / 2
        switch way {
        case .paste:
            list.insert(entities, at: index, by: writer)
        case .typeOn:
            for (offset, entity) in entities.enumerated() { list.insert([entity], at: index + offset, by: writer) }
        case .typeUpwards:
            for entity in entities { list.insert([entity], at: index, by: writer) }
        case .pasteInHalves:
            list.insert(Array(entities[half...]), at: index, by: writer)
            list.insert(Array(entities[..<half]), at: index, by: writer)
        case .typeInside:
            for (offset, entity) in entities.enumerated() {
                list.insert([entity], at: index + min(2, offset), by: writer)
            }
        }
    }

    @Test func `a run goes on as one when its writer comes back to it`() {
        var ann = PlacedList()
        ann.append(.new(0), by: .ben)
        var ben = ann
        for number in 1...4 {
            ann.append(.new(number), by: .ann)
        }
        for number in 11...14 {
            ben.append(.new(number), by: .ben)
        }
        let (hers, his) = (ann, ben)
        ann.merge(his)
        ben.merge(hers)
        #expect(ann.entities == ben.entities)
        #expect(ann.entities.map(\.rawValue).map { $0 % 1000 } == [0, 11, 12, 13, 14, 1, 2, 3, 4])
    }
}
