import PhlistModel
import PhlistVocabulary

/// Adding items: a title that is in the list already, in whatever spelling, is the same item. See
/// docs/decisions/0074.
extension Planner {
    /// A title that is added.
    private struct Addition {
        var fate: Fate
        var writes: ItemWrites
        /// Whether a number without a unit takes the unit that the item has; not what was counted with an `x`.
        var keepsUnit: Bool
        let scope: ScopeID
        /// The caller's day.
        let today: CivilDate
    }

    private enum Fate {
        /// An item that is open already.
        case open(ItemState)
        /// An item that was closed and is opened again.
        case closed(ItemState)
        case new(EntityID, title: String, section: EntityID?)
    }

    mutating func add(_ items: NewItems, _ action: inout Action) throws(CommandError) {
        guard !items.titles.isEmpty else { throw .item(.nothingToAdd) }
        try checkNamesNoList(items, for: action.caller)
        var titles: [String] = []
        for title in items.titles {
            titles.append(try checked(title, as: .title))
        }
        let wanted = try wanted(titles, items)
        let found = try destination(of: items.target, for: action.caller)
        let destination =
            if let found { found } else {
                Destination(scope: try makeList(Library.defaultListTitle, isForEverybody: true, &action))
            }
        action.outcome.list = destination.scope
        action.outcome.isNewList = found == nil
        let isWholeList = items.target.isWholeList
        let additions = additions(wanted, today(for: items.fields), at: destination, isWholeList)
        var places = places(for: additions, at: destination, isWholeList, &action)
        for addition in additions {
            switch addition.fate {
            case .open(let item): try keep(item, addition, &action)
            case .closed(let item):
                try reopen(item, addition, at: isWholeList ? item.place : places.removeFirst(), &action)
            case .new(let entity, let title, _):
                try make(entity, title, addition, at: places.removeFirst(), &action)
            }
        }
    }

    /// Refuses the title of a list in place of an item: the text that was to be added is missing.
    private func checkNamesNoList(_ items: NewItems, for caller: Principal) throws(CommandError) {
        guard items.titles.count == 1, items.target.isNowhere, items.hasNoFields else { return }
        let title = items.titles[0].trimmed
        let list = library.upcomingLists(for: caller, named: title).first { list in
            fold(list.title) == fold(title) && list.kind == .checklist && list.workState == .open
                && !library.hasEnded(list.scope)
        }
        if let list { throw .item(.namesList(list.scope)) }
    }

    /// A title with what it is to have.
    private struct Wanted {
        var title: String
        var writes: ItemWrites
        var keepsUnit: Bool
    }

    /// Returns the titles, each with its own fields before those of all.
    private func wanted(_ titles: [String], _ items: NewItems) throws(CommandError) -> [Wanted] {
        let common = try writes(of: items.fields)
        var all = titles.map { Wanted(title: $0, writes: common, keepsUnit: true) }
        for (index, fields) in items.ownFields.prefix(all.count).enumerated() {
            all[index].writes = common.merging(try writes(of: ItemChange(fields: fields)))
            all[index].keepsUnit = fields.quantity == nil
        }
        return all
    }

    /// Decides about each title once, in the order of the titles.
    private mutating func additions(
        _ wanted: [Wanted],
        _ today: CivilDate,
        at destination: Destination,
        _ isWholeList: Bool
    ) -> [Addition] {
        var (seen, taken): ([FoldedText: [Int]], Set<EntityID>) = ([:], [])
        var additions: [Addition] = []
        for wish in wanted {
            let (title, writes) = (wish.title, wish.writes)
            let alike = seen[fold(title)]?.first { additions[$0].writes.areForOneDay(with: writes) }
            if let alike {
                additions[alike].writes = additions[alike].writes.addingUp(writes)
                additions[alike].keepsUnit = additions[alike].keepsUnit && wish.keepsUnit
                continue
            }
            seen[fold(title), default: []].append(additions.count)
            let fate = fate(of: title, writes.due, at: destination, isWholeList, &taken)
            additions.append(
                Addition(
                    fate: fate,
                    writes: writes,
                    keepsUnit: wish.keepsUnit,
                    scope: destination.scope,
                    today: today
                )
            )
        }
        return additions
    }

    /// Decides about a title; in the whole list, a new item gets the section of the former one.
    ///
    /// The taken items are those that other titles of the same request stand for.
    private mutating func fate(
        of title: String,
        _ due: CivilDate?,
        at destination: Destination,
        _ isWholeList: Bool,
        _ taken: inout Set<EntityID>
    ) -> Fate {
        let list = library.scopes[destination.scope]?.upcomingList
        let space = isWholeList ? nil : destination.space
        if let item = list?.openItem(titled: title, due, in: space), taken.insert(item.entity).inserted {
            return .open(item)
        }
        let former = list?.formerItem(titled: title, below: destination.space.parent)
        if let former, former.state != .open, former.recurrence == nil, taken.insert(former.entity).inserted {
            return .closed(former)
        }
        return .new(newEntity(), title: title, section: space == nil ? former?.place.section : space?.section)
    }

    /// Returns a place for each item that needs one: the new ones, and at a destination within the list all that were
    /// closed.
    private func places(
        for additions: [Addition],
        at destination: Destination,
        _ isWholeList: Bool,
        _ action: inout Action
    ) -> [Place] {
        var (sections, moved): ([EntityID?], Set<EntityID>) = ([], [])
        for addition in additions {
            switch addition.fate {
            case .new(_, _, let section): sections.append(section)
            case .closed(let item) where !isWholeList:
                sections.append(destination.space.section)
                moved.insert(item.entity)
            case .open, .closed: break
            }
        }
        let placement =
            isWholeList
            ? placement(of: sections.count, atEndOf: destination.scope)
            : placement(of: sections.count, at: destination, placing: moved)
        action.add(placement.moves, in: destination.scope)
        return zip(sections, placement.keys).map { Place(section: $0, parent: destination.space.parent, key: $1) }
    }

