import PhlistVocabulary

/// A change of an occurrence by somebody who did not know that another person had closed it.
package struct LateEdit: Sendable {
    /// The closed occurrence, which has the change.
    package let past: ItemState
    /// The open one after it, which lacks it.
    package let next: ItemState
    package let edited: Act
    package let closed: Act
}

/// A change of an item, or its being added again, by somebody who did not know that another person had closed it.
package struct ChangeBesideClosing: Sendable {
    package let item: ItemState
    /// The last act of each changed field.
    package let changes: [FieldID: Act]
    package let closed: Act
}

extension ListState {
    /// The changes of closed occurrences that are not in the next one, unless somebody has changed those fields there.
    ///
    /// Closing an occurrence copies what it has then; see docs/decisions/0073.
    package var lateEdits: [LateEdit] {
        unsettledItems { $0.isVisibleItem && $0.state != .open }.filter(\.hasOrHadRule).compactMap(lateEdit)
    }

    /// The items that may have concurrent changes which nobody has settled, in the order of the list.
    ///
    /// The time depends on their number, not on that of all items. Settled ones are not among them, but for closed
    /// occurrences of a series.
    fileprivate func unsettledItems(where isMeant: (EntityFacts) -> Bool) -> [ItemState] {
        let rows = rows()
        return rows[.unsettled].filter { isMeant(rows.facts(of: $0)) }.compactMap { rows.item($0) }.sorted()
    }

    /// Returns the occurrence before another one; nil for the first one of a series, and one that came from another
    /// list.
    package func occurrence(before next: EntityID) -> ItemState? {
        let found = state.entities(closedWithWriting: next).first { EntityID(following: $0, in: scope) == next }
        return found.flatMap(item)
    }

    /// Returns the open occurrence at the end of a series, after one that may be closed; nil if there is none, or if
    /// that one was taken out of the series.
    package func lastOccurrence(after item: ItemState) -> ItemState? {
        var last = item
        while last.state != .open {
            let next = EntityID(following: last.entity, in: scope)
            guard state.batch(takingOut: last.entity, andMaking: next) == nil, let item = self.item(next) else {
                return nil
            }
            last = item
        }
        return last.isTrashed ? nil : last
    }

    /// Returns the open occurrence after a closed one; nil if there is none.
    package func openOccurrence(after past: ItemState) -> ItemState? {
        guard past.state != .open, let next = item(EntityID(following: past.entity, in: scope)) else { return nil }
        return next.state == .open && !next.isTrashed ? next : nil
    }

    /// The items that somebody completed or cancelled while another person changed or added them, until somebody has
    /// seen both.
    package var changesBesideClosing: [ChangeBesideClosing] {
        unsettledItems { $0.isVisibleItem && $0.state != .open }.compactMap(changeBesideClosing)
    }

    /// Returns what somebody changed in an item while another person closed it; nil for nothing.
    ///
    /// Each change of content also writes that the item is alive.
    package func changeBesideClosing(of item: ItemState) -> ChangeBesideClosing? {
        guard !item.isTrashed, item.state != .open, item.wasChanged, !isOfSeries(item),
            let closed = item.stateAct, item.entry[.state].competing(for: .state).isEmpty
        else { return nil }
        let changes = state.changes(besideClosing: item.entity)
        return changes.isEmpty ? nil : ChangeBesideClosing(item: item, changes: changes, closed: closed)
    }

    /// The open items whose amount several people changed apart to the same one, until somebody changes it again: if
    /// each of them added to it, it lacks something.
    package var amountsChangedAlike: [(item: ItemState, acts: [Act])] {
        unsettledItems { $0.isOpenItem }.filter { !$0.quantity.isEmpty }.compactMap { item in
            let siblings = item.entry[.quantity].siblings
            guard siblings.count > 1, siblings.allSatisfy({ $0.value == siblings[0].value }) else { return nil }
            return (item, siblings.map(\.act))
        }
    }

    /// The records that stay although somebody removed them, in the order of their ids.
    package var rescuedRecords: [RecordState] {
        guard kind == .form else { return [] }
        let rows = rows()
        let rescued = rows[.unsettled].filter { rows.facts(of: $0).isVisible(.record) && rows.facts(of: $0).isRescued }
        return rescued.compactMap { RecordState(rows.entity(of: $0), rows.entry(of: $0)) }
            .filter { $0.rescue != nil }.sorted { $0.entity < $1.entity }
    }

