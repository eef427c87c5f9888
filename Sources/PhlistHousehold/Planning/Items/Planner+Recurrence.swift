import PhlistModel
import PhlistVocabulary

/// Occurrences of recurring items.
///
/// The device that completes or skips an occurrence makes the next one, with an id that follows from it: however many
/// devices do it apart, there is one. See docs/decisions/0073.
extension Planner {
    /// Plans what a change of an item does to the occurrence after it.
    func follow(_ change: ItemChange, of item: ItemState, in scope: ScopeID, _ action: inout Action) {
        guard let list = library.scopes[scope]?.upcomingList else { return }
        let today = today(for: change).withoutTime
        if item.state == .open, let rule = change.fields.recurrence.flatMap({ Recurrence($0) }) {
            continueSeries(after: item, rule, on: today, in: list, &action)
        }
        guard let rule = item.recurrence else { return }
        if let isTrashed = change.isTrashed, item.state == .open, isTrashed != item.isTrashed {
            guard isTrashed else { return continueSeries(after: item, rule, on: today, in: list, &action) }
            return endSeries(after: item, in: list, &action)
        }
        switch (item.state, change.state, change.occurrence) {
        case (.open, .done?, _), (.open, _, .skip?):
            closeItems(below: item, in: list, as: change.state ?? .cancelled, &action)
            let isSkip = change.occurrence == .skip
            // What is skipped comes back after its own date, too, though the rule counts from completion.
            let day = isSkip ? max(today, item.due?.withoutTime ?? today) : today
            addNext(of: item, rule, completedOn: day, by: isSkip ? nil : action.member, in: list, &action)
        case (.open, nil, .once?):
            // A rule that counts from completion counts from the day to which this one is moved.
            let moved = rule.isFromCompletion ? change.fields.due?.date ?? item.due : nil
            let substitute = change.fields.assignee.flatMap { try? library.member(named: $0) }
            let day = max(today, moved?.withoutTime ?? today)
            addNext(of: item, rule, completedOn: day, by: substitute ?? item.assignee ?? .house, in: list, &action)
        case (.done, .open?, _), (.cancelled, .open?, _):
            openItems(closedWith: item, in: list, &action)
            removeNext(of: item, in: list, &action)
            continueSeries(after: item, rule, on: today, in: list, &action)
        case (.open, .cancelled?, nil): endSeries(after: item, in: list, &action)
        case (.open, nil, nil) where change.fields.recurrence?.isEmpty == true:
            endSeries(after: item, in: list, &action)
        case (.open, _, _), (.done, _, _), (.cancelled, _, _): break
        }
    }

    /// The caller's day, with the time if that was told, too; else the day in UTC.
    func today(for change: ItemChange) -> CivilDate {
        change.today ?? CivilDate(dayNumber: Int(time / 86_400_000)) ?? .last
    }

    /// Returns writes that hold what follows from a rule: the dates, and who has the first turn.
    func recurring(
        _ writes: ItemWrites,
        of item: ItemState?,
        in scope: ScopeID,
        today: CivilDate
    ) throws(CommandError) -> ItemWrites {
        try rotating(try anchored(writes, to: item, today: today), of: item, in: scope)
    }

    /// Returns writes whose rule begins at the due date; without a due date, the first one of the rule becomes it.
    private func anchored(
        _ writes: ItemWrites,
        to item: ItemState?,
        today: CivilDate
    ) throws(CommandError) -> ItemWrites {
        guard let index = writes.contents.firstIndex(where: { $0.field == .recurrence }),
            let rule = Recurrence(String(decoding: writes.contents[index].value, as: UTF8.self)), rule.start == nil
        else { return writes }
        var anchored = writes
        let written = writes.contents.first { $0.field == .due }
        let due = written.map { CivilDate(decoding: $0.value) } ?? item?.due
        let timed = due.map { due in due.minute == nil ? rule.minute.flatMap(due.at(minute:)) ?? due : due }
        let date = timed ?? rule.first(after: today) ?? today.withoutTime
        if case .on(let last)? = rule.end, date.withoutTime > last { throw .item(.endsBefore(date, last: last)) }
        anchored.contents[index] = FieldWrite(.recurrence, text: rule.anchored(at: date).description)
        // Who asks for no due date gets none.
        guard date != due, due != nil || written == nil else { return anchored }
        anchored.contents.removeAll { $0.field == .due }
        anchored.contents.append(FieldWrite(.due, date.encoded))
        return anchored
    }

