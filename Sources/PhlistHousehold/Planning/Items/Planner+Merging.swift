import PhlistModel
import PhlistVocabulary

/// Making one item of several.
extension Planner {
    /// Gives the first item what it lacks and the others have, puts what is below them below it, and puts them into the
    /// trash.
    func merge(_ references: [String], _ action: inout Action) throws(CommandError) {
        let named = try library.items(matching: references, for: action.caller, purpose: .look)
        guard let kept = named.first, named.count > 1 else { throw .item(.nothingToMerge) }
        let others = named.dropFirst()
        for reference in named {
            guard reference.scope == kept.scope else { throw .item(.mergeAcrossLists(reference)) }
            guard let item = item(upcoming: reference), !item.isTrashed else { throw .item(.inTrash(reference)) }
        }
        for other in others where descendants(of: other).contains(kept) { throw .item(.belowItself(other)) }
        guard let list = library.scopes[kept.scope]?.upcomingList, let item = list.item(kept.entity) else { return }
        try checkAreSettled(named.map(\.entity), in: list)
        let writes = try merged(item, others.compactMap { list.item($0.entity) }, in: list)
        try checkTagCount(writes, of: item)
        // Somebody may keep another one of them at the same time: what is kept beats what is removed.
        action.write(writes.fieldsKeeping(item), to: kept.entity, in: kept.scope)
        let parents = Set(others.map(\.entity))
        for child in list.items where !child.isTrashed && child.place.parent.map(parents.contains) == true {
            let place = Place(section: item.place.section, parent: kept.entity, key: child.place.key)
            action.add(Op.writes([FieldWrite(.place, place.encoded)], to: child.entity), in: kept.scope)
        }
        for other in others {
            if let item = list.item(other.entity), item.state == .open, item.recurrence != nil {
                endSeries(after: item, in: list, &action)
            }
            action.write(fieldsTakingAway(other.entity, of: list, action.member), to: other.entity, in: kept.scope)
        }
    }

    /// Throws if somebody has to choose a value first: of competing ones, only the shown one would come along.
    func checkAreSettled(_ items: [EntityID], in list: ListState) throws(CommandError) {
        let items = Set(items)
        let conflict = list.conflicts.first { $0.field != .place && items.contains($0.entity) }
        guard let conflict else { return }
        throw .item(.hasCompetingValues(EntityReference(scope: list.scope, entity: conflict.entity)))
    }

    /// Returns the writes that take away what was merged: it is removed, or cancelled if the member may do no more.
    private func fieldsTakingAway(_ item: EntityID, of list: ListState, _ member: MemberID) -> [FieldWrite] {
        let removal = [FieldWrite(.life, Life.dead)]
        guard let rights = library.rights(of: member, in: list.scope),
            (try? rights.check([Op.write(item, removal)], isTakingBack: false, broughtBack: [])) == nil
        else { return removal }
        return list.item(item)?.state == .open ? [FieldWrite(.state, WorkState.cancelled)] : []
    }

    /// Returns the writes that bring what others have to an item.
    ///
    /// The amounts of what is open are added up, notes put one below the other, tags collected, and of all other fields
    /// those that it lacks are filled. It is open if one of them is. What an earlier merge brought does not come again,
    /// of an amount that changed since the difference does, and other fields that changed since take the place of older
    /// values.
    private func merged(
        _ item: ItemState,
        _ others: [ItemState],
        in list: ListState
    ) throws(CommandError) -> ItemWrites {
        var values: [FieldID: [UInt8]] = [:]
        for write in list.contents(of: item.entity) where write.field.mergeClass == .register {
            values[write.field] = write.value
        }
        let left: Set<FieldID> = [.kind, .state, .percent, .quantity]
        var writes = ItemWrites()
        var (own, counted) = (item.quantity, [ItemState]())
        for other in others {
            let merges = EarlierMerges(of: other, in: list)
            let news = list.contents(of: other.entity).filter { !merges.hold($0, of: other, in: item) }
            if news.contains(where: { $0.field == .quantity }) {
                let former = merges.amountBrought(of: other, to: item)
                let sum = former.flatMap { Quantity.sum(own, with: other.quantity, insteadOf: $0) }
                if let sum { own = sum } else { counted.append(other) }
            }
            let state = FieldWrite(.state, WorkState.open)
            if other.state == .open, !merges.hold(state, of: other, in: item) { writes.progress = [state] }
            let isMergedAgain = merges.kept.contains(item.entity)
            for write in news where !left.contains(write.field) && (isMergedAgain || write.field != .title) {
                writes.contents.removeAll { $0.field == write.field && write.field.mergeClass != .set }
                let isLater = isMergedAgain && item.said(write.field, before: other)
                let text = isLater ? write.value : Self.merged(values[write.field] ?? [], write)
                values[write.field] = text
                writes.contents.append(write.field.mergeClass == .set ? write : FieldWrite(write.field, text))
            }
        }
        let amounts = [(item.state, own)] + counted.map { ($0.state, $0.quantity) }
        let quantity = try checked(Self.quantity(of: amounts), as: .quantity, for: item, in: list)
        writes.contents.append(FieldWrite(.quantity, text: quantity))
        _ = try checked(String(decoding: values[.note] ?? [], as: UTF8.self), as: .note, for: item, in: list)
        return writes
    }

    /// Returns a text that an item gets from several, as it is stored.
    func checked(
        _ text: String,
        as kind: TextKind,
        for item: ItemState,
        in list: ListState
    ) throws(CommandError) -> String {
        do {
            return try kind.checked(text)
        } catch {
            guard case .tooLong(_, let bytes) = error else { throw .text(error) }
            let reference = EntityReference(scope: list.scope, entity: item.entity)
            throw .item(.tooLongTogether(reference, kind, bytes: bytes))
        }
    }

    /// Returns the sum of the amounts of what is open, or of all if none of that has any: what was bought is not
    /// needed.
    static func quantity(of items: [(state: WorkState, amount: String)]) -> String {
        let counted = items.filter { !$0.amount.isEmpty }
        let open = counted.filter { $0.state == .open }
        return (open.isEmpty ? counted : open).reduce("") { sum, item in
            Quantity.text(typed: "+" + item.amount, former: sum, keepsUnit: false)
        }
    }

    private static func merged(_ value: [UInt8], _ write: FieldWrite) -> [UInt8] {
        guard !value.isEmpty, value != [0] else { return write.value }
        guard !write.value.isEmpty, value != write.value else { return value }
        let (text, other) = (String(decoding: value, as: UTF8.self), String(decoding: write.value, as: UTF8.self))
        return write.field == .note ? Array(note(other, below: text).utf8) : value
    }

    /// Returns a note with another one below it, unless one is a part of the other already.
    static func note(_ other: String, below text: String) -> String {
        func holds(_ note: String, _ part: String) -> Bool { "\n\n\(note)\n\n".contains("\n\n\(part)\n\n") }
        guard !text.isEmpty, !holds(other, text) else { return other }
        return holds(text, other) ? text : "\(text)\n\n\(other)"
    }
}
