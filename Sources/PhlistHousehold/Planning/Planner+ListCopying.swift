import PhlistModel
import PhlistVocabulary

/// Copying and merging lists.
extension Planner {
    /// Copies a list; a copy of a private list is private, too.
    mutating func copy(_ name: String, as title: String?, isReset: Bool, _ action: inout Action) throws(CommandError) {
        let source = try library.checklist(named: name, for: action.caller)
        if !library.isEverybodys(source) { try checkIsSomebody(action) }
        let title = try checked(title ?? "\(source.title) (copy)", as: .title)
        var kept: Set<FieldID> = [.description, .due, .defaultView, .deletionPolicy]
        if !isReset { kept.insert(.state) }
        let fields = source.contents(of: .root).filter { kept.contains($0.field) }
        // If a list has ended, the words that restrict its audience have not come here.
        let isForEverybody = library.isEverybodys(source) && !library.isSaidToHaveEnded(source.scope)
        let scope = try makeList(title, isForEverybody: isForEverybody, with: fields, &action)
        action.outcome.list = scope
        action.outcome.changed.append(EntityReference(scope: scope, entity: .root))
        copyContents(of: source, into: scope, isReset: isReset, &action)
    }

    /// Fills a new list with the sections and items of another one.
    ///
    /// - Parameters:
    ///   - source: The other list.
    ///   - scope: The new one.
    ///   - isReset: Whether all copied items are open, without progress.
    ///   - action: The action to which the ops are added.
    mutating func copyContents(of source: ListState, into scope: ScopeID, isReset: Bool, _ action: inout Action) {
        let outline = source.outline
        let sections = outline.compactMap(\.section)
        let past = isReset ? pastOccurrences(in: source) : []
        let items = outline.flatMap(\.items).filter { !past.contains($0.item.entity) }
        var copies: [EntityID: EntityID] = [:]
        for entity in sections.map(\.entity) + items.map(\.item.entity) {
            copies[entity] = newEntity()
        }
        var transfer = Transfer(of: source, outline, to: copies, past)
        transfer.left = isReset ? [.state, .percent] : []
        add(transfer, to: scope, &action)
    }

    /// Moves everything in a list into another one, and trashes the list.
    ///
    /// An item that is open in both under one title, whatever its case and accents, stays one: it keeps its values,
    /// gets those that it lacks, the amounts are added up, and the notes put one below the other. One that an earlier
    /// merge brought there gets what was changed since, and goes if it was removed since. One that an earlier merge
    /// found there and that was closed or removed since stays so, unless it changed in the source since.
    mutating func merge(_ name: String, into target: String, _ action: inout Action) throws(CommandError) {
        let source = try library.checklist(named: name, for: action.caller)
        let target = try library.checklist(named: target, for: action.caller)
        guard source.scope != target.scope else { throw .list(.mergedWithItself(source.scope)) }
        let outline = source.outline
        try library.checkMerge(of: source, by: action.member)
        try checkAreSettled(outline.flatMap(\.items).map(\.item.entity), in: source)
        let merges = EarlierMerges(of: source, in: target)
        let (copies, matched) = counterparts(of: source, outline, in: target, merges)
        let transfer = Transfer(of: source, outline, to: copies, matched)
        add(transfer, to: target.scope, &action)
        for entry in outline.flatMap(\.items) {
            let item = entry.item.entity
            guard let entity = copies[item] else { continue }
            let reference = EntityReference(scope: target.scope, entity: entity)
            guard matched.contains(item) else { action.outcome.changed.append(reference); continue }
            guard let other = target.item(entity) else { continue }
            if other.state == .open, !other.isTrashed { action.outcome.unchanged.append(reference) }
            let fields = try fields(of: entry.item, from: source, bringingTo: other, in: target, merges)
            action.add(Op.writes(fields, to: entity), in: target.scope)
        }
        for item in target.deletionPolicy == .allowed ? source.removedCounterparts(in: target) : [] {
            action.add([.write(item.entity, [FieldWrite(.life, Life.dead)])], in: target.scope)
        }
        action.add([.write(.root, [FieldWrite(.life, Life.dead)])], in: source.scope)
        action.outcome.list = target.scope
    }