    /// Returns the closed occurrences that have a later one in the list, and what is below them.
    func pastOccurrences(in list: ListState) -> Set<EntityID> {
        let past = list.items.filter { item in
            guard item.state != .open, item.recurrence != nil else { return false }
            return list.item(EntityID(following: item.entity, in: list.scope))?.isTrashed == false
        }
        return Set(past.flatMap { item in [item.entity] + list.items(below: item.entity).map(\.entity) })
    }

    /// Closes what is still open below an occurrence: the next one has copies of it.
    private func closeItems(below item: ItemState, in list: ListState, as state: WorkState, _ action: inout Action) {
        for part in list.items(below: item.entity) where part.state == .open {
            action.write([FieldWrite(.state, state)], to: part.entity, in: list.scope)
        }
    }

    /// Opens what was closed below an occurrence with it.
    private func openItems(closedWith item: ItemState, in list: ListState, _ action: inout Action) {
        for part in list.items(below: item.entity) where part.state != .open && part.stateAct == item.stateAct {
            action.write([FieldWrite(.state, WorkState.open)], to: part.entity, in: list.scope)
        }
    }

    // MARK: The next occurrence

    /// Adds the next occurrence, behind the current one, unless it is there already or the series has ended.
    private func addNext(
        of item: ItemState,
        _ rule: Recurrence,
        completedOn today: CivilDate,
        by taker: MemberID?,
        in list: ListState,
        _ action: inout Action
    ) {
        let rule = anchored(rule, to: item, on: today)
        guard let start = rule.start, let next = rule.next(completedOn: today), let date = next.start else { return }
        let entity = EntityID(following: item.entity, in: list.scope)
        guard list.item(entity)?.isTrashed != false else { return }
        let spaces = list.spaces
        let space = spaces[item.entity] ?? PlaceSpace()
        let destination = Destination(scope: list.scope, space: space, anchor: .after(item.entity))
        let placement = placement(of: 1, at: destination)
        action.add(placement.moves, in: list.scope)
        let place = Place(section: space.section, parent: space.parent, key: placement.keys[0])
        let dates = [FieldWrite(.due, date.encoded), FieldWrite(.recurrence, text: next.description)]
        let days = date.days(since: start)
        let own = dates + turn(after: item, takenBy: taker, in: list)
        let fields = fields(copying: item, afterDays: days, at: place, with: own, in: list)
        action.write(fields, to: entity, in: list.scope)
        addItems(below: item, afterDays: days, in: list, spaces, &action)
    }

    /// Adds open copies of what is below an occurrence, due as many days later as the next occurrence.
    private func addItems(
        below item: ItemState,
        afterDays days: Int,
        in list: ListState,
        _ spaces: DisplayedSpaces,
        _ action: inout Action
    ) {
        // What recurs by itself and is closed has a successor of its own.
        for part in list.items(below: item.entity) where part.state == .open || part.recurrence == nil {
            let entity = EntityID(following: part.entity, in: list.scope)
            guard list.item(entity)?.isTrashed != false else { continue }
            let space = spaces[part.entity] ?? PlaceSpace()
            let parent = space.parent.map { EntityID(following: $0, in: list.scope) }
            let place = Place(section: space.section, parent: parent, key: part.place.key)
            let due = part.due.map { [FieldWrite(.due, ($0.adding(days: days) ?? .last).encoded)] } ?? []
            let moved = part.recurrence?.moved(days: days)
            guard part.recurrence == nil || moved != nil else { continue }
            let rule = moved.map { [FieldWrite(.recurrence, text: $0.description)] } ?? []
            let fields = fields(copying: part, afterDays: days, at: place, with: due + rule, in: list)
            action.add(Op.writes(fields, to: entity), in: list.scope)
        }
    }

