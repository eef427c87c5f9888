import PhlistTestKit
import PhlistVocabulary
import Testing

@testable import PhlistHousehold
@testable import PhlistModel

/// Where moves bring items, against an order that is made by looking at all items.
struct MoveHistoryTests {
    @Test(arguments: 0..<12)
    func `items come to stand where a search through all of them says, or stay`(seed: Int) throws {
        var random = SeededRandom(seed: UInt64(seed))
        let device = try Device("anna")
        let titles = (0..<6).map { "item \($0)" } + ["-part", "--bit"]
        device.make("Shopping", sections: ["Dairy": ["milk", "-cream"], "Fruit": ["pear"]], titles)
        var moved = 0
        for step in 0..<150 {
            let items = device.items(in: "Shopping")
            let item = items[random.number(below: items.count)]
            switch random.number(below: 10) {
            case 0: device.give(device.change(item.entity.description, ItemChange(isTrashed: !item.isTrashed)))
            case 1: device.give(device.add("new \(step)"))
            case 2 where step == 75: device.give(.remove(["Shopping/Dairy"]))
            default: moved += move(items, on: device, &random) ? 1 : 0
            }
        }
        #expect(moved > 20)
    }

    /// Moves one or two items anywhere; returns whether the device did it.
    private func move(_ items: [ItemState], on device: Device, _ random: inout SeededRandom) -> Bool {
        guard let before = device.list("Shopping") else { return false }
        let shown = items.filter { !$0.isTrashed }
        func pick() -> EntityID { shown[random.number(below: shown.count)].entity }
        guard shown.count > 3 else { return false }
        let (named, other) = (random.happens(percent: 70) ? [pick()] : [pick(), pick()], pick())
        let (target, space, anchor) = destination(at: other, in: before, &random)
        let reply = device.give(device.move(named.map(\.description), target))[0]
        guard let outcome = reply?.outcome, let after = device.list("Shopping") else { return false }
        // What is below another one that is moved goes along, and what is placed at itself stays.
        let itself = anchor.flatMap { [$0.other] } ?? []
        let placed = EntityID.each(named).filter { item in
            !named.contains { before.isBelow(item, $0) } && !itself.contains(item)
        }
        let neighbours = before.searched(space)
        var wanted = neighbours.map(\.entity).filter { !placed.contains($0) }
        let isPlaced = before.isPlaced(placed, space, anchor, isTop: target.anchor == .top)
        guard !isPlaced, !placed.isEmpty else {
            #expect(outcome.changed.isEmpty && after.items.map(\.place) == before.items.map(\.place))
            return true
        }
        let index = Self.index(of: anchor, isTop: target.anchor == .top, in: wanted)
        let found = after.searched(space).map(\.entity)
        wanted.insert(contentsOf: placed, at: index)
        #expect(found == wanted, "\(named) to \(target)")
        #expect(Set(outcome.changed.map(\.entity)) == Set(placed))
        return true
    }

    fileprivate typealias Anchor = (other: EntityID, isBefore: Bool)

    private func destination(
        at other: EntityID,
        in list: ListState,
        _ random: inout SeededRandom
    ) -> (ItemTarget, PlaceSpace, Anchor?) {
        let standing = list.standings[other]
        switch random.number(below: 5) {
        case 0: return (ItemTarget(list: "Shopping", anchor: .top), PlaceSpace(), nil)
        case 1: return (ItemTarget(list: "Shopping"), PlaceSpace(), nil)
        case 2:
            let space = PlaceSpace(section: standing?.space.section, parent: other)
            let isTop = random.happens(percent: 50)
            return (ItemTarget(under: other.description, anchor: isTop ? .top : nil), space, nil)
        case 3: return (ItemTarget(anchor: .before(other.description)), standing?.space ?? PlaceSpace(), (other, true))
        default: return (ItemTarget(anchor: .after(other.description)), standing?.space ?? PlaceSpace(), (other, false))
        }
    }

    fileprivate static func index(of anchor: Anchor?, isTop: Bool, in items: [EntityID]) -> Int {
        guard let anchor else { return isTop ? 0 : items.count }
        guard let index = items.firstIndex(of: anchor.other) else { return items.count }
        return anchor.isBefore ? index : index + 1
    }
}

extension EntityID {
    /// Each of some ids once.
    fileprivate static func each(_ entities: [EntityID]) -> [EntityID] {
        entities.indices.filter { !entities[..<$0].contains(entities[$0]) }.map { entities[$0] }
    }
}

extension ListState {
    /// The items of a space by looking at all: those that are placed in it, and those that are shown there.
    fileprivate func searched(_ space: PlaceSpace) -> [ItemState] {
        let standings = standings
        return items.filter { item in
            PlaceSpace(section: item.place.section, parent: item.place.parent) == space
                || standings[item.entity]?.space == space
        }
    }

    fileprivate func isBelow(_ item: EntityID, _ other: EntityID) -> Bool {
        var above = standings[item]?.space.parent
        while let parent = above, parent != other { above = standings[parent]?.space.parent }
        return above == other
    }

    /// Whether moving items would change nothing that anybody sees now or after a restore.
    fileprivate func isPlaced(
        _ placed: [EntityID],
        _ space: PlaceSpace,
        _ anchor: MoveHistoryTests.Anchor?,
        isTop: Bool
    ) -> Bool {
        let shown = searched(space).filter { !$0.isTrashed }
        let own = shown.filter { PlaceSpace(section: $0.place.section, parent: $0.place.parent) == space }
        guard placed.allSatisfy({ item in own.contains { $0.entity == item } }) else { return false }
        var wanted = shown.map(\.entity).filter { !placed.contains($0) }
        wanted.insert(contentsOf: placed, at: MoveHistoryTests.index(of: anchor, isTop: isTop, in: wanted))
        return wanted == shown.map(\.entity)
    }
}