    /// Returns the fields that an item brings to the one in another list that it becomes.
    private func fields(
        of item: ItemState,
        from source: ListState,
        bringingTo other: ItemState,
        in target: ListState,
        _ merges: EarlierMerges
    ) throws(CommandError) -> [FieldWrite] {
        guard other.entity != EntityID(moving: item.entity, from: source.scope, to: target.scope) else {
            return source.fields(of: item, newerThanIn: other, of: target)
        }
        // What was closed or removed since an earlier merge stays so.
        guard other.state == .open, !other.isTrashed else { return [] }
        // So does what was cleared.
        let brought = source.contents(of: item.entity).filter { !merges.hold($0, of: item, in: other) }
        var fields = target.fields(brought, lackedBy: other.entity)
        let texts = Dictionary(brought.map { ($0.field, String(decoding: $0.value, as: UTF8.self)) }) { $1 }
        if texts[.quantity]?.isEmpty == false, !other.quantity.isEmpty {
            let amounts = [other, item].map { ($0.state, $0.quantity) }
            let sum = try checked(Self.quantity(of: amounts), as: .quantity, for: item, in: source)
            fields.append(FieldWrite(.quantity, text: sum))
        }
        if let text = texts[.note], !text.isEmpty, !other.note.isEmpty {
            let note = try checked(Self.note(text, below: other.note), as: .note, for: item, in: source)
            if note != other.note { fields.append(FieldWrite(.note, text: note)) }
        }
        // It is wanted, even if somebody removes the other one at the same time.
        return fields + [FieldWrite(.life, Life.alive)]
    }

    /// Returns the counterparts of a list's sections and items in another one, and the set of those that exist already.
    private mutating func counterparts(
        of source: ListState,
        _ outline: [ListSection],
        in target: ListState,
        _ merges: EarlierMerges
    ) -> (copies: [EntityID: EntityID], matched: Set<EntityID>) {
        var copies: [EntityID: EntityID] = [:]
        var matched: Set<EntityID> = []
        var names: [FoldedText: EntityID] = [:]
        for section in target.sections.reversed() { names[fold(section.name)] = section.entity }
        for section in outline.compactMap(\.section) {
            let existing = names[fold(section.name)]
            let entity = existing ?? newSection(called: section.name, in: target.scope)
            copies[section.entity] = entity
            names[fold(section.name)] = entity
            if existing != nil { matched.insert(section.entity) }
        }
        let items = outline.flatMap(\.items).map(\.item)
        let takenBack = target.takenBackItems
        let former = items.reduce(into: [EntityID: EntityID]()) { former, item in
            let counterpart = counterpart(of: item, from: source, in: target)
            former[item.entity] = counterpart.flatMap { takenBack.contains($0) ? nil : $0 }
        }
        let taken = Set(former.values)
        let free = target.items.reversed().filter { !$0.isTrashed && $0.state == .open && !taken.contains($0.entity) }
        var open = Dictionary(grouping: free) { fold($0.title) }
        for item in items {
            let isNamed = former[item.entity] == nil && item.state == .open
            let namesake = isNamed ? open[fold(item.title)]?.take(item.title) ?? merges.counterpart(of: item) : nil
            let existing = former[item.entity] ?? namesake?.entity
            if existing != nil { matched.insert(item.entity) }
            copies[item.entity] =
                existing
                ?? moved(item.entity, from: source, to: target.scope) { target.item($0)?.isTrashed == false }
        }
        return (copies, matched)
    }

    /// Returns what an earlier merge made of an item, unless that was closed or removed and the item changed since.
    private func counterpart(of item: ItemState, from source: ListState, in target: ListState) -> EntityID? {
        let former = target.item(EntityID(moving: item.entity, from: source.scope, to: target.scope))
        guard let former else { return nil }
        let isThere = !former.isTrashed && (former.state == .open || former.state == item.state)
        guard isThere || source.fields(of: item, newerThanIn: former, of: target).isEmpty else { return nil }
        return former.entity
    }

