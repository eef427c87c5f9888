import PhlistControl
import PhlistModel
import PhlistSync

extension DaemonService {
    /// Registers the calls about lists.
    func registerLists(in table: inout ControlTable) {
        table.on(ListsQuery.self) { call, asker throws(ControlError) in try await host.lists(call, asker) }
        table.on(NewListRequest.self) { call, asker throws(ControlError) in try await host.addList(call, asker) }
        table.on(ChangeListsRequest.self) { call, asker throws(ControlError) in
            try await host.changeLists(call, asker)
        }
        table.on(CopyListRequest.self) { call, asker throws(ControlError) in try await host.copyList(call, asker) }
        table.on(MergeListsRequest.self) { call, asker throws(ControlError) in
            try await host.mergeLists(call, asker)
        }
        table.on(ClearDoneRequest.self) { call, asker throws(ControlError) in
            try await host.clearDone(call, asker)
        }
        table.on(PurgeListsRequest.self) { call, asker throws(ControlError) in
            try await host.purgeLists(call, asker)
        }
        table.on(DefaultListRequest.self) { call, asker throws(ControlError) in
            try await host.setDefaultList(call, asker)
        }
        table.on(OwnViewRequest.self) { call, asker throws(ControlError) in
            try await host.setOwnView(call, asker)
        }
        table.on(OverviewQuery.self) { await host.overview($0, $1) }
    }
}

/// The calls about lists.
extension ReplicaHost {
    func lists(_ query: ListsQuery, _ asker: Asker) throws(ControlError) -> ListsReply {
        let caller = asker.principal
        let lists = try query.list.map { name throws(ControlError) in [try listOrTrash(named: name, asker)] }
        let shown = lists ?? replica.library.lists(ListQuery(query), for: caller)
        let views = shown.map { view($0, for: caller) }
        guard query.expand ?? false else { return ListsReply(lists: views, readOnly: removalNotice) }
        var items: [ItemView] = []
        for list in views where !list.isTrashed {
            items += try self.items(ItemsQuery(list: list.id, all: query.all), asker).items
        }
        return ListsReply(lists: views, items: items, readOnly: removalNotice)
    }

    private func listOrTrash(named name: String, _ asker: Asker) throws(ControlError) -> ListState {
        let scope = try explaining(for: asker.principal) { () throws(CommandError) in
            try replica.library.listOrTrash(named: name, for: asker.principal)
        }
        guard let list = replica.library.list(scope) else { throw .unexpected }
        return list
    }

    func addList(_ request: NewListRequest, _ asker: Asker) async throws(ControlError) -> ListReply {
        let list = NewList(
            title: request.title,
            description: request.description ?? "",
            due: try request.due.map(DueDate.init(checking:)),
            isPrivate: request.isPrivate ?? false,
            guests: request.with ?? [],
            sort: request.sort.map(DefaultView.Sort.init) ?? .manual,
            template: request.template
        )
        return try listReply(try await perform(.lists(.create(list)), asker), asker)
    }

    func copyList(_ request: CopyListRequest, _ asker: Asker) async throws(ControlError) -> ListReply {
        let command = ListCommand.copy(request.list, title: request.title, isReset: request.isReset ?? false)
        return try listReply(try await perform(.lists(command), asker), asker)
    }

    private func listReply(_ done: Done, _ asker: Asker) throws(ControlError) -> ListReply {
        let list = try list(of: done)
        return ListReply(list: view(list, for: asker.principal), namesakes: namesakes(of: [list], asker))
    }

    func changeLists(_ request: ChangeListsRequest, _ asker: Asker) async throws(ControlError) -> ChangeListsReply {
        let done = try await perform(.lists(.change(request.lists, try ListChange(request))), asker)
        let changed = lists(done.outcome.changed, done)
        return ChangeListsReply(
            changed: changed.map { view($0, for: asker.principal) },
            unchanged: lists(done.outcome.unchanged, done).map { view($0, for: asker.principal) },
            namesakes: request.title == nil ? [] : namesakes(of: changed, asker)
        )
    }

    func mergeLists(_ request: MergeListsRequest, _ asker: Asker) async throws(ControlError) -> MergeListsReply {
        // Afterwards the name may stand for another list.
        let source = try explaining(for: asker.principal) { () throws(CommandError) in
            try replica.library.list(named: request.list, for: asker.principal)
        }
        let command = ListCommand.merge(source.description, into: request.into)
        let done = try await perform(.lists(command), asker)
        guard let from = replica.library.list(source, with: done.preview[source]) else { throw .unexpected }
        let (moved, joined) = (done.outcome.changed, done.outcome.unchanged)
        return MergeListsReply(
            list: view(try list(of: done), for: asker.principal),
            from: view(from, for: asker.principal),
            moved: views(moved, done.preview),
            joined: views(joined, done.preview),
            newViewers: newViewers(of: Set((moved + joined).map(\.scope)), from: [source])
        )
    }

