import PhlistModel

/// What becomes of commands about items.
extension Replica {
    mutating func plan(_ command: ItemCommand, _ action: inout Action) throws(CommandError) {
        switch command {
        case .add(let items): try add(items, &action)
        case .change(let references, let change): try self.change(references, change, &action)
        case .purge(let references): try purge(references, &action)
        }
    }

    private mutating func add(_ items: NewItems, _ action: inout Action) throws(CommandError) {
        guard !items.titles.isEmpty else { throw .nothingToAdd }
        var titles: [String] = []
        for title in items.titles {
            titles.append(try checkedTitle(title))
        }
        let found =
            try items.list.map { name throws(CommandError) in try list(named: name, for: action.caller) }
            ?? defaultList(for: action.caller)
        let scope = found ?? makeList(Self.defaultListTitle, &action)
        action.outcome.list = scope
        action.outcome.isNewList = found == nil
        let (new, existing) = partition(titles, of: scope)
        action.outcome.unchanged = existing.map { EntityReference(scope: scope, entity: $0) }
        let placement = placement(of: new.count, atEndOf: scope)
        action.add(placement.moves, in: scope)
        for (item, key) in zip(new, placement.keys) {
            let fields = [
                FieldWrite(.life, Life.alive),
                FieldWrite(.title, text: item.title),
                FieldWrite(.place, Place(key: key).encoded),
            ]
            action.write(fields, to: item.entity, in: scope)
        }
    }

    /// What is not open already, with the entities that it will be, and what is.
    private mutating func partition(
        _ titles: [String],
        of scope: ScopeID
    ) -> (new: [(entity: EntityID, title: String)], existing: [EntityID]) {
        let list = scopes[scope]?.upcomingList
        var (new, existing): ([(entity: EntityID, title: String)], [EntityID]) = ([], [])
        var entities: [String: EntityID] = [:]
        for title in titles {
            if let same = entities[title] ?? list?.openItem(titled: title) {
                existing.append(same)
            } else {
                let entity = newEntity()
                entities[title] = entity
                new.append((entity, title))
            }
        }
        return (new, existing)
    }

    /// An entity that is not the list itself.
    mutating func newEntity() -> EntityID {
        EntityID(rawValue: max(1, randomNumber()))
    }

    private func change(
        _ references: [String],
        _ change: ItemChange,
        _ action: inout Action
    ) throws(CommandError) {
        var change = change
        change.title = try change.title.map { title throws(CommandError) in try checkedTitle(title) }
        guard change.title == nil || references.count == 1 else { throw .titleForSeveralItems(references.count) }
        let targets = try items(matching: references, for: action.caller, purpose: .init(change))
        if change.isTrashed == true { try checkMayBeTrashed(targets) }
        for target in targets {
            guard let item = scopes[target.scope]?.upcomingList?.item(target.entity) else { continue }
            action.write(change.fields(for: item), to: target.entity, in: target.scope)
        }
    }

    /// Removes items from the trash for good.
    private func purge(_ references: [String], _ action: inout Action) throws(CommandError) {
        let targets = try items(matching: references, for: action.caller, purpose: .restore)
        for target in targets {
            guard scopes[target.scope]?.upcomingList?.item(target.entity)?.isTrashed ?? false else {
                throw .notInTrash(target)
            }
            action.outcome.changed.append(target)
            action.add([.purge(target.entity)], in: target.scope)
        }
    }
}

extension ItemChange {
    /// The fields that the change really changes.
    ///
    /// Content writes *alive* along, so that an edit beats a concurrent delete; a tick does not.
    fileprivate func fields(for item: ItemState) -> [FieldWrite] {
        var fields: [FieldWrite] = []
        if let state, state != item.state {
            fields.append(FieldWrite(.state, state))
        }
        if let title, title != item.title || !item.titleConflict.isEmpty {
            fields.append(FieldWrite(.title, text: title))
            fields.append(FieldWrite(.life, Life.alive))
        }
        if let isTrashed, isTrashed != item.isTrashed {
            fields.append(FieldWrite(.life, isTrashed ? Life.dead : Life.alive))
        }
        return fields
    }
}
