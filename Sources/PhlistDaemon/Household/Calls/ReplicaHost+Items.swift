import PhlistControl
import PhlistModel
import PhlistSync

extension DaemonService {
    /// Registers the calls about items.
    func registerItems(in table: inout ControlTable) {
        table.on(ItemsQuery.self) { call, asker throws(ControlError) in try await host.items(call, asker) }
        table.on(AddItemsRequest.self) { call, asker throws(ControlError) in
            try await host.addItems(call, asker)
        }
        table.on(ChangeItemsRequest.self) { call, asker throws(ControlError) in
            try await host.changeItems(call, asker)
        }
        table.on(MoveItemsRequest.self) { call, asker throws(ControlError) in
            try await host.moveItems(call, asker)
        }
        table.on(PurgeItemsRequest.self) { call, asker throws(ControlError) in
            try await host.purgeItems(call, asker)
        }
    }
}

/// The calls that change items.
extension ReplicaHost {
    func addItems(_ request: AddItemsRequest, _ asker: Asker) async throws(ControlError) -> AddItemsReply {
        let anchor = request.after.map(ItemTarget.Anchor.after) ?? (request.top == true ? .top : nil)
        let target = ItemTarget(list: request.list, under: request.under, anchor: anchor)
        let items = NewItems(target: target, titles: request.titles, fields: try change(request.fields))
        let done = try await perform(.items(.add(items)), asker) { error in
            switch error {
            case .listNotFound(let name): self.noList(name, forAdding: [request.list ?? name] + request.titles)
            case .sectionNotFound(let name, let scope): self.noSection(name, scope)
            default: nil
            }
        }
        return AddItemsReply(
            list: try listView(of: done),
            isNewList: done.outcome.isNewList,
            added: views(done.outcome.changed, done.preview),
            existing: views(done.outcome.unchanged, done.preview)
        )
    }

    private func change(_ fields: ItemFields?) throws(ControlError) -> ItemChange {
        var change = ItemChange(fields)
        change.photo = try fields?.photo.map { name throws(ControlError) in .reference(try photo(named: name)) }
        return change
    }

    func changeItems(_ request: ChangeItemsRequest, _ asker: Asker) async throws(ControlError) -> ChangeItemsReply {
        var change = try change(request.fields)
        change.state = request.state.map { WorkState($0) }
        change.title = request.title
        change.isTrashed = request.isTrashed
        return changeReply(try await perform(.items(.change(request.items, change)), asker))
    }

    func moveItems(_ request: MoveItemsRequest, _ asker: Asker) async throws(ControlError) -> ChangeItemsReply {
        let anchor: ItemTarget.Anchor? =
            switch request.place {
            case .top?: .top
            case .bottom?: .bottom
            case .out?: .out
            case nil: request.before.map { .before($0) } ?? request.after.map { .after($0) }
            }
        let target = ItemTarget(list: request.to, under: request.under, anchor: anchor)
        let sources = try? replica.library.items(matching: request.items, for: asker.principal, purpose: .look)
        let done = try await perform(.items(.move(request.items, target)), asker) { error in
            guard case .sectionNotFound(let name, let scope) = error else { return nil }
            return self.noSection(name, scope)
        }
        var reply = changeReply(done)
        reply.newViewers = newViewers(
            of: Set(done.outcome.changed.map(\.scope)),
            from: Set((sources ?? []).map(\.scope))
        )
        return reply
    }

    /// Returns the names of the members who see one of some lists, but not all of those that items came from; nil for
    /// nobody.
    func newViewers(of lists: Set<ScopeID>, from sources: Set<ScopeID>) -> [String]? {
        let (library, audiences) = (replica.library, lists.compactMap { replica.library.audience(of: $0) })
        let former = sources.compactMap { library.audience(of: $0) }
        let viewers = (library.household?.members ?? []).filter { member in
            audiences.contains { $0.sees(member) } && !former.allSatisfy { $0.sees(member) }
        }
        let names = viewers.compactMap { library.memberName($0) }
        return names.isEmpty ? nil : names
    }

    func purgeItems(_ request: PurgeItemsRequest, _ asker: Asker) async throws(ControlError) -> ChangeItemsReply {
        let command: ItemCommand
        if let items = request.items {
            command = .purge(items)
        } else {
            command = .purgeTrash(before: purgeTime(olderThanDays: request.olderThanDays ?? 0))
        }
        // The items cannot be shown after the purge.
        var trial = asker
        trial.options.isDryRun = true
        let planned = try await perform(.items(command), trial).outcome.changed
        let shown = Dictionary(views(planned).map { ($0.id, $0) }) { first, _ in first }
        let done = try await perform(.items(command), asker)
        return ChangeItemsReply(
            changed: done.outcome.changed.compactMap { shown[$0.entity.description] },
            unchanged: []
        )
    }

    /// Returns the time, in milliseconds since 1970, that lies a number of days ago.
    func purgeTime(olderThanDays days: Int) -> Int64 {
        replica.time(at: .read()) - Int64(days) * Self.millisecondsPerDay
    }

    private static let millisecondsPerDay: Int64 = 86_400_000

    /// Returns the reply for changed items.
    func changeReply(_ done: Done) -> ChangeItemsReply {
        ChangeItemsReply(
            changed: views(done.outcome.changed, done.preview),
            unchanged: views(done.outcome.unchanged, done.preview)
        )
    }

    private func noSection(_ name: String, _ scope: ScopeID) -> ControlError {
        let list = title(of: scope)
        return ControlError(
            .notFound,
            "no section \"\(name)\" in \(list)",
            hint: "make it with: phlistctl section add \"\(list)\" \"\(name)\""
        )
    }
}

extension ItemChange {
    /// Creates the corresponding change of the model; dates have been checked before.
    fileprivate init(_ fields: ItemFields?) {
        self.init(
            note: fields?.note,
            due: fields?.due.map { CivilDate($0).flatMap { DueDate($0) }.map(DueChange.on) ?? .never },
            assignee: fields?.assignee,
            tagsAdded: fields?.addTags ?? [],
            tagsRemoved: fields?.removeTags ?? [],
            quantity: fields?.quantity,
            priority: fields?.priority.map { PhlistModel.Priority($0) },
            percent: fields?.percent
        )
    }
}
