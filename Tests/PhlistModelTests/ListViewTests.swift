import PhlistTestKit
import PhlistVocabulary
import Testing

@testable import PhlistModel

/// What a list shows against a slow and obviously right reading of its entries, drafts included.
struct ListViewTests {
    @Test(arguments: 0..<8)
    func `views say what the entries say, with a draft and without`(part: Int) {
        for seed in 0..<150 {
            var history = ListIndexHistory(seed: UInt64(10_000 + part * 150 + seed))
            for step in 0..<30 {
                let number = history.step()
                let draft = step % 2 == 0 ? nil : history.draft(of: number)
                let list = ListState(history.devices[number].state, with: draft)
                let oracle = ListViewOracle(list)
                guard let problem = oracle.difference(from: list) else { continue }
                Issue.record("seed \(10_000 + part * 150 + seed), step \(step): \(problem)")
                return
            }
        }
    }
}

/// Reads everything of a list from its entries, each time anew.
struct ListViewOracle {
    let all: [ItemState]
    private let visible: [EntityID: ItemState]

    init(_ list: ListState) {
        let entities = Set(list.state.table.entities).union(list.draft?.entries.keys.map { $0 } ?? [])
        all = entities.compactMap { list.item($0) }.sorted { left, right in
            left.place.key == right.place.key
                ? left.entity < right.entity : left.place.key.lexicographicallyPrecedes(right.place.key)
        }
        visible = Dictionary(uniqueKeysWithValues: all.filter { !$0.isTrashed }.map { ($0.entity, $0) })
    }

    /// What the list shows otherwise.
    func difference(from list: ListState) -> String? {
        let counts = list.counts
        guard list.items.map(\.entity) == all.map(\.entity) else { return "order" }
        guard list.trash.map(\.entity) == all.filter(\.isTrashed).map(\.entity) else { return "trash" }
        guard counts.open == count(.open), counts.done == count(.done) else { return "counts" }
        guard counts.cancelled == count(.cancelled), counts.trashed == all.count(where: \.isTrashed) else {
            return "counts of what is gone"
        }
        guard list.progress.percent == percent else { return "percent" }
        guard visible.values.allSatisfy({ list.progress.percent(of: $0) == percent(of: $0) }) else {
            return "percent of an item"
        }
        let conflicts = all.filter { !$0.isTrashed }.flatMap(\.conflicts)
        guard list.conflicts.filter({ visible[$0.entity] != nil }) == conflicts.sorted(by: { $0.order < $1.order })
        else { return "conflicts" }
        guard list.dueItems.map(\.entity) == due.map(\.entity), list.overview.nearestItemDue == due.first?.due
        else { return "due" }
        return titleDifference(list) ?? outlineDifference(list)
    }

    private func outlineDifference(_ list: ListState) -> String? {
        let sections = list.sections.map(\.entity)
        let numbers = Dictionary(uniqueKeysWithValues: zip(sections, 1...))
        var expected = [String](repeating: "", count: sections.count + 1)
        for item in all where !item.isTrashed && parent(of: item) == nil {
            expected[item.place.section.flatMap { numbers[$0] } ?? 0] += text(of: item, depth: 0)
        }
        var shown = [String](repeating: "", count: sections.count + 1)
        for section in list.outline {
            let text = section.items.map { "\($0.depth)\($0.item.entity) " }.joined()
            shown[section.section.flatMap { numbers[$0.entity] } ?? 0] += text
        }
        guard list.lastKey == all.last?.place.key else { return "last key" }
        return shown == expected ? nil : "outline \(shown) instead of \(expected)"
    }

    /// An item and those below it.
    private func text(of item: ItemState, depth: Int) -> String {
        let below = all.filter { !$0.isTrashed && parent(of: $0)?.entity == item.entity }
        return "\(depth)\(item.entity) " + below.map { text(of: $0, depth: depth + 1) }.joined()
    }

    private func titleDifference(_ list: ListState) -> String? {
        for title in ListIndexHistory.titles {
            let alike = all.filter { item in
                !item.isTrashed && item.state == .open
                    && list.entry(of: item.entity)?.text(.title).map { fold($0) } == fold(title)
            }
            guard list.openItems(titled: fold(title)).map(\.entity) == alike.map(\.entity) else {
                return "open items titled like \(title)"
            }
            let former = all.filter { item in
                (item.isTrashed || item.state != .open)
                    && list.entry(of: item.entity)?.text(.title).map { fold($0) } == fold(title)
            }
            guard list.formerItems(titled: fold(title)).map(\.entity) == former.map(\.entity) else {
                return "former items titled like \(title)"
            }
        }
        return nil
    }

    private func count(_ state: WorkState) -> Int {
        visible.values.count { $0.state == state }
    }

    private var due: [ItemState] {
        let dated = all.filter { !$0.isTrashed && $0.state == .open }.compactMap { item in item.due.map { ($0, item) } }
        return dated.enumerated()
            .sorted { ($0.element.0.deadline, $0.offset) < ($1.element.0.deadline, $1.offset) }
            .map(\.element.1)
    }

    // MARK: Percent

    private var percent: Int? {
        let isOpen = visible.values.contains { $0.state == .open }
        return mean(of: visible.values.filter { parent(of: $0) == nil }).map { isOpen ? min(99, $0) : $0 }
    }

    private func percent(of item: ItemState) -> Int {
        let below = visible.values.filter { parent(of: $0)?.entity == item.entity }
        guard item.state == .done else { return min(99, mean(of: below) ?? item.percent) }
        return mean(of: below) ?? 100 == 100 ? 100 : 99
    }

    private func mean(of items: [ItemState]) -> Int? {
        let counted = items.filter { $0.state != .cancelled }
        return counted.isEmpty ? nil : counted.reduce(0) { $0 + percent(of: $1) } / counted.count
    }

    /// The item that another one is shown below.
    func parent(of item: ItemState) -> ItemState? {
        var seen: Set<EntityID> = []
        var cursor: ItemState? = item
        while let next = cursor, seen.insert(next.entity).inserted {
            cursor = next.place.parent.flatMap { visible[$0] }
        }
        let isInCycle = cursor.map { $0.entity == item.entity } ?? false
        return isInCycle ? nil : item.place.parent.flatMap { visible[$0] }
    }
}

extension FieldConflict {
    fileprivate var order: (EntityID, FieldID) { (entity, field) }
}
