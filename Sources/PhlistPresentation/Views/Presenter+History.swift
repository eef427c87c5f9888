package import PhlistControl
package import PhlistHousehold
import PhlistModel

/// Replies about history, undo, redo and conflicts.
extension Presenter {
    /// The default number of actions on a page.
    private static let historyCountUsual = 20

    package func history(_ query: HistoryQuery, for caller: Principal) throws(ControlError) -> HistoryReply {
        var request = HistoryRequest(countMax: query.limit ?? Self.historyCountUsual)
        (request.reference, request.member, request.device) = (query.of, query.member, query.device)
        request.since = query.since
        if let after = query.after {
            guard let position = HistoryPosition(token: after) else {
                throw ControlError(.invalid, "parameter \"after\" is not a position in a history")
            }
            request.cursor = position
        }
        let (actions, next, item) = try explaining(for: caller) { () throws(CommandError) in
            try library.history(request, for: caller)
        }
        let entries = actions.map { view($0.entry, in: $0.scope, [:]) }.filter { !$0.changes.isEmpty }
        var reply = HistoryReply(entries: entries, next: next?.token)
        reply.previous = item.flatMap(occurrence)
        return reply
    }

    /// Returns an action for clients.
    private func view(
        _ entry: HistoryEntry,
        in scope: ScopeID,
        _ preview: [ScopeID: ScopeDraft]
    ) -> HistoryEntryView {
        let list = scope == library.householdID ? nil : library.list(scope, with: preview[scope])
        let household = library.household(with: preview[scope])
        let changes = entry.changes.compactMap { change in
            let label = list == nil ? household?.label(of: change.entity) : list?.label(of: change.entity)
            return view(change, in: list, label)
        }
        return HistoryEntryView(
            at: entry.act.stamp.milliseconds,
            by: library.memberName(entry.act.by),
            device: library.deviceName(entry.act.device),
            listID: list?.scope.description,
            listTitle: list?.title,
            kind: HistoryEntryView.Kind(entry.kind),
            changes: changes
        )
    }

    // MARK: Taking back

    package func takenBack(_ performed: Performed) -> TakenBackReply {
        TakenBackReply(entries: entries(of: performed), leftAlone: performed.outcome.leftAlone.compactMap(currentView))
    }

    /// Returns words for a refusal to undo or redo.
    ///
    /// - Parameters:
    ///   - error: The refusal.
    ///   - list: The list in which the caller wanted to go back; nil for all.
    ///   - isRedo: Whether the caller wanted to redo.
    /// - Returns: The words; nil for the usual ones.
    package func refusalToTakeBack(_ error: CommandError, in list: String?, isRedo: Bool) -> ControlError? {
        let words: ControlError
        if case .sharing(.ended(let scope)) = error {
            words = lastActionEnded(in: scope, isRedo: isRedo)
        } else if case .history(let error) = error {
            words = explain(error)
        } else {
            return nil
        }
        guard let list, words.hint != nil else { return words }
        return ControlError(words.code, words.message, hint: Self.wayOn(in: list))
    }

    /// Returns the changes that an action has written, or would write, by scope.
    private func entries(of performed: Performed) -> [HistoryEntryView] {
        let changed = Dictionary(grouping: performed.outcome.changed, by: \.scope)
        var told: Set<ScopeID> = []
        let scopes = performed.outcome.changed.map(\.scope).filter { told.insert($0).inserted }
        return scopes.compactMap { scope in
            let references = changed[scope, default: []]
            guard var entry = references.first.map({ entry(of: $0, performed) }) else { return nil }
            // Querying the history of each of ten thousand items would take quadratic time.
            if performed.preview.isEmpty, let whole = library.newestAction(in: scope), whole.group == entry.group {
                let changes = Dictionary(grouping: whole.changes, by: \.entity)
                entry.changes = references.flatMap { changes[$0.entity] ?? [] }
            } else {
                entry.changes = references.flatMap { self.entry(of: $0, performed).changes }
            }
            return view(entry, in: scope, performed.preview)
        }
    }