    /// Returns the id of an item in another list, derived from its old id unless that id is in use there.
    mutating func moved(
        _ entity: EntityID,
        from source: ListState,
        to target: ScopeID,
        unless isTaken: (EntityID) -> Bool
    ) -> EntityID {
        let id = EntityID(moving: entity, from: source.scope, to: target)
        return isTaken(id) ? newEntity() : id
    }

    /// Adds the new sections and items of a transfer, after all existing ones.
    private func add(_ transfer: Transfer, to scope: ScopeID, _ action: inout Action) {
        let (sections, items) = (transfer.newSections, transfer.newItems)
        let count = library.scopes[scope]?.upcomingList?.sectionsWithTrash.count ?? 0
        let sectionPlacement = placement(ofSections: sections.count, at: count, in: scope)
        action.add(sectionPlacement.moves, in: scope)
        for (section, key) in zip(sections, sectionPlacement.keys) {
            action.add(Op.writes(transfer.fields(of: section, key: key), to: transfer.copy(of: section)), in: scope)
        }
        let itemPlacement = placement(of: items.count, atEndOf: scope)
        action.add(itemPlacement.moves, in: scope)
        for (item, key) in zip(items, itemPlacement.keys) {
            action.add(Op.writes(transfer.fields(of: item, key: key), to: transfer.copy(of: item.entity)), in: scope)
        }
    }
}

extension [ItemState] {
    /// Removes and returns the last item with a title as it is written, else the last one.
    fileprivate mutating func take(_ title: String) -> ItemState? {
        (lastIndex { $0.title == title } ?? indices.last).map { remove(at: $0) }
    }
}

/// Contents that are transferred from a list into another one.
private struct Transfer {
    private let source: ListState
    private let copies: [EntityID: EntityID]
    let newSections: [EntityID]
    /// In list order, each with its section and parent.
    let newItems: [Item]
    /// Fields that are not transferred.
    var left: Set<FieldID> = []

    struct Item {
        var entity: EntityID
        var section: EntityID?
        var parent: EntityID?
    }

    /// Collects the contents.
    ///
    /// - Parameters:
    ///   - source: The list.
    ///   - outline: Its outline.
    ///   - copies: The counterpart of each section and item.
    ///   - matched: Sections and items that exist already, or are left out.
    init(of source: ListState, _ outline: [ListSection], to copies: [EntityID: EntityID], _ matched: Set<EntityID> = [])
    {
        self.source = source
        self.copies = copies
        newSections = outline.compactMap(\.section?.entity).filter { !matched.contains($0) }
        newItems = outline.flatMap { Self.items(of: $0) }.filter { !matched.contains($0.entity) }
    }

    /// Returns the items of a section, each with the nearest preceding item of smaller depth.
    private static func items(of section: ListSection) -> [Item] {
        var path: [EntityID] = []
        return section.items.map { item in
            path.removeLast(path.count - min(item.depth, path.count))
            defer { path.append(item.item.entity) }
            return Item(entity: item.item.entity, section: section.section?.entity, parent: path.last)
        }
    }

    func copy(of entity: EntityID) -> EntityID {
        copies[entity] ?? entity
    }

    func fields(of section: EntityID, key: [UInt8]) -> [FieldWrite] {
        let contents = source.contents(of: section).filter { $0.field != .key }
        return [FieldWrite(.life, Life.alive), FieldWrite(.key, key)] + contents
    }

    func fields(of item: Item, key: [UInt8]) -> [FieldWrite] {
        let place = Place(section: item.section.map(copy(of:)), parent: item.parent.map(copy(of:)), key: key)
        let contents = source.contents(of: item.entity).filter { !left.contains($0.field) }
        return [FieldWrite(.life, Life.alive), FieldWrite(.place, place.encoded)] + contents
    }
}

extension ListState {
    /// Returns those of some fields that an item of this list lacks.
    fileprivate func fields(_ brought: [FieldWrite], lackedBy item: EntityID) -> [FieldWrite] {
        let present = contents(of: item).filter { !$0.value.isEmpty }
        let (fields, writes) = (Set(present.map(\.field)), Set(present))
        return brought.filter { write in
            guard !write.value.isEmpty else { return false }
            return write.field.mergeClass == .set ? !writes.contains(write) : !fields.contains(write.field)
        }
    }
}
