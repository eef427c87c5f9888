import PhlistControl
import PhlistModel
import PhlistSync

/// The calls about history, undo, redo and conflicts.
extension DaemonService {
    func registerHistory(in table: inout ControlTable) {
        table.on(HistoryQuery.self) { call, asker throws(ControlError) in try await host.history(call, asker) }
        table.on(UndoRequest.self) { call, asker throws(ControlError) in
            try await host.takeBack(.undo(list: call.list), asker)
        }
        table.on(RedoRequest.self) { call, asker throws(ControlError) in
            try await host.takeBack(.redo(list: call.list), asker)
        }
        table.on(ConflictsQuery.self) { call, asker throws(ControlError) in
            try await host.conflicts(call, asker)
        }
        table.on(ResolveRequest.self) { call, asker throws(ControlError) in
            try await host.resolve(call, asker)
        }
    }
}

extension ReplicaHost {
    /// The default number of actions on a page.
    private static let historyCountUsual = 20

    func history(_ query: HistoryQuery, _ asker: Asker) throws(ControlError) -> HistoryReply {
        var request = HistoryRequest(countMax: query.limit ?? Self.historyCountUsual)
        (request.reference, request.member, request.device) = (query.of, query.member, query.device)
        request.since = query.since
        if let after = query.after {
            guard let position = HistoryPosition(token: after) else {
                throw ControlError(.invalid, "parameter \"after\" is not a position in a history")
            }
            request.cursor = position
        }
        let (actions, next) = try explaining(for: asker.principal) { () throws(CommandError) in
            try replica.library.history(request, for: asker.principal)
        }
        let entries = actions.map { view($0.entry, in: $0.scope, [:]) }.filter { !$0.changes.isEmpty }
        return HistoryReply(entries: entries, next: next?.token)
    }

    /// Returns an action for clients.
    private func view(
        _ entry: HistoryEntry,
        in scope: ScopeID,
        _ preview: [ScopeID: ScopeDraft]
    ) -> HistoryEntryView {
        let list = scope == replica.library.householdID ? nil : replica.library.list(scope, with: preview[scope])
        let household = replica.library.household(with: preview[scope])
        let changes = entry.changes.compactMap { change in
            let label = list == nil ? household?.label(of: change.entity) : list?.label(of: change.entity)
            return view(change, in: list, label)
        }
        return HistoryEntryView(
            at: entry.act.stamp.milliseconds,
            by: replica.library.memberName(entry.act.by),
            device: replica.library.deviceName(entry.act.device),
            listID: list?.scope.description,
            listTitle: list?.title,
            kind: HistoryEntryView.Kind(entry.kind),
            changes: changes
        )
    }

    // MARK: Taking back

    func takeBack(_ command: UserCommand, _ asker: Asker) async throws(ControlError) -> TakenBackReply {
        let done = try await perform(command, asker) { error in
            guard case .listEnded(let scope) = error else { return nil }
            return self.lastActionEnded(in: scope)
        }
        return TakenBackReply(
            entries: entries(of: done, asker),
            leftAlone: done.outcome.leftAlone.compactMap(currentView)
        )
    }

    /// Returns the changes that an action has written, or would write, by scope.
    private func entries(of done: Done, _ asker: Asker) -> [HistoryEntryView] {
        let changed = Dictionary(grouping: done.outcome.changed, by: \.scope)
        var told: Set<ScopeID> = []
        let scopes = done.outcome.changed.map(\.scope).filter { told.insert($0).inserted }
        return scopes.compactMap { scope in
            let references = changed[scope, default: []]
            guard var entry = references.first.map({ entry(of: $0, done, asker) }) else { return nil }
            // Querying the history of each of ten thousand items would take quadratic time.
            if done.preview.isEmpty, let whole = replica.library.newestAction(in: scope), whole.group == entry.group {
                let changes = Dictionary(grouping: whole.changes, by: \.entity)
                entry.changes = references.flatMap { changes[$0.entity] ?? [] }
            } else {
                entry.changes = references.flatMap { self.entry(of: $0, done, asker).changes }
            }
            return view(entry, in: scope, done.preview)
        }
    }

    private func entry(of reference: EntityReference, _ done: Done, _ asker: Asker) -> HistoryEntry {
        if done.preview.isEmpty, let entry = replica.library.newestAction(on: reference) { return entry }
        let act = Act(
            stamp: Stamp(milliseconds: replica.time(at: .read())),
            by: replica.library.member(of: asker.principal) ?? .house,
            device: replica.device
        )
        let draft = done.preview[reference.scope]
        let changes =
            reference.scope == replica.library.householdID
            ? replica.library.household(with: draft)?.draftedChanges(of: reference.entity)
            : replica.library.list(reference.scope, with: draft)?.draftedChanges(of: reference.entity)
        return HistoryEntry(group: 0, act: act, changes: changes ?? [])
    }