    /// Returns the writes of an addition, with the amount counted from what an item has, and the note below its note;
    /// with the date of a rule, unless the item has one that stays.
    private func writes(
        of addition: Addition,
        to item: ItemState?,
        keepsDate: Bool
    ) throws(CommandError) -> ItemWrites {
        try checkTagCount(addition.writes, of: item)
        var counted = try addition.writes.counted(from: item, keepsUnit: item != nil && addition.keepsUnit)
        if let item, let index = counted.contents.firstIndex(where: { $0.field == .note && !$0.value.isEmpty }) {
            let note = Self.note(String(decoding: counted.contents[index].value, as: UTF8.self), below: item.note)
            counted.contents[index] = FieldWrite(.note, text: try checked(note, as: .note))
        }
        let dated = keepsDate ? item : nil
        let whole = try recurring(counted, of: dated, in: addition.scope, today: addition.today)
        let reference = item.map { EntityReference(scope: addition.scope, entity: $0.entity) }
        try checkReminder(whole, of: dated, reference)
        return whole
    }

    private func make(
        _ entity: EntityID,
        _ title: String,
        _ addition: Addition,
        at place: Place,
        _ action: inout Action
    ) throws(CommandError) {
        let fields = [
            FieldWrite(.life, Life.alive),
            FieldWrite(.title, text: title),
            FieldWrite(.place, place.encoded),
        ]
        let asked = try writes(of: addition, to: nil, keepsDate: false)
        action.write(fields + asked.fieldsOfNew, to: entity, in: addition.scope)
    }

    /// Gives an open item the fields that were asked for, and reports it as one that was there.
    private func keep(_ item: ItemState, _ addition: Addition, _ action: inout Action) throws(CommandError) {
        let asked = try writes(of: addition, to: item, keepsDate: true)
        action.outcome.unchanged.append(EntityReference(scope: addition.scope, entity: item.entity))
        if !item.quantity.isEmpty, asked.contents.contains(where: { $0.field == .quantity && item.isChanged(by: $0) }) {
            action.outcome.formerQuantities[item.entity] = item.quantity
        }
        // It is wanted, even if somebody removes it at the same time.
        action.add(Op.writes(asked.fieldsKeeping(item), to: item.entity), in: addition.scope)
    }

    /// Opens a closed item again, with what is below it.
    ///
    /// Its date, its reminder and its assignee were those of the last time, so they go; everything else stays.
    private func reopen(
        _ item: ItemState,
        _ addition: Addition,
        at place: Place,
        _ action: inout Action
    ) throws(CommandError) {
        let asked = try writes(of: addition, to: item, keepsDate: false).allFields
        let former: [FieldID] = [.due, .reminder, .assignee]
        let usual = [FieldWrite(.percent, [0])] + former.map { FieldWrite($0, []) }
        let kept = usual.filter { write in !asked.contains { $0.field == write.field } }
        let fields = (kept + [FieldWrite(.place, place.encoded)] + asked).filter(item.isChanged)
        let open = [FieldWrite(.life, Life.alive), FieldWrite(.state, WorkState.open)]
        let scope = addition.scope
        action.write(open + fields, to: item.entity, in: scope)
        guard let list = library.scopes[scope]?.upcomingList else { return }
        let reference = EntityReference(scope: scope, entity: item.entity)
        let below = Set(list.items(below: item.entity).map(\.entity) + list.fallen(with: reference))
        for part in below.compactMap(list.item).sorted() {
            action.add(Op.writes(open.filter { part.isTrashed || part.isChanged(by: $0) }, to: part.entity), in: scope)
        }
    }
}

extension NewItems {
    /// Whether nothing is said of the items but their titles.
    fileprivate var hasNoFields: Bool {
        fields == ItemChange(fields: ItemPatch()) && ownFields.allSatisfy { $0 == ItemPatch() }
    }
}

extension ItemTarget {
    /// Whether the target names nothing.
    fileprivate var isNowhere: Bool { list == nil && under == nil && anchor == nil }

    /// Whether the target names at most a list.
    fileprivate var isWholeList: Bool {
        under == nil && anchor == nil && list?.firstPlainSlash == nil
    }
}

extension ListState {
    /// Returns the open item with a title, in one space or anywhere: spelt the same if there is one, else the first.
    ///
    /// A task of another day is another task, so with a day it is one of that day, or one that has none.
    fileprivate func openItem(titled title: String, _ due: CivilDate?, in space: PlaceSpace?) -> ItemState? {
        var items = openItems(titled: fold(title))
        if let space, !items.isEmpty {
            let spaces = spaces
            items = items.filter { spaces[$0.entity] == space }
        }
        if let due {
            let sameDay = items.filter { $0.due?.withoutTime == due.withoutTime }
            items = sameDay.isEmpty ? items.filter { $0.due == nil } : sameDay
        }
        return items.first { $0.title == title } ?? items.first
    }

    /// Returns the item with a title that was closed or removed last, among those below one item.
    fileprivate func formerItem(titled title: String, below parent: EntityID?) -> ItemState? {
        let items = formerItems(titled: fold(title)).filter { $0.place.parent == parent }
        return items.max { ($0.updated, $0.entity) < ($1.updated, $1.entity) }
    }
}
