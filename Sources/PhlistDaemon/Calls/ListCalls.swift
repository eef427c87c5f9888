import PhlistControl
import PhlistHousehold
import PhlistModel
import PhlistPresentation
import PhlistVocabulary

/// The calls about lists, and the queries over all of them.
struct ListCalls {
    let host: ReplicaHost

    func register(in table: inout ControlTable) {
        table.on(ListsQuery.self, host, Presenter.lists)
        table.on(NewListRequest.self, add)
        table.on(ChangeListsRequest.self, change)
        table.on(CopyListRequest.self, copy)
        table.on(MergeListsRequest.self, merge)
        table.on(ClearDoneRequest.self, clearDone)
        table.on(PurgeListsRequest.self, purge)
        table.on(DefaultListRequest.self, setDefault)
        table.on(OwnViewRequest.self, setOwnView)
        table.on(OverviewQuery.self, overview)
        table.on(StatisticsQuery.self, host, Presenter.statistics)
        table.on(RemindersQuery.self, host, Presenter.reminders)
        table.on(CompletionsQuery.self, host, Presenter.completions)
    }

    func add(_ request: NewListRequest, _ asker: Asker) async throws(ControlError) -> ListReply {
        let list = NewList(
            title: request.title,
            description: request.description ?? "",
            due: request.due,
            isPrivate: request.isPrivate ?? false,
            guests: request.with ?? [],
            sort: request.sort ?? .manual,
            template: request.template
        )
        return try await reply(to: .create(list), asker)
    }

    func copy(_ request: CopyListRequest, _ asker: Asker) async throws(ControlError) -> ListReply {
        try await reply(to: .copy(request.list, title: request.title, isReset: request.isReset ?? false), asker)
    }

    private func reply(to command: ListCommand, _ asker: Asker) async throws(ControlError) -> ListReply {
        try await host.perform(.lists(command), asker, reply: Presenter.newList)
    }

    func change(_ request: ChangeListsRequest, _ asker: Asker) async throws(ControlError) -> ChangeListsReply {
        let command = ListCommand.change(request.lists, ListChange(request))
        let isRenamed = request.title != nil
        return try await host.perform(.lists(command), asker) { $0.changedLists($1, areRenamed: isRenamed) }
    }

    func merge(_ request: MergeListsRequest, _ asker: Asker) async throws(ControlError) -> MergeListsReply {
        // Afterwards the name may stand for another list.
        let source = try await host.present { presenter throws(ControlError) in
            try presenter.list(named: request.list, for: asker.principal).scope
        }
        let command = ListCommand.merge(source.description, into: request.into)
        return try await host.perform(.lists(command), asker) { presenter, performed throws(ControlError) in
            try presenter.mergedList(performed, from: source)
        }
    }

    func clearDone(_ request: ClearDoneRequest, _ asker: Asker) async throws(ControlError) -> ClearDoneReply {
        try await host.perform(.lists(.clearDone(request.list)), asker, reply: Presenter.clearedList)
    }

    func purge(_ request: PurgeListsRequest, _ asker: Asker) async throws(ControlError) -> ChangeListsReply {
        let command: ListCommand
        if let lists = request.lists {
            command = .purge(lists)
        } else {
            let days = request.olderThanDays ?? 0
            command = .purgeTrash(before: await host.present { $0.purgeTime(olderThanDays: days) })
        }
        return try await host.perform(.lists(command), asker, reply: Presenter.purgedLists)
    }

    func setDefault(_ request: DefaultListRequest, _ asker: Asker) async throws(ControlError) -> DefaultListReply {
        try await host.perform(.lists(.setDefault(request.list)), asker, reply: Presenter.defaultList)
    }

    func setOwnView(_ request: OwnViewRequest, _ asker: Asker) async throws(ControlError) -> OwnViewReply {
        let change = ListChange.View(sort: request.sort, isReversed: request.isReversed, showsDone: request.showsDone)
        let wanted = request.isReset == true ? nil : change
        let command = ListCommand.setOwnView(request.list, wanted)
        return try await host.perform(.lists(command), asker) { presenter, performed throws(ControlError) in
            try presenter.ownView(performed, wanted)
        }
    }

    func overview(_ query: OverviewQuery, _ asker: Asker) async -> OverviewReply {
        await host.look { $0.presenter.overview(query, for: asker.principal, $0.storeReport, $0.news) }
    }
}

extension ListChange {
    fileprivate init(_ request: ChangeListsRequest) {
        self.init()
        title = request.title
        description = request.description
        due = request.due
        state = request.state
        isTrashed = request.isTrashed
        deletion = request.deletion
        view = View(sort: request.sort, isReversed: request.isReversed, showsDone: request.showsDone)
    }
}