    func clearDone(_ request: ClearDoneRequest, _ asker: Asker) async throws(ControlError) -> ClearDoneReply {
        let done = try await perform(.lists(.clearDone(request.list)), asker)
        return ClearDoneReply(
            list: view(try list(of: done), for: asker.principal),
            cleared: views(done.outcome.changed, done.preview)
        )
    }

    func purgeLists(_ request: PurgeListsRequest, _ asker: Asker) async throws(ControlError) -> ChangeListsReply {
        let command: ListCommand
        if let lists = request.lists {
            command = .purge(lists)
        } else {
            command = .purgeTrash(before: purgeTime(olderThanDays: request.olderThanDays ?? 0))
        }
        let done = try await perform(.lists(command), asker)
        let purged = lists(done.outcome.changed, done).map { view($0, for: asker.principal) }
        return ChangeListsReply(changed: purged, unchanged: [], namesakes: [])
    }

    func setDefaultList(
        _ request: DefaultListRequest,
        _ asker: Asker
    ) async throws(ControlError) -> DefaultListReply {
        let done = try await perform(.lists(.setDefault(request.list)), asker)
        guard let scope = done.outcome.list, let list = replica.library.list(scope) else {
            return DefaultListReply(list: nil)
        }
        var view = view(list, for: asker.principal)
        view.isDefault = true
        return DefaultListReply(list: view)
    }

    func setOwnView(_ request: OwnViewRequest, _ asker: Asker) async throws(ControlError) -> OwnViewReply {
        let change = ListChange.View(request.sort, isReversed: request.isReversed, showsDone: request.showsDone)
        let isReset = request.isReset ?? false
        let done = try await perform(.lists(.setOwnView(request.list, isReset ? nil : change)), asker)
        guard let scope = done.outcome.list, let list = replica.library.list(scope) else { throw .unexpected }
        var view = view(list, for: asker.principal)
        // Applying it again changes nothing, and after a dry run it shows the outcome.
        let wanted = change.applied(to: replica.library.view(of: list, for: asker.principal))
        view.ownView = isReset ? nil : ListView.View(wanted)
        return OwnViewReply(list: view, isChanged: !done.outcome.changed.isEmpty)
    }

    func overview(_ query: OverviewQuery, _ asker: Asker) -> OverviewReply {
        let lists = replica.library.lists(ListQuery(), for: asker.principal).map { view($0, for: asker.principal) }
        let due = DueDate(query.today).map { replica.library.dueItems(through: $0, for: asker.principal) } ?? []
        return OverviewReply(
            lists: lists,
            due: due.prefix(Self.overviewItemsMax).compactMap(dueItem),
            dueCount: due.count,
            conflictCount: replica.library.conflictCount(for: asker.principal),
            invitations: invitationViews(for: asker.principal),
            notices: (asker.principal.isOwner ? householdNotices() : []) + trashNotices(for: asker.principal)
        )
    }

    /// Returns notices about lists that were moved to the trash while somebody concurrently wrote in them.
    private func trashNotices(for caller: Principal) -> [String] {
        replica.library.listsWithTrash(for: caller).filter(\.hasEditsBesideTrash).map { list in
            "somebody wrote in \(list.title) while it was removed: phlistctl list restore \"\(list.title)\""
        }
    }

    /// The due items that fit one screen with the lists; another command shows the rest.
    private static let overviewItemsMax = 5

    private func dueItem(_ reference: EntityReference) -> OverviewReply.DueItem? {
        let due = replica.library.list(reference.scope)?.item(reference.entity)?.due.flatMap { CivilDate($0) }
        guard let due, let item = views([reference]).first else { return nil }
        return OverviewReply.DueItem(item: item, due: due)
    }

    // MARK: The lists of an outcome

    /// Returns the list of an action.
    func listView(of done: Done) throws(ControlError) -> ListView {
        view(try list(of: done))
    }

    func list(of done: Done) throws(ControlError) -> ListState {
        guard let scope = done.outcome.list, let list = replica.library.list(scope, with: done.preview[scope]) else {
            throw .unexpected
        }
        return list
    }

    private func lists(_ references: [EntityReference], _ done: Done) -> [ListState] {
        references.filter { $0.entity == .root }.compactMap {
            replica.library.list($0.scope, with: done.preview[$0.scope])
        }
    }

    func namesakes(of lists: [ListState], _ asker: Asker) -> [ListView] {
        let found = lists.flatMap { replica.library.namesakes(of: $0, for: asker.principal) }
        return found.filter { other in !lists.contains { $0.scope == other.scope } }
            .map { view($0, for: asker.principal) }
    }
}
