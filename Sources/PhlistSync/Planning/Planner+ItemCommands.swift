import OrderedCollections
import PhlistModel
import PhlistVocabulary

/// Planning commands about items.
extension Planner {
    mutating func plan(_ command: ItemCommand, _ action: inout Action) throws(CommandError) {
        switch command {
        case .add(let items): try add(items, &action)
        case .change(let references, let change): try self.change(references, change, &action)
        case .move(let references, let target): try move(references, to: target, &action)
        case .purge(let references): try purge(references, &action)
        case .purgeTrash(let time): purgeTrash(before: time, &action)
        }
    }

    private mutating func add(_ items: NewItems, _ action: inout Action) throws(CommandError) {
        guard !items.titles.isEmpty else { throw .item(.nothingToAdd) }
        var titles: [String] = []
        for title in items.titles {
            titles.append(try checked(title, as: .title))
        }
        let writes = anchored(try writes(of: items.fields), to: nil, today: today(for: items.fields))
        try checkTagCount(writes, of: nil)
        let found = try destination(of: items.target, for: action.caller)
        let destination =
            if let found { found } else {
                Destination(scope: try makeList(Library.defaultListTitle, isForEverybody: true, &action))
            }
        let scope = destination.scope
        action.outcome.list = scope
        action.outcome.isNewList = found == nil
        let (new, existing) = partition(titles, of: destination, isAnywhere: items.target.isWholeList)
        action.outcome.unchanged = existing.map { EntityReference(scope: scope, entity: $0) }
        let placement = placement(of: new.count, at: destination)
        action.add(placement.moves, in: scope)
        for (item, key) in zip(new, placement.keys) {
            let place = Place(section: destination.space.section, parent: destination.space.parent, key: key)
            let fields = [
                FieldWrite(.life, Life.alive),
                FieldWrite(.title, text: item.title),
                FieldWrite(.place, place.encoded),
            ]
            action.write(fields + writes.fieldsOfNew, to: item.entity, in: scope)
        }
    }

    /// Splits titles into new ones, with their new entities, and ones already open: anywhere in the list, or at the
    /// destination.
    private mutating func partition(
        _ titles: [String],
        of destination: Destination,
        isAnywhere: Bool
    ) -> (new: [(entity: EntityID, title: String)], existing: [EntityID]) {
        let list = library.scopes[destination.scope]?.upcomingList
        var (new, existing): ([(entity: EntityID, title: String)], [EntityID]) = ([], [])
        var entities: [String: EntityID] = [:]
        for title in titles {
            let same = isAnywhere ? list?.openItem(titled: title) : list?.openItem(titled: title, in: destination.space)
            if let same = entities[title] ?? same {
                existing.append(same)
            } else {
                let entity = newEntity()
                entities[title] = entity
                new.append((entity, title))
            }
        }
        return (new, existing)
    }

    private func change(_ references: [String], _ change: ItemChange, _ action: inout Action) throws(CommandError) {
        guard change.title == nil || references.count == 1 else { throw .item(.titleForSeveralItems(references.count)) }
        let writes = try writes(of: change)
        let named = try library.items(matching: references, for: action.caller, purpose: .init(change))
        let targets = family(of: named, isTrashed: change.isTrashed)
        for target in targets where writes.isEdit {
            guard let item = item(upcoming: target) else { continue }
            guard !item.isTrashed || change.isTrashed == false else { throw .item(.inTrash(target)) }
            try checkTagCount(writes, of: item)
        }
        for target in targets {
            guard let item = item(upcoming: target) else { continue }
            guard change.occurrence == nil || item.recurrence != nil else { throw .item(.notRecurring(target)) }
            let anchored = anchored(writes, to: item, today: today(for: change))
            action.write(anchored.fields(for: item), to: target.entity, in: target.scope)
            follow(change, of: item, in: target.scope, &action)
        }
    }

    /// Returns items with those that are trashed or restored together with them, each once and descendants after
    /// ancestors.
    private func family(of named: [EntityReference], isTrashed: Bool?) -> [EntityReference] {
        guard let isTrashed else { return named }
        var family: OrderedSet<EntityReference> = []
        for reference in named {
            let list = library.scopes[reference.scope]?.upcomingList
            let below = isTrashed ? list?.items(below: reference.entity).map(\.entity) : list?.fallen(with: reference)
            let all = [reference.entity] + (below ?? [])
            family.append(contentsOf: all.map { EntityReference(scope: reference.scope, entity: $0) })
        }
        return family.elements
    }

    func item(upcoming reference: EntityReference) -> ItemState? {
        library.scopes[reference.scope]?.upcomingList?.item(reference.entity)
    }

    // MARK: Purging

    /// Permanently removes items from the trash, with those that were trashed together with them.
    private func purge(_ references: [String], _ action: inout Action) throws(CommandError) {
        let targets = try library.items(matching: references, for: action.caller, purpose: .restore)
        for target in targets {
            guard item(upcoming: target)?.isTrashed ?? false else { throw .item(.notInTrash(target)) }
        }
        purge(family(of: targets, isTrashed: false), &action)
    }

    private func purgeTrash(before time: Int64, _ action: inout Action) {
        let lists = library.upcomingLists(for: action.caller).filter { library.mayPurge($0, action.member) }
        let old = lists.flatMap { list in
            list.trash
                .filter { ($0.trashAct?.stamp.milliseconds ?? .max) < time }
                .map { EntityReference(scope: list.scope, entity: $0.entity) }
        }
        purge(old, &action)
    }

    private func purge(_ targets: [EntityReference], _ action: inout Action) {
        for target in targets {
            action.outcome.changed.append(target)
            action.add([.purge(target.entity)], in: target.scope)
        }
    }
}

extension ItemTarget {
    /// Whether the target names at most a list.
    fileprivate var isWholeList: Bool {
        under == nil && anchor == nil && list?.firstPlainSlash == nil
    }
}

extension ListState {
    /// Returns the items trashed together with an item that is in the trash.
    fileprivate func fallen(with reference: EntityReference) -> [EntityID] {
        item(reference.entity)?.isTrashed == true ? trashedTogether(with: reference.entity) : []
    }

    /// Returns an open item with this title in one space.
    fileprivate func openItem(titled title: String, in space: PlaceSpace) -> EntityID? {
        // Usually there is none in the list at all, which is found quickly.
        guard openItem(titled: title) != nil else { return nil }
        let standings = standings
        return items.first {
            !$0.isTrashed && $0.state == .open && $0.title == title && standings[$0.entity]?.space == space
        }?.entity
    }
}
