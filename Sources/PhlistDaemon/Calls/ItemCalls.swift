import PhlistControl
import PhlistHousehold
import PhlistModel
import PhlistPresentation
import PhlistSync
import PhlistVocabulary

/// The calls about items.
struct ItemCalls {
    let host: ReplicaHost

    func register(in table: inout ControlTable) {
        table.on(ItemsQuery.self, items)
        table.on(AddItemsRequest.self, add)
        table.on(ChangeItemsRequest.self, change)
        table.on(MoveItemsRequest.self, move)
        table.on(MergeItemsRequest.self, merge)
        table.on(PurgeItemsRequest.self, purge)
    }

    func items(_ query: ItemsQuery, _ asker: Asker) async throws(ControlError) -> ItemsReply {
        guard let name = query.ref else {
            return try await host.present { presenter throws(ControlError) in
                try presenter.items(query, for: asker.principal)
            }
        }
        let found = try await host.present { presenter throws(ControlError) in
            try presenter.item(named: name, for: asker.principal)
        }
        // A user who looks at the item will want to see its photo.
        if let photo = found.missingPhoto { host.report(.event(.blobDemanded(photo))) }
        return found.reply
    }

    func add(_ request: AddItemsRequest, _ asker: Asker) async throws(ControlError) -> AddItemsReply {
        let anchor = request.after.map(ItemTarget.Anchor.after) ?? (request.top == true ? .top : nil)
        let target = ItemTarget(list: request.list, under: request.under, anchor: anchor)
        var fields = try await change(request.fields)
        fields.today = request.today
        var items = NewItems(target: target, titles: request.titles, fields: fields)
        items.ownFields = request.ownFields ?? []
        return try await host.perform(
            .items(.add(items)),
            asker,
            refusal: { $0.refusal($1, toAdd: request.titles, to: request.list) },
            reply: { presenter, performed throws(ControlError) in try presenter.addedItems(performed) }
        )
    }

    private func change(_ fields: ItemPatch?) async throws(ControlError) -> ItemChange {
        var change = ItemChange(fields: fields ?? ItemPatch())
        guard let name = fields?.photo else { return change }
        let photo = try await host.present { presenter throws(ControlError) in try presenter.photo(named: name) }
        change.photo = .reference(photo)
        return change
    }

    func change(_ request: ChangeItemsRequest, _ asker: Asker) async throws(ControlError) -> ChangeItemsReply {
        var change = try await change(request.fields)
        change.state = request.state
        change.title = request.title
        change.isTrashed = request.isTrashed
        change.occurrence = request.occurrence
        change.today = request.today
        change.seen.title = request.seen?.title
        change.seen.fields = request.seen?.fields ?? ItemPatch()
        return try await host.perform(.items(.change(request.items, change)), asker, reply: Presenter.changedItems)
    }

    func move(_ request: MoveItemsRequest, _ asker: Asker) async throws(ControlError) -> ChangeItemsReply {
        let anchor: ItemTarget.Anchor? =
            switch request.place {
            case .top?: .top
            case .bottom?: .bottom
            case .out?: .out
            case nil: request.before.map { .before($0) } ?? request.after.map { .after($0) }
            }
        let target = ItemTarget(list: request.to, under: request.under, anchor: anchor)
        let sources = await host.present { $0.lists(ofItems: request.items, for: asker.principal) }
        return try await host.perform(
            .items(.move(request.items, target)),
            asker,
            refusal: { $0.refusalToMove($1) },
            reply: { $0.movedItems($1, from: sources) }
        )
    }

    func merge(_ request: MergeItemsRequest, _ asker: Asker) async throws(ControlError) -> ChangeItemsReply {
        try await host.perform(.items(.merge(request.items)), asker, reply: Presenter.changedItems)
    }

    func purge(_ request: PurgeItemsRequest, _ asker: Asker) async throws(ControlError) -> ChangeItemsReply {
        let command: ItemCommand
        if let items = request.items {
            command = .purge(items)
        } else {
            let days = request.olderThanDays ?? 0
            command = .purgeTrash(before: await host.present { $0.purgeTime(olderThanDays: days) })
        }
        // The items cannot be shown after the purge.
        var trial = asker
        trial.options.isDryRun = true
        let before = try await host.perform(.items(command), trial) { $0.itemsBefore($1) }
        return try await host.perform(.items(command), asker) { $0.purgedItems($1, shownAs: before) }
    }
}
