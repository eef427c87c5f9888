import PhlistModel
import PhlistVocabulary

/// Matches the sections and items of an imported list with existing or future ones in the target list.
struct ImportMatch {
    /// The target list.
    let scope: ScopeID
    /// The target list as it is; nil for a new one.
    private let target: ListState?
    private let imported: ImportedList
    /// The target section of each section of the file; nil for items without a section.
    private(set) var sections: [EntityID?] = []
    private(set) var newSections: [Int] = []
    /// From top to bottom.
    private(set) var items: [Item] = []
    /// Entities that already have a counterpart.
    private var claimed: Set<EntityID> = []

    /// An item of the file, with its counterpart.
    struct Item {
        var content: ImportedItem
        /// The index of its section in the file.
        var section: Int
        /// The index of its parent among the items of the file.
        var parent: Int?
        /// An id derived from the file alone, independent of existing data.
        var key: EntityID
        var entity: EntityID?
        var fate = Fate.new
    }

    /// The effect of an import on an item.
    enum Fate {
        case new
        /// The item is in the trash and comes back.
        case restored
        /// The item exists and stays as it is.
        case there
    }

    init(of imported: ImportedList, into scope: ScopeID, as target: ListState?) {
        self.imported = imported
        self.scope = scope
        self.target = target
        matchSections()
        collectItems()
        // What is here goes before its namesake in the trash.
        matchByID(isTrashed: false)
        matchByTitle()
        matchByID(isTrashed: true)
        nameNewItems()
    }

    /// Returns the key of a section of the file, or of the list itself.
    private func key(ofSection number: Int) -> EntityID {
        let section = imported.sections[number]
        guard let name = section.name else { return .root }
        let text = fold(name).utf8
        return section.entity ?? EntityID(importing: .section, text, number: 0, below: .root, into: scope)
    }

    private mutating func matchSections() {
        var byName: [FoldedText: EntityID] = [:]
        for section in (target?.sections ?? []).reversed() { byName[fold(section.name)] = section.entity }
        let present = Set((target?.sections ?? []).map(\.entity))
        for (number, section) in imported.sections.enumerated() {
            guard let name = section.name else {
                sections.append(nil)
                continue
            }
            var entity = key(ofSection: number)
            if let same = present.contains(entity) ? entity : byName[fold(name)] {
                sections.append(same)
                continue
            }
            if isTaken(entity, by: .section) {
                entity = EntityID(importing: .section, fold(name).utf8, number: 1, below: entity, into: scope)
            }
            byName[fold(name)] = entity
            sections.append(entity)
            newSections.append(number)
        }
    }

    private mutating func collectItems() {
        var occurrences: [EntityID: Int] = [:]
        for (number, section) in imported.sections.enumerated() {
            var path: [Int] = []
            for item in section.items {
                path.removeLast(path.count - min(item.depth, path.count))
                let above = path.last.map { items[$0].key } ?? key(ofSection: number)
                let title = item.record.title.utf8
                let first = EntityID(importing: .item, title, number: 0, below: above, into: scope)
                let count = occurrences[first, default: 0]
                occurrences[first] = count + 1
                let derived = EntityID(importing: .item, title, number: count, below: above, into: scope)
                let key = item.entity ?? derived
                path.append(items.count)
                items.append(Item(content: item, section: number, parent: path.dropLast().last, key: key))
            }
        }
    }

    /// Returns the ids that an item can have here, in the order in which they are tried.
    private func candidates(for item: Item) -> [EntityID] {
        guard let entity = item.content.entity else { return [item.key] }
        return [entity, EntityID(moving: entity, from: imported.scope ?? scope, to: scope)]
    }

    private mutating func matchByID(isTrashed: Bool) {
        guard let target else { return }
        for index in items.indices where items[index].entity == nil {
            let found = candidates(for: items[index]).filter { !claimed.contains($0) }.compactMap(target.item)
            guard let item = found.first(where: { $0.isTrashed == isTrashed }) else { continue }
            items[index].entity = item.entity
            items[index].fate = isTrashed ? .restored : .there
            claimed.insert(item.entity)
        }
    }

    /// The position, title and state by which items are matched; case and accents of a title do not count.
    private struct Face: Hashable {
        var section: EntityID?
        var parent: EntityID?
        var title: FoldedText
        var state: WorkState
    }

    /// Matches remaining items with those typed here, each once; parents come before their children.
    ///
    /// An item that is closed in the file then matches an open one that is left here, as an import ticks nothing; one
    /// that is open in the file and closed here is wanted again.
    private mutating func matchByTitle() {
        var faces = facesOfTarget()
        let levels = Dictionary(grouping: items.indices) { items[$0].content.depth }
        for (_, level) in levels.sorted(by: { $0.key < $1.key }) {
            for isExact in [true, false] { match(level, isExact: isExact, &faces) }
        }
    }

    /// Matches the items of one level, whose parents have been matched.
    private mutating func match(_ level: [Int], isExact: Bool, _ faces: inout [Face: [EntityID]]) {
        for index in level where items[index].entity == nil {
            let item = items[index]
            let above = item.parent.map { items[$0] }
            // A new item has no children yet.
            guard above == nil || above?.entity != nil else { continue }
            let section = above == nil ? sections[item.section] : nil
            let face = Face(
                section: section,
                parent: above?.entity,
                title: fold(item.content.record.title.trimmed),
                state: isExact ? item.content.record.state : .open
            )
            guard isExact || item.content.record.state != .open, let entity = faces[face]?.popLast() else { continue }
            items[index].entity = entity
            items[index].fate = .there
            claimed.insert(entity)
        }
    }

    private func facesOfTarget() -> [Face: [EntityID]] {
        guard let target else { return [:] }
        let standings = target.standings
        var faces: [Face: [EntityID]] = [:]
        for item in target.items.reversed() where !item.isTrashed && !claimed.contains(item.entity) {
            let space = standings[item.entity]?.space ?? PlaceSpace()
            let section = space.parent == nil ? space.section : nil
            let face = Face(section: section, parent: space.parent, title: fold(item.title), state: item.state)
            faces[face, default: []].append(item.entity)
        }
        return faces
    }

    private mutating func nameNewItems() {
        for index in items.indices where items[index].entity == nil {
            let item = items[index]
            // In another list than that of the file the ids are others: its items may be elsewhere, also unseen by the
            // member, or come there later.
            let candidates = imported.scope == scope ? candidates(for: item) : candidates(for: item).suffix(1)
            var free = candidates.first { !claimed.contains($0) && !isTaken($0, by: .item) }
            var number = 0
            while free == nil {
                number += 1
                let text = item.content.record.title.utf8
                let id = EntityID(importing: .item, text, number: number, below: item.key, into: scope)
                free = claimed.contains(id) || isTaken(id, by: .item) ? nil : id
            }
            items[index].entity = free
            claimed.formUnion([free].compactMap(\.self))
        }
    }

    /// Whether an id belongs to another kind of entity here; trashed and purged ones do not count.
    private func isTaken(_ entity: EntityID, by kind: EntityKind) -> Bool {
        target?.label(of: entity).map { $0.kind != kind } ?? false
    }
}