    /// Returns the fields of an open copy; if the copy is in the trash, with writes that clear what it has besides.
    private func fields(
        copying item: ItemState,
        afterDays days: Int,
        at place: Place,
        with own: [FieldWrite],
        in list: ListState
    ) -> [FieldWrite] {
        let left = list.contentsOfOccurrence(item.entity, afterDays: days)
        let copied = left.filter { write in !own.contains { $0.field == write.field } } + own
        let known = Set(copied.map(\.field))
        let former = list.contents(of: EntityID(following: item.entity, in: list.scope))
        let cleared = former.compactMap { write -> FieldWrite? in
            guard write.field.mergeClass == .set else {
                return known.contains(write.field) ? nil : FieldWrite(write.field, [])
            }
            guard !copied.contains(write) else { return nil }
            return FieldWrite(write.field, [SetChange.remove.rawValue] + write.value.dropFirst())
        }
        return [FieldWrite(.life, Life.made), FieldWrite(.place, place.encoded)] + copied + cleared
    }

    // MARK: Taking it back

    /// Puts the next occurrence into the trash when the one before it is opened again, if nobody has changed it and the
    /// member may.
    private func removeNext(of item: ItemState, in list: ListState, _ action: inout Action) {
        guard let next = untouchedOccurrence(after: item, in: list) else { return }
        let ops = next.map { Op.write($0, [FieldWrite(.life, Life.unmade)]) }
        let rights = library.rights(of: action.member, in: list.scope)
        guard (try? rights?.check(ops, isTakingBack: false, broughtBack: [])) != nil else { return }
        action.outcome.changed.append(EntityReference(scope: list.scope, entity: next[0]))
        action.add(ops, in: list.scope)
    }

    /// Returns the occurrence after another one and what is below it, if they still are as they were made; nil if there
    /// is none, or it was changed.
    private func untouchedOccurrence(after item: ItemState, in list: ListState) -> [EntityID]? {
        guard let next = list.item(EntityID(following: item.entity, in: list.scope)), !next.isTrashed,
            next.state == .open, let start = next.recurrence?.start, next.due == start,
            isTurn(next, after: item, in: list)
        else { return nil }
        let days = (item.recurrence?.start ?? item.due).map { start.days(since: $0) } ?? 0
        let left = list.contentsOfOccurrence(item.entity, afterDays: days)
        let found = list.contentsOfOccurrence(next.entity, afterDays: 0)
        let turn: Set<FieldID> = item.rotation.isEmpty ? [] : [.assignee, .rotation]
        let isLeft = { (write: FieldWrite) in !turn.contains(write.field) }
        guard left.filter(isLeft) == found.filter(isLeft) else { return nil }
        let made = Set(list.items(below: item.entity).map { EntityID(following: $0.entity, in: list.scope) })
        let below = list.items(below: next.entity)
        guard below.allSatisfy({ made.contains($0.entity) && $0.state == .open }) else { return nil }
        return [next.entity] + below.map(\.entity)
    }
}

extension ListState {
    /// Returns the fields that an occurrence leaves to the next one, some days later; reminders at a time move along.
    fileprivate func contentsOfOccurrence(_ entity: EntityID, afterDays days: Int) -> [FieldWrite] {
        let own: Set<FieldID> = [.state, .percent, .due, .recurrence]
        let left = contents(of: entity).filter { !own.contains($0.field) }.map { write in
            guard write.field == .reminder, let reminder = item(entity)?.reminder else { return write }
            return FieldWrite(.reminder, text: reminder.moved(days: days)?.description ?? "")
        }
        return left.filter { !$0.value.isEmpty }
    }
}
