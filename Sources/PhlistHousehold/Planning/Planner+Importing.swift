import PhlistModel
import PhlistVocabulary

/// Planning imports.
extension Planner {
    mutating func plan(_ command: ImportCommand, _ action: inout Action) throws(CommandError) {
        var taken: Set<ScopeID> = []
        for list in command.lists {
            let target = try self.target(of: list, command.into, without: taken, for: action.caller)
            let scope = if let target { target.scope } else { try makeList(for: list, &action) }
            taken.insert(scope)
            let reference = EntityReference(scope: scope, entity: .root)
            if target == nil {
                action.outcome.changed.append(reference)
            } else {
                action.outcome.unchanged.append(reference)
            }
            let match = ImportMatch(of: list, into: scope, as: target)
            try addSections(of: list, match, &action)
            try addItems(match, into: target, &action)
        }
        action.outcome.list = taken.count == 1 ? taken.first : nil
    }

    /// Returns the target of an imported list; nil for a new one.
    ///
    /// Of several lists with one title, each takes one list of the file, oldest first.
    private func target(
        of list: ImportedList,
        _ name: String?,
        without taken: Set<ScopeID>,
        for caller: Principal
    ) throws(CommandError) -> ListState? {
        if let name { return try library.checklist(named: name, for: caller) }
        let lists = library.upcomingLists(for: caller).filter {
            $0.kind == .checklist && !taken.contains($0.scope) && !library.hasEnded($0.scope)
        }
        if let same = lists.first(where: { $0.scope == list.scope }) { return same }
        let title = fold(list.title.trimmed)
        // What is private must not reach others because of a title alone.
        return lists.filter { fold($0.title) == title && (!list.isPrivate || library.isUnshared($0)) }
            .min { ($0.createdStamp, $0.scope) < ($1.createdStamp, $1.scope) }
    }

    private mutating func makeList(for list: ImportedList, _ action: inout Action) throws(CommandError) -> ScopeID {
        if list.isPrivate {
            try checkIsSomebody(action)
            try checkIsListed(action)
        }
        let traits = list.traits
        let description = try checked(traits.description ?? "", as: .description)
        let view = DefaultView(
            sort: traits.view.sort ?? .manual,
            isReversed: traits.view.isReversed ?? false,
            showsDone: traits.view.showsDone ?? false
        )
        let fields: [FieldWrite?] = [
            description.isEmpty ? nil : FieldWrite(.description, text: description),
            traits.due?.date.map { FieldWrite(.due, $0.encoded) },
            traits.state.flatMap { $0 == .open ? nil : FieldWrite(.state, $0) },
            traits.deletion.flatMap { $0 == .allowed ? nil : FieldWrite(.deletionPolicy, $0) },
            view == DefaultView() ? nil : FieldWrite(.defaultView, text: view.encoded),
        ]
        let title = try checked(list.title, as: .title)
        return try makeList(title, isForEverybody: !list.isPrivate, with: fields.compactMap(\.self), &action)
    }

    private func addSections(of list: ImportedList, _ match: ImportMatch, _ action: inout Action) throws(CommandError) {
        let count = library.scopes[match.scope]?.upcomingList?.sectionsWithTrash.count ?? 0
        let placement = placement(ofSections: match.newSections.count, at: count, in: match.scope)
        action.add(placement.moves, in: match.scope)
        for (number, key) in zip(match.newSections, placement.keys) {
            guard let name = list.sections[number].name, let entity = match.sections[number] else { continue }
            let fields = FieldWrite.making(sectionCalled: try checked(name, as: .title), at: key)
            action.add([.write(entity, fields)], in: match.scope)
        }
    }

    private func addItems(_ match: ImportMatch, into target: ListState?, _ action: inout Action) throws(CommandError) {
        let placement = placement(of: match.items.count { $0.fate != .there }, atEndOf: match.scope)
        action.add(placement.moves, in: match.scope)
        var keys = placement.keys[...]
        for (number, item) in match.items.enumerated() {
            guard let entity = item.entity else { continue }
            do throws(CommandError) {
                let record = item.content.record
                let change = ItemChange(bringing: record, inPlaceOf: target?.item(entity))
                let writes = try recurring(writes(of: change), of: nil, in: match.scope, today: today(for: change))
                try checkTagCount(writes, of: nil)
                let title = FieldWrite(.title, text: try checked(record.title, as: .title))
                guard item.fate != .there, let key = keys.popFirst() else {
                    action.change(entity, in: match.scope, by: [])
                    continue
                }
                let parent = item.parent.flatMap { match.items[$0].entity }
                let place = Place(section: match.sections[item.section], parent: parent, key: key)
                let fields = [FieldWrite(.life, Life.alive), title, FieldWrite(.place, place.encoded)]
                let others = item.fate == .new ? writes.fieldsOfNew : writes.allFields
                action.write(fields + others, to: entity, in: match.scope)
            } catch {
                throw .importedItem(number + 1, title: item.content.record.title, error)
            }
        }
    }
}

extension ItemChange {
    /// Creates the change that gives an item the fields of a record; one that comes back from the trash keeps none of
    /// its old values.
    fileprivate init(bringing record: ItemRecord, inPlaceOf old: ItemState?) {
        self.init(state: record.state, fields: ItemPatch(record))
        fields.removeTags = old?.tags.filter { !record.tags.contains($0) }
    }
}
