import PhlistControl
import PhlistModel
import PhlistSync

extension DaemonService {
    /// Registers the calls about sections.
    func registerSections(in table: inout ControlTable) {
        table.on(SectionsQuery.self) { call, asker throws(ControlError) in try await host.sections(call, asker) }
        table.on(AddSectionsRequest.self) { call, asker throws(ControlError) in
            try await host.addSections(call, asker)
        }
        table.on(ChangeSectionsRequest.self) { call, asker throws(ControlError) in
            try await host.changeSections(call, asker)
        }
    }
}

/// The calls about sections.
extension ReplicaHost {
    func sections(_ query: SectionsQuery, _ asker: Asker) throws(ControlError) -> SectionsReply {
        let scope = try explaining(for: asker.principal) { () throws(CommandError) in
            try replica.library.list(named: query.list, for: asker.principal)
        }
        return SectionsReply(sections: replica.library.list(scope).map { views(ofSectionsIn: $0) } ?? [])
    }

    func addSections(_ request: AddSectionsRequest, _ asker: Asker) async throws(ControlError) -> SectionsReply {
        let done = try await perform(.sections(.add(list: request.list, names: request.names)), asker)
        return SectionsReply(sections: sections(done.outcome.changed, done.preview))
    }

    func changeSections(
        _ request: ChangeSectionsRequest,
        _ asker: Asker
    ) async throws(ControlError) -> ChangeSectionsReply {
        // Removed sections are shown as they were before.
        let before = request.isTrashed == true ? views(ofSectionsFor: asker.principal) : []
        let done = try await perform(.sections(try SectionCommand(request)), asker)
        let changed = sections(done.outcome.changed, done.preview)
        let removed = done.outcome.changed.compactMap { reference in
            before.first { $0.id == reference.entity.description }
        }
        return ChangeSectionsReply(
            changed: request.isTrashed == true ? removed : changed,
            unchanged: sections(done.outcome.unchanged, done.preview)
        )
    }

    private func sections(_ references: [EntityReference], _ preview: [ScopeID: ScopeDraft]) -> [SectionView] {
        references.compactMap { reference in
            replica.library.list(reference.scope, with: preview[reference.scope])
                .flatMap { views(ofSectionsIn: $0).first { $0.id == reference.entity.description } }
        }
    }

    private func views(ofSectionsFor caller: Principal) -> [SectionView] {
        replica.library.lists(for: caller).flatMap { views(ofSectionsIn: $0) }
    }

    private func views(ofSectionsIn list: ListState) -> [SectionView] {
        guard !list.sections.isEmpty else { return [] }
        return list.outline.compactMap { part in
            part.section.map { section in
                SectionView(
                    id: section.entity.description,
                    name: section.name,
                    listID: list.scope.description,
                    listTitle: list.title,
                    openCount: part.items.count { $0.item.state == .open }
                )
            }
        }
    }
}

extension SectionCommand {
    fileprivate init(_ request: ChangeSectionsRequest) throws(ControlError) {
        switch (request.sections.first, request.name, request.move) {
        case (let section?, let name?, _): self = .rename(section, to: name)
        case (let section?, _, let move?): self = .move(section, try SectionSpot(move))
        default: self = .remove(request.sections)
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