    private func entry(of reference: EntityReference, _ performed: Performed) -> HistoryEntry {
        if performed.preview.isEmpty, let entry = library.newestAction(on: reference) { return entry }
        let act = Act(
            stamp: Stamp(milliseconds: time),
            by: library.member(of: performed.caller) ?? .house,
            device: library.device
        )
        let draft = performed.preview[reference.scope]
        let changes =
            reference.scope == library.householdID
            ? library.household(with: draft)?.draftedChanges(of: reference.entity)
            : library.list(reference.scope, with: draft)?.draftedChanges(of: reference.entity)
        return HistoryEntry(group: 0, act: act, changes: changes ?? [])
    }

    /// Returns the present value of a field.
    private func currentView(_ reference: FieldReference) -> FieldChangeView? {
        let isOfHousehold = reference.scope == library.householdID
        let list = isOfHousehold ? nil : library.list(reference.scope)
        let label =
            isOfHousehold ? library.household?.label(of: reference.entity) : list?.label(of: reference.entity)
        if label == nil, reference.field == .purge { return gone(reference.entity) }
        guard let label, let state = library.scopes[reference.scope]?.state,
            let shown = state.shown(reference.field, of: reference.entity)
        else { return nil }
        if let participation = participation(reference.field, shown.value) { return participation }
        return FieldChangeView(
            kind: FieldChangeView.Kind(label.kind, in: list),
            id: reference.entity.description,
            title: label.title,
            field: library.fieldName(reference.field, of: label, in: list),
            value: text(shown.value, of: reference.field, in: list)
        )
    }

    /// Returns the view of a thing that was permanently removed: nothing is left of it but its id.
    private func gone(_ entity: EntityID) -> FieldChangeView {
        FieldChangeView(
            kind: .item,
            id: entity.description,
            title: "",
            field: "life",
            value: FieldChangeView.purged
        )
    }

    // MARK: Conflicts

    package func conflicts(_ query: ConflictsQuery, for caller: Principal) throws(ControlError) -> ConflictsReply {
        let late = query.of == nil ? listNotices(for: caller) : []
        let notices = late + apartNotices(of: query.of, for: caller).flatMap(\.lines)
        let conflicts = try explaining(for: caller) { () throws(CommandError) in
            do throws(CommandError) {
                return try library.conflicts(for: caller, of: query.of)
            } catch .conflict(.notFound) where !notices.isEmpty {
                return []
            }
        }
        let short = library.shortIDs(of: conflicts.filter { $0.label.kind == .item }.map(\.entity))
        return ConflictsReply(
            conflicts: conflicts.map { view($0, shortID: short[$0.entity]) },
            notices: notices.isEmpty ? nil : notices
        )
    }

    private func view(_ conflict: SurfacedConflict, shortID: String?) -> PlacedConflictView {
        let list = conflict.member == nil ? library.list(conflict.scope) : nil
        let id = conflict.entity == .root ? conflict.scope.description : conflict.entity.description
        return PlacedConflictView(
            kind: FieldChangeView.Kind(conflict.label.kind, in: list),
            id: id,
            shortID: conflict.entity == .root ? id.shortened : shortID ?? id.shortened,
            title: conflict.label.title,
            listID: list?.scope.description,
            listTitle: list?.title,
            field: conflict.fieldName,
            values: values(of: conflict.siblings, of: conflict.field, in: list)
        )
    }

    package func resolved(_ performed: Performed, field: String) throws(ControlError) -> ResolveReply {
        let changes = entries(of: performed).flatMap(\.changes)
        guard let change = changes.first(where: { fold($0.field) == fold(field) }) else { throw .unexpected }
        return ResolveReply(change: change)
    }

    /// Returns the number of the requested value if it is one of the competing ones, in the order shown.
    package func number(of request: ResolveRequest, for caller: Principal) -> Int? {
        let conflicts = try? library.conflicts(for: caller, of: request.of)
        let meant = conflicts?.filter { fold($0.fieldName) == fold(request.field) } ?? []
        guard meant.count == 1, let value = request.value else { return nil }
        let values = view(meant[0], shortID: nil).values
        let index = values.firstIndex { $0.value == value } ?? values.firstIndex { fold($0.value) == fold(value) }
        return index.map { $0 + 1 }
    }
}

extension HistoryEntryView.Kind {
    init(_ kind: HistoryEntry.Kind) {
        switch kind {
        case .ordinary: self = .ordinary
        case .undo: self = .undo
        case .redo: self = .redo
        }
    }
}
