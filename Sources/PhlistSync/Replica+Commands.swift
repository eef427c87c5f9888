import PhlistModel

/// What users want.
extension Replica {
    /// The list that a bare `add` makes when there is none.
    static var defaultListTitle: String { "Shopping" }

    mutating func perform(_ command: Command, id: CommandID, now: Now) {
        do throws(CommandError) {
            switch command {
            case .createList(let title, let caller):
                try createList(title, caller, id: id, now: now)
            case .addItems(let list, let titles, let caller):
                try addItems(to: list, titles, caller, id: id, now: now)
            case .changeItems(let references, let change, let caller):
                try changeItems(references, change, caller, id: id, now: now)
            case .purgeItems(let references, let caller):
                try purgeItems(references, caller, id: id, now: now)
            case .undo(let list, let caller):
                try takeBack(.undo, in: list, caller, id: id, command, now: now)
            case .redo(let list, let caller):
                try takeBack(.redo, in: list, caller, id: id, command, now: now)
            case .admitDevice(let request):
                try admitDevice(request, id: id, now: now)
            case .joinHousehold(let welcome, let shareLists, let caller):
                try joinHousehold(welcome, shareLists: shareLists, caller: caller, id: id, now: now)
            case .recordPairingAttempt(let expiresAt, let used):
                append([.local(.pairingAttempt(expiresAt: expiresAt, used: used))], reply: (id, .done))
            case .synchronize:
                synchronize()
                effects.append(.reply(id, .success(.done)))
            }
        } catch {
            effects.append(.reply(id, .failure(error)))
        }
    }

    private mutating func createList(_ title: String, _ caller: Principal, id: CommandID, now: Now) throws(CommandError)
    {
        let title = try checkedTitle(title)
        var (member, entries) = member(for: caller, now: now)
        let (scope, batches) = newList(title, by: member, now: now)
        entries += batches
        append(entries, reply: (id, .createdList(scope)))
    }

    /// A list's first batch names its owner, so that nobody else can claim it.
    private mutating func newList(_ title: String, by member: MemberID, now: Now) -> (ScopeID, [LogEntry]) {
        let origin = ListOrigin(owner: member, nonce: random128())
        let fields = [FieldWrite(.life, Life.alive), FieldWrite(.title, text: title)]
        let entries = mint([.originate(origin), .write(.root, fields)], in: origin.scope, by: member, now: now)
        return (origin.scope, entries)
    }

    private mutating func addItems(
        to name: String?,
        _ titles: [String],
        _ caller: Principal,
        id: CommandID,
        now: Now
    ) throws(CommandError) {
        guard !titles.isEmpty else { throw .nothingToAdd }
        var wanted: [String] = []
        for title in titles {
            wanted.append(try checkedTitle(title))
        }
        let found =
            try name.map { name throws(CommandError) in try list(named: name, for: caller) }
            ?? defaultList(for: caller)
        var (member, entries) = member(for: caller, now: now)
        let scope: ScopeID
        if let found {
            scope = found
        } else {
            let (created, batches) = newList(Self.defaultListTitle, by: member, now: now)
            (scope, entries) = (created, entries + batches)
        }
        let (ops, added, existing) = additions(wanted, to: scope)
        if !ops.isEmpty {
            entries += mint(ops, in: scope, by: member, now: now)
        }
        let isNewList = found == nil
        let result = CommandResult.addedItems(scope, isNewList: isNewList, added: added, existing: existing)
        reply(id, result, appending: entries)
    }

    /// The ops that add what is not open already.
    private mutating func additions(
        _ titles: [String],
        to scope: ScopeID
    ) -> (ops: [Op], added: [EntityID], existing: [EntityID]) {
        var (new, existing): ([(entity: EntityID, title: String)], [EntityID]) = ([], [])
        for title in titles {
            let same = new.first { $0.title == title }?.entity ?? scopes[scope]?.upcomingList?.openItem(titled: title)
            if let same {
                existing.append(same)
            } else {
                new.append((EntityID(rawValue: max(1, randomNumber())), title))
            }
        }
        let placement = placement(of: new.count, atEndOf: scope)
        let ops = zip(new, placement.keys).map { item, key in
            let fields = [
                FieldWrite(.life, Life.alive),
                FieldWrite(.title, text: item.title),
                FieldWrite(.place, Place(key: key).encoded),
            ]
            return Op.write(item.entity, fields)
        }
        return (placement.moves + ops, new.map(\.entity), existing)
    }

