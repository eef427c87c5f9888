import PhlistControl
import PhlistHousehold
import PhlistPresentation
import PhlistVocabulary

/// The calls about saved filters, and about the view of all lists together.
struct FilterCalls {
    let host: ReplicaHost

    func register(in table: inout ControlTable) {
        table.on(FiltersQuery.self, host, Presenter.filters)
        table.on(SaveFilterRequest.self, save)
        table.on(RenameFilterRequest.self, rename)
        table.on(RemoveFilterRequest.self, remove)
        table.on(OverallViewQuery.self, host, Presenter.overallView)
        table.on(OverallViewRequest.self, setOverallView)
    }

    func save(_ request: SaveFilterRequest, _ asker: Asker) async throws(ControlError) -> FilterReply {
        let new = NewFilter(request)
        let command = FilterCommand.save(new, isReplacing: request.isReplacing ?? false)
        return try await host.perform(.filters(command), asker) { presenter, performed throws(ControlError) in
            try presenter.savedFilter(performed, new)
        }
    }

    func rename(_ request: RenameFilterRequest, _ asker: Asker) async throws(ControlError) -> FilterReply {
        let command = FilterCommand.rename(request.filter, to: request.name)
        return try await changed(request.filter, command, asker, named: request.name)
    }

    func remove(_ request: RemoveFilterRequest, _ asker: Asker) async throws(ControlError) -> FilterReply {
        try await changed(request.filter, .remove(request.filter), asker, named: nil)
    }

    /// Performs a command about a filter and replies with the filter as it was before, under its name afterwards.
    ///
    /// When the request is repeated, the filter has another name or is gone.
    private func changed(
        _ name: String,
        _ command: FilterCommand,
        _ asker: Asker,
        named newName: String?
    ) async throws(ControlError) -> FilterReply {
        let before = await host.present { try? $0.filter(named: name, for: asker.principal) }
        return try await host.perform(.filters(command), asker) { presenter, performed in
            let after = newName.flatMap { try? presenter.filter(named: $0, for: asker.principal) }
            var filter = after ?? before ?? FilterView(name: name)
            filter.name = newName?.trimmed ?? filter.name
            return FilterReply(filter: filter, isChanged: performed.isChanged)
        }
    }

    func setOverallView(_ request: OverallViewRequest, _ asker: Asker) async throws(ControlError) -> OverallViewReply {
        let change = ItemDisplay(
            sort: request.sort,
            isReversed: request.isReversed,
            showsDone: request.showsDone,
            isFlat: request.isFlat,
            isLong: request.isLong
        )
        let wanted = request.isReset == true ? nil : change
        return try await host.perform(.filters(.setOverallView(wanted)), asker) { presenter, performed in
            presenter.overallView(performed, wanted)
        }
    }
}

extension NewFilter {
    fileprivate init(_ request: SaveFilterRequest) {
        self.init(name: request.name)
        lists = request.lists ?? []
        (state, includesAll, isMine) = (request.state, request.all ?? false, request.mine ?? false)
        (assignee, due, tags, priority) = (request.assignee, request.due, request.tags ?? [], request.priority)
        display = ItemDisplay(
            sort: request.sort,
            isReversed: request.isReversed,
            isFlat: request.isFlat,
            isLong: request.isLong
        )
    }
}