    /// Whether an item has a next occurrence, or is below a closed one, so that it is not the one to be opened again.
    private func isOfSeries(_ item: ItemState) -> Bool {
        item.hasOrHadRule && hasNext(item) || item.place.parent.flatMap(self.item).map { $0.state != .open } ?? false
    }

    private func hasNext(_ item: ItemState) -> Bool {
        self.item(EntityID(following: item.entity, in: scope))?.isTrashed == false
    }

    func lateEdit(of past: ItemState) -> LateEdit? {
        guard let next = openOccurrence(after: past), let closed = past.stateAct else { return nil }
        let fields = state.fieldsWritten(of: past.entity, besideClosingBefore: next.entity)
            .filter { next.lacks($0, of: past) }
        let edited = fields.compactMap { past.entry.shown($0)?.act }.max()
        return edited.map { LateEdit(past: past, next: next, edited: $0, closed: closed) }
    }
}

extension ItemState {
    /// Whether it recurs, or did so until somebody took the rule off.
    var hasOrHadRule: Bool {
        !entry[.recurrence].siblings.isEmpty
    }

    /// Whether somebody changed the content of the item, or added it again, since it was made.
    fileprivate var wasChanged: Bool {
        entry[.life].siblings.contains { $0.act != entry.created }
    }

    /// The fields that each occurrence has for itself.
    private static let ownFields: Set<FieldID> = [.kind, .life, .place, .state, .percent, .due]

    /// Whether a field differs from that of the occurrence before, and nobody has changed it since this one was made.
    fileprivate func lacks(_ field: FieldID, of past: ItemState) -> Bool {
        let isTurn = !rotation.isEmpty && field == .assignee
        guard field != .tags else { return !Set(past.tags).isSubset(of: tags) }
        guard !Self.ownFields.contains(field), !isTurn, field.mergeClass == .register, !hasField(field, as: past) else {
            return false
        }
        // A later change writes no place, unless it is a move.
        let makings = [entry.created] + entry[.place].siblings.map(\.act)
        return entry.shown(field).map { makings.contains($0.act) } ?? true
    }

    /// Whether a field is what the occurrence before leaves to this one.
    private func hasField(_ field: FieldID, as past: ItemState) -> Bool {
        switch field {
        case .recurrence:
            var (own, others) = (recurrence, past.recurrence)
            own?.start = nil
            others?.start = nil
            if case .after(let left) = own?.end, case .after(let before) = others?.end, left == before - 1 {
                own?.end = others?.end
            }
            return own == others
        // The order changes with each turn.
        case .rotation: return Set(rotation.members) == Set(past.rotation.members)
        case .reminder: return reminder == past.reminder?.moved(days: days(after: past))
        default: return entry.shown(field)?.value ?? [] == past.entry.shown(field)?.value ?? []
        }
    }

    /// The days from the date for which the occurrence before was planned to that of this one.
    private func days(after past: ItemState) -> Int {
        let planned = past.recurrence?.start ?? past.due
        return planned.flatMap { day in (recurrence?.start ?? due)?.days(since: day) } ?? 0
    }
}

/// Items that are in the trash because somebody moved them, while others did something else.
extension ListState {
    /// The items that stay although somebody removed them, unless somebody has opened them again since.
    package var rescuedItems: [ItemState] {
        unsettledItems { $0.isVisibleItem && $0.isRescued }.filter { $0.rescue != nil && !$0.isRescuedByReopening }
    }

    /// The items in the trash that somebody completed or cancelled without knowing that they were put there.
    package var closedBesideTrash: [ItemState] {
        unsettledItems { $0.isTrashedItem && $0.state != .open }.filter { state.isClosed(besideTrashing: $0.entity) }
    }

    /// The items that several people put into the trash without knowing of each other.
    package var trashedApart: [ItemState] {
        unsettledItems { $0.isTrashedItem }.filter { $0.removers.count > 1 }
    }
}

extension ItemState {
    /// The people who put it into the trash without knowing of each other.
    package var removers: [MemberID] {
        entry[.life].siblings.filter { !$0.value.isAlive }.map(\.act.by)
    }

    /// Whether it is there still because somebody opened it again, who does not ask whether it is to stay.
    package var isRescuedByReopening: Bool {
        state == .open && rescue.map { $0.edited == stateAct } ?? false
    }

    /// Whether it is open, and nobody has changed its state since it was made.
    package var isOpenAsMade: Bool { isOpen(unchangedSince: created) }

    /// Whether it is open, and its state has not changed later than an action.
    package func isOpen(unchangedSince act: Act) -> Bool {
        state == .open && stateAct.map { $0 <= act } ?? true
    }
}