    /// Keys behind all items of a list, and what has to be moved for them.
    private func placement(of count: Int, atEndOf scope: ScopeID) -> (keys: [[UInt8]], moves: [Op]) {
        guard let list = scopes[scope]?.upcomingList else { return ([], []) }
        let feed = ownOrigin(in: scope).feed
        // Behind a short key there is room, whatever stands before it; a long list need not be gone through.
        if let last = list.lastKey, last.count <= PhlistModel.Limits.placeKeyBytesMax / 2 {
            let neighbours: [PlaceKey.Neighbour] = [(.root, last)]
            let placement = PlaceKey.place(count, among: neighbours, at: 1, by: feed)
            if placement.moves.isEmpty { return (placement.keys, []) }
        }
        let items = list.items
        let places = Dictionary(uniqueKeysWithValues: items.map { ($0.entity, $0.place) })
        let neighbours = items.map { (entity: $0.entity, key: $0.place.key) }
        let placement = PlaceKey.place(count, among: neighbours, at: items.count, by: feed)
        let moves = placement.moves.map { entity, key in
            let place = Place(section: places[entity]?.section, parent: places[entity]?.parent, key: key)
            return Op.write(entity, [FieldWrite(.place, place.encoded)])
        }
        return (placement.keys, moves)
    }

    private mutating func changeItems(
        _ references: [String],
        _ change: ItemChange,
        _ caller: Principal,
        id: CommandID,
        now: Now
    ) throws(CommandError) {
        let title = try change.title.map { title throws(CommandError) in try checkedTitle(title) }
        guard title == nil || references.count == 1 else { throw .titleForSeveralItems(references.count) }
        var targets: [ItemReference] = []
        for reference in references {
            let target = try item(matching: reference, for: caller, purpose: .init(change))
            if !targets.contains(target) {
                targets.append(target)
            }
        }
        var (member, entries) = member(for: caller, now: now)
        var (changed, unchanged): ([ItemReference], [ItemReference]) = ([], [])
        for (scope, targets) in Self.grouped(targets) {
            var ops: [Op] = []
            for target in targets {
                let fields =
                    scopes[scope]?.upcomingList?.item(target.entity).map {
                        Self.fields(of: $0, state: change.state, title: title, isTrashed: change.isTrashed)
                    } ?? []
                fields.isEmpty ? unchanged.append(target) : changed.append(target)
                if !fields.isEmpty {
                    ops.append(.write(target.entity, fields))
                }
            }
            if !ops.isEmpty {
                entries += mint(ops, in: scope, by: member, now: now)
            }
        }
        reply(id, .changedItems(changed: changed, unchanged: unchanged), appending: entries)
    }

    /// The fields that a change really changes.
    ///
    /// Content writes *alive* along, so that an edit beats a concurrent delete; a tick does not.
    private static func fields(
        of item: ItemState,
        state: WorkState?,
        title: String?,
        isTrashed: Bool?
    ) -> [FieldWrite] {
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

    static func grouped(_ targets: [ItemReference]) -> [(ScopeID, [ItemReference])] {
        Dictionary(grouping: targets, by: \.scope).sorted { $0.key < $1.key }.map { ($0.key, $0.value) }
    }

    /// Replies once the entries are durable; at once when nothing changes and nothing that the reply may rest on is
    /// still on its way.
    mutating func reply(_ id: CommandID, _ result: CommandResult, appending entries: [LogEntry]) {
        if entries.isEmpty, appendsInFlight.isEmpty {
            effects.append(.reply(id, .success(result)))
        } else {
            append(entries, reply: (id, result))
        }
    }

    /// A title without space around it.
    private func checkedTitle(_ text: String) throws(CommandError) -> String {
        let title = text.trimmed
        guard !title.isEmpty else { throw .emptyTitle }
        guard title.utf8.count <= PhlistModel.Limits.titleBytesMax else {
            throw .titleTooLong(bytes: title.utf8.count)
        }
        return title
    }
}

extension String {
    /// The text without white space around it.
    var trimmed: String {
        let start = drop(while: \.isWhitespace)
        return String(start.reversed().drop(while: \.isWhitespace).reversed())
    }
}