    /// Returns the present value of a field.
    private func currentView(_ reference: FieldReference) -> FieldChangeView? {
        let isMember = reference.scope == replica.library.householdID
        let list = isMember ? nil : replica.library.list(reference.scope)
        let label =
            isMember ? replica.library.household?.label(of: reference.entity) : list?.label(of: reference.entity)
        guard let label, let shown = list?.shown(reference.field, of: reference.entity) else { return nil }
        if let participation = participation(reference.field, shown.value) { return participation }
        return FieldChangeView(
            kind: FieldChangeView.Kind(label.kind, isInList: !isMember),
            id: reference.entity.description,
            title: label.title,
            field: replica.library.fieldName(reference.field, of: label, in: list),
            value: text(shown.value, of: reference.field, in: list)
        )
    }

    // MARK: Conflicts

    func conflicts(_ query: ConflictsQuery, _ asker: Asker) throws(ControlError) -> ConflictsReply {
        let conflicts = try explaining(for: asker.principal) { () throws(CommandError) in
            try replica.library.conflicts(for: asker.principal, of: query.of)
        }
        let short = replica.library.shortIDs(of: conflicts.filter { $0.label.kind == .item }.map(\.entity))
        return ConflictsReply(conflicts: conflicts.map { view($0, shortID: short[$0.entity]) })
    }

    private func view(_ conflict: SurfacedConflict, shortID: String?) -> PlacedConflictView {
        let list = conflict.member == nil ? replica.library.list(conflict.scope) : nil
        let id = conflict.entity == .root ? conflict.scope.description : conflict.entity.description
        return PlacedConflictView(
            kind: FieldChangeView.Kind(conflict.label.kind, isInList: list != nil),
            id: id,
            shortID: conflict.entity == .root ? id.shortened : shortID ?? id.shortened,
            title: conflict.label.title,
            listID: list?.scope.description,
            listTitle: list?.title,
            field: conflict.fieldName,
            values: values(of: conflict.siblings, of: conflict.field, in: list)
        )
    }

    func resolve(_ request: ResolveRequest, _ asker: Asker) async throws(ControlError) -> ResolveReply {
        let resolution = Resolution(reference: request.of, field: request.field, choice: try choice(request, asker))
        let done = try await perform(.resolve(resolution), asker)
        let changes = entries(of: done, asker).flatMap(\.changes)
        guard let change = changes.first(where: { fold($0.field) == fold(request.field) }) else { throw .unexpected }
        return ResolveReply(change: change)
    }

    private func choice(_ request: ResolveRequest, _ asker: Asker) throws(ControlError) -> Resolution.Choice {
        if let number = request.take ?? number(of: request, asker) { return .take(number) }
        let text = request.value ?? ""
        guard fold(request.field) == fold("due") else { return .text(text) }
        guard !text.isNone else { return .date(nil) }
        guard let date = CivilDate(text).flatMap({ DueDate($0) }) else {
            throw ControlError(
                .invalid,
                "\"\(text)\" is not a valid date",
                hint: "write it as 2026-12-25 or 2026-12-25T18:00"
            )
        }
        return .date(date)
    }
}

extension ReplicaHost {
    /// Returns the number of the requested value if it is one of the competing ones, in the order shown.
    private func number(of request: ResolveRequest, _ asker: Asker) -> Int? {
        let conflicts = try? replica.library.conflicts(for: asker.principal, of: request.of)
        let meant = conflicts?.filter { fold($0.fieldName) == fold(request.field) } ?? []
        guard meant.count == 1, let value = request.value else { return nil }
        let values = view(meant[0], shortID: nil).values
        return (values.firstIndex { $0.value == value } ?? values.firstIndex { fold($0.value) == fold(value) }).map {
            $0 + 1
        }
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

/// Words for refusals about conflicts.
extension ReplicaHost {
    func explainConflict(_ error: CommandError) -> ControlError {
        switch error {
        case .conflictNotFound(let text):
            ControlError(.notFound, "no conflict in \"\(text)\"", hint: "see all with: phlistctl conflicts")
        case .ambiguousConflict(let text, let candidates):
            ambiguous("conflict", text, candidates.map(describe))
        case .fieldNotInConflict(let field, let others):
            ControlError(
                .notFound,
                "no conflict about \"\(field)\" there",
                hint: "about: \(others.joined(separator: ", "))"
            )
        case .noSuchCompetitor(let number, let count):
            ControlError(.invalid, "there is no value \(number); take 1 to \(count)")
        case .valueNotCompeting(let text, let field):
            ControlError(
                .invalid,
                "\"\(text)\" is not one of the values of \(field)",
                hint: "take one by its number with --take N; any other value is set as usual"
            )
        default: .unexpected
        }
    }

    private func describe(_ reference: EntityReference) -> String {
        let list = replica.library.list(reference.scope)
        let title = list?.label(of: reference.entity)?.title ?? ""
        return "\(reference.entity.description.shortened)  \(list?.title ?? "")/\(title)"
    }
}
