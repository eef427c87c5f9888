import PhlistControl
import PhlistModel
import PhlistSync

/// The calls about items.
extension Household {
    func items(_ query: ItemsQuery, _ asker: Asker) throws(ControlError) -> ItemsReply {
        guard let reference = query.ref else {
            return ItemsReply(items: views(try references(query, asker.principal)))
        }
        return try explaining { () throws(CommandError) in
            ItemsReply(items: views([try replica.item(matching: reference, for: asker.principal, purpose: .look)]))
        }
    }

    private func references(_ query: ItemsQuery, _ caller: Principal) throws(ControlError) -> [EntityReference] {
        let scopes = try explaining { () throws(CommandError) in
            try query.list.map { name throws(CommandError) in [try replica.list(named: name, for: caller)] }
                ?? replica.lists(for: caller).map(\.scope)
        }
        return scopes.flatMap { references(in: $0, includesAll: query.all ?? false) }
    }

    private func references(in scope: ScopeID, includesAll: Bool) -> [EntityReference] {
        (replica.list(scope)?.items ?? [])
            .filter { includesAll || (!$0.isTrashed && $0.state == .open) }
            .map { EntityReference(scope: scope, entity: $0.entity) }
    }

    func addItems(_ request: AddItemsRequest, _ asker: Asker) async throws(ControlError) -> AddItemsReply {
        let command = UserCommand.items(.add(NewItems(list: request.list, titles: request.titles)))
        let done = try await perform(command, asker) { error in
            guard case .listNotFound(let name) = error else { return nil }
            return self.noList(name, forAdding: request.titles)
        }
        return AddItemsReply(
            list: try listView(of: done),
            isNewList: done.outcome.isNewList,
            added: views(done.outcome.changed, done.preview),
            existing: views(done.outcome.unchanged, done.preview)
        )
    }

    func changeItems(_ request: ChangeItemsRequest, _ asker: Asker) async throws(ControlError) -> ChangeItemsReply {
        let change = ItemChange(
            state: request.state.map { WorkState($0) },
            title: request.title,
            isTrashed: request.isTrashed
        )
        return changeReply(try await perform(.items(.change(request.items, change)), asker))
    }

    /// What became of items.
    func changeReply(_ done: Done) -> ChangeItemsReply {
        ChangeItemsReply(
            changed: views(done.outcome.changed, done.preview),
            unchanged: views(done.outcome.unchanged, done.preview)
        )
    }
}
