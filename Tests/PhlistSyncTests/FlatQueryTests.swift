import PhlistSimulator
import PhlistTestKit
import PhlistVocabulary
import Testing

@testable import PhlistHousehold
@testable import PhlistModel
@testable import PhlistSync

/// One sequence over the items of all lists.
struct FlatQueryTests {
    private static let lists = ["Shopping", "Garden", "Trip"]

    private static func household(_ random: inout SeededRandom) throws -> Device {
        let device = try Device("anna")
        for list in lists {
            device.give(.create(NewList(title: list)))
            for number in 0..<Int.random(in: 0...8, using: &random) {
                device.wall += Int64.random(in: 0...2, using: &random)
                let title = ["apfel", "Äpfel", "milk", "zèbre"].randomElement(using: &random) ?? ""
                device.give(device.add("\(title) \(list) \(number)", to: list))
                device.give(device.change("\(list)/\(title) \(list) \(number)", change(&random)))
            }
        }
        return device
    }

    private static func change(_ random: inout SeededRandom) -> ItemChange {
        let day = CivilDate(year: 2026, month: 11, day: .random(in: 19...23, using: &random))
        return switch Int.random(in: 0..<4, using: &random) {
        case 0: ItemChange(state: .done)
        case 1: ItemChange(percent: .random(in: 0...100, using: &random))
        default: ItemChange(due: day.map { .on($0) })
        }
    }

    /// The number by which items are sorted; nil for those that come last.
    private static func number(_ found: FoundItem, _ sort: ItemSort) -> Int64? {
        switch sort {
        case .manual, .name: 0
        case .due: found.item.due.map { Int64($0.dayNumber) }
        case .created: found.item.created.stamp.milliseconds
        case .updated: -found.item.updated.stamp.milliseconds
        case .percent: Int64(-found.percent)
        case .done: found.item.state == .done ? found.item.stateAct.map { -$0.stamp.milliseconds } : nil
        }
    }

    @Test(arguments: 1...20 as ClosedRange<UInt64>)
    func `the items of all lists are sorted together, and ties keep the order of the lists`(seed: UInt64) throws {
        var random = SeededRandom(seed: seed)
        let device = try Self.household(&random)
        let spots = Self.lists.compactMap { device.scope(ofList: $0) }.map { Library.Spot(scope: $0) }
        for sort in ItemSort.allCases where sort != .name {
            for isReversed in [false, true] {
                let order = ItemOrder(sort, isReversed: isReversed)
                let query = ItemQuery(states: [.open, .done], order: order, isFlat: true)
                let found = device.replica.library.items({ _ in query }, in: spots)
                let apart = spots.flatMap { device.replica.library.items({ _ in query }, in: [$0]) }
                guard sort != .manual else {
                    let lists = isReversed ? spots.reversed() : spots
                    let inTurn = lists.flatMap { device.replica.library.items({ _ in query }, in: [$0]) }
                    #expect(found.map(\.item) == inTurn.map(\.item), "\(sort)")
                    continue
                }
                let sign: Int64 = isReversed ? -1 : 1
                let sorted = apart.enumerated().sorted { left, right in
                    let keys = [left, right].map { Self.number($0.element, sort).map { $0 * sign } ?? .max }
                    return (keys[0], left.offset) < (keys[1], right.offset)
                }
                #expect(found.map(\.item) == sorted.map(\.element.item), "\(sort)")
            }
        }
    }

    @Test func `names of all lists stand by fold`() throws {
        let device = try Device("anna")
        for (list, titles) in [("Shopping", ["zèbre", "apfel"]), ("Garden", ["Birne", "yeast"])] {
            device.give(.create(NewList(title: list)))
            for title in titles { device.give(device.add(title, to: list)) }
        }
        let spots = ["Shopping", "Garden"].compactMap { device.scope(ofList: $0) }.map { Library.Spot(scope: $0) }
        let query = ItemQuery(order: ItemOrder(.name), isFlat: true)
        let found = device.replica.library.items({ _ in query }, in: spots)
        #expect(found.map(\.item.title) == ["apfel", "Birne", "yeast", "zèbre"])
        #expect(found.map(\.depth) == [0, 0, 0, 0])
    }

    @Test(arguments: [["Shopping", "Garden"], ["Garden", "Shopping"]])
    func `which states show is each list's own choice, whichever comes first`(order: [String]) throws {
        let device = try Device("anna")
        for list in order {
            device.give(.create(NewList(title: list)))
            device.give(device.add("open in \(list)", "done in \(list)", to: list))
            device.give(device.change("\(list)/done in \(list)", ItemChange(state: .done)))
        }
        let spots = order.compactMap { device.scope(ofList: $0) }.map { Library.Spot(scope: $0) }
        let found = device.replica.library.items(
            { list in
                let states: Set<WorkState> = list.title == "Garden" ? [.open, .done] : [.open]
                return ItemQuery(states: states, order: ItemOrder(.name), isFlat: true)
            },
            in: spots
        )
        #expect(found.map(\.item.title) == ["done in Garden", "open in Garden", "open in Shopping"])
    }
}
