import PhlistControl
import PhlistHousehold
import PhlistPresentation

/// The calls about sections.
struct SectionCalls {
    let host: ReplicaHost

    func register(in table: inout ControlTable) {
        table.on(SectionsQuery.self, host, Presenter.sections)
        table.on(AddSectionsRequest.self, add)
        table.on(ChangeSectionsRequest.self, change)
    }

    func add(_ request: AddSectionsRequest, _ asker: Asker) async throws(ControlError) -> SectionsReply {
        let command = SectionCommand.add(list: request.list, names: request.names)
        return try await host.perform(.sections(command), asker, reply: Presenter.addedSections)
    }

    func change(_ request: ChangeSectionsRequest, _ asker: Asker) async throws(ControlError) -> ChangeSectionsReply {
        let command = try SectionCommand(request)
        guard request.isTrashed == true else {
            return try await host.perform(.sections(command), asker, reply: Presenter.changedSections)
        }
        let before = await host.present { $0.allSections(for: asker.principal) }
        return try await host.perform(.sections(command), asker) { $0.removedSections($1, shownAs: before) }
    }
}

extension SectionCommand {
    fileprivate init(_ request: ChangeSectionsRequest) throws(ControlError) {
        switch (request.sections.first, request.name, request.move) {
        case (let section?, let name?, _): self = .rename(section, to: name)
        case (let section?, _, let move?): self = .move(section, try SectionSpot(move))
        case (nil, _, _), (_, nil, nil): self = .remove(request.sections)
        }
    }
}

extension SectionSpot {
    fileprivate init(_ move: ChangeSectionsRequest.Move) throws(ControlError) {
        switch (move.to, move.before, move.after) {
        case (.top?, _, _): self = .top
        case (.bottom?, _, _): self = .bottom
        case (_, let name?, _): self = .before(name)
        case (_, _, let name?): self = .after(name)
        case (nil, nil, nil): throw .unexpected
        }
    }
}
