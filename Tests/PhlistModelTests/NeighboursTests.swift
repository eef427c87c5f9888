import PhlistTestKit
import Testing

@testable import PhlistModel

/// The items next to each other, against a search through all items.
struct NeighboursTests {
    @Test(arguments: 0..<8)
    func `what is next to an item is what a search through all items finds`(part: Int) {
        for seed in 0..<60 {
            var history = ListIndexHistory(seed: UInt64(40_000 + part * 60 + seed))
            for step in 0..<30 {
                let number = history.step()
                let draft = step % 3 == 0 ? history.draft(of: number) : nil
                let list = ListState(history.devices[number].state, with: draft)
                guard let problem = ListViewOracle(list).differenceOfSpaces(from: list) else { continue }
                Issue.record("seed \(40_000 + part * 60 + seed), step \(step): \(problem)")
                return
            }
        }
    }

    @Test func `keys between two items are those that a search finds unless others have to move`() {
        var random = SeededRandom(seed: 1)
        for _ in 0..<2000 {
            let list = PlacedList(keys: (0..<random.number(below: 4)).map { _ in random.bytes(upTo: 250) })
            let (index, count) = (random.number(below: list.items.count + 1), 1 + random.number(below: 3))
            let placement = PlaceKey.place(count, among: list.items, at: index, by: .ann)
            let (left, right) = (list.items[..<index].last, list.items[index...].first)
            let keys = PlaceKey.keys(count, between: left, and: right, by: .ann)
            #expect(keys == (placement.moves.isEmpty ? placement.keys : nil))
        }
    }
}

extension ListViewOracle {
    /// What the list says otherwise about spaces and what is next to each other in them.
    fileprivate func differenceOfSpaces(from list: ListState) -> String? {
        let shown = list.spaces
        for item in all {
            guard shown[item.entity] == space(of: item, in: list) else { return "space of \(item.entity)" }
            let below = item.isTrashed ? [] : self.below(item)
            guard list.items(below: item.entity).map(\.entity) == below.map(\.entity) else { return "below" }
            let children = item.isTrashed ? [] : self.children(of: item)
            guard list.subitems[item.entity] ?? [] == children.map(\.entity) else { return "subitems" }
        }
        let placed = all.map { PlaceSpace(section: $0.place.section, parent: $0.place.parent) }
        let spaces = Set(placed + all.compactMap { space(of: $0, in: list) } + [PlaceSpace()])
        return spaces.lazy.compactMap { self.difference(in: $0, from: list) }.first
    }

    private func difference(in space: PlaceSpace, from list: ListState) -> String? {
        let expected = all.filter { item in
            PlaceSpace(section: item.place.section, parent: item.place.parent) == space
                || self.space(of: item, in: list) == space
        }
        let neighbours = list.neighbours(in: space)
        guard neighbours.all.map(\.entity) == expected.map(\.entity) else { return "all in \(space)" }
        guard neighbours.all.map(\.key) == expected.map(\.place.key) else { return "keys in \(space)" }
        for item in all {
            let isHere = expected.contains { $0.entity == item.entity }
            guard (neighbours.neighbour(item.entity) != nil) == isHere else { return "whether \(item) is in \(space)" }
        }
        for withTrash in [true, false] {
            for count in 0...2 {
                let without = Set((expected.prefix(count / 2) + expected.suffix(count)).map(\.entity))
                let counted = expected.map { (item: $0, counts: withTrash || !$0.isTrashed) }
                    .map { ($0.item.entity, $0.counts && !without.contains($0.item.entity)) }
                guard isRight(neighbours, counted, withTrash, without) else { return "next to others in \(space)" }
            }
        }
        return nil
    }

    /// Whether the first and the last item, and those next to each other one, are the ones that count.
    private func isRight(
        _ neighbours: Neighbours,
        _ items: [(entity: EntityID, counts: Bool)],
        _ withTrash: Bool,
        _ without: Set<EntityID>
    ) -> Bool {
        let (first, last) = (items.first(where: \.counts)?.entity, items.last(where: \.counts)?.entity)
        guard neighbours.first(withTrash: withTrash, without: without)?.entity == first,
            neighbours.last(withTrash: withTrash, without: without)?.entity == last
        else { return false }
        return items.indices.allSatisfy { index in
            let position = neighbours.neighbour(items[index].entity)
            let behind = items[(index + 1)...].first(where: \.counts)?.entity
            let before = items[..<index].last(where: \.counts)?.entity
            return neighbours.first(behind: position, withTrash: withTrash, without: without)?.entity == behind
                && neighbours.last(before: position, withTrash: withTrash, without: without)?.entity == before
        }
    }

    /// The space in which an item is displayed; nil if it is in the trash.
    private func space(of item: ItemState, in list: ListState) -> PlaceSpace? {
        guard !item.isTrashed else { return nil }
        var top = item
        while let parent = parent(of: top) { top = parent }
        let section = top.place.section.flatMap { list.section($0)?.entity }
        return PlaceSpace(section: section, parent: parent(of: item)?.entity)
    }

    private func children(of item: ItemState) -> [ItemState] {
        all.filter { !$0.isTrashed && parent(of: $0)?.entity == item.entity }
    }

    private func below(_ item: ItemState) -> [ItemState] {
        children(of: item).flatMap { [$0] + below($0) }
    }
}
