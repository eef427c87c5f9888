import PhlistControl
import PhlistModel
import PhlistSync

extension DaemonService {
    /// Registers the calls about export and import.
    func registerPortable(in table: inout ControlTable) {
        table.on(ExportQuery.self) { call, asker throws(ControlError) in try await host.export(call, asker) }
        table.on(ImportRequest.self) { call, asker throws(ControlError) in
            try await host.importLists(call, asker)
        }
    }
}

/// Export and import of lists.
extension ReplicaHost {
    func export(_ query: ExportQuery, _ asker: Asker) throws(ControlError) -> ExportReply {
        let list = try explaining(for: asker.principal) { () throws(CommandError) in
            try replica.library.exportedList(named: query.list, for: asker.principal)
        }
        let outline = list.outline
        var portable = PortableList(list)
        portable.isPrivate = replica.library.isEverybodys(list) ? nil : true
        for part in outline {
            let items = part.items.map { self.portable($0) }
            if let section = part.section {
                let found = PortableSection(id: section.entity.description, name: section.name, items: items)
                portable.sections = (portable.sections ?? []) + [found]
            } else {
                portable.items = items
            }
        }
        return ExportReply(list: portable, photoCount: outline.flatMap(\.items).count { $0.item.photo != nil })
    }

    private func portable(_ entry: OutlineItem) -> PortableItem {
        let item = entry.item
        var portable = PortableItem(id: item.entity.description, title: item.title)
        portable.depth = entry.depth == 0 ? nil : entry.depth
        portable.state = item.state == .open ? nil : PhlistControl.ItemState(item.state)
        portable.note = item.note.isEmpty ? nil : item.note
        portable.due = item.due.flatMap { CivilDate($0) }
        portable.assignee = item.assignee.flatMap { replica.library.memberName($0) }
        portable.quantity = item.quantity.isEmpty ? nil : item.quantity
        portable.priority = item.priority == .none ? nil : PhlistControl.Priority(item.priority)
        portable.percent = item.percent == 0 ? nil : item.percent
        portable.tags = item.tags.isEmpty ? nil : item.tags
        portable.createdAt = item.created.stamp.milliseconds
        portable.closedAt = item.state == .open ? nil : item.stateAct?.stamp.milliseconds
        return portable
    }

    func importLists(_ request: ImportRequest, _ asker: Asker) async throws(ControlError) -> ImportReply {
        let imported = try request.lists.map { list throws(ControlError) in try ImportedList(list) }
        let done = try await perform(.importLists(ImportCommand(lists: imported, into: request.into)), asker)
        let isNew = Set(done.outcome.changed.filter { $0.entity == .root }.map(\.scope))
        let (changed, unchanged) = (done.outcome.changed, done.outcome.unchanged)
        let lists = (changed + unchanged).filter { $0.entity == .root }.map(\.scope)
        let (added, existing) = (Self.itemCounts(changed), Self.itemCounts(unchanged))
        return ImportReply(
            lists: lists.compactMap { scope in
                replica.library.list(scope, with: done.preview[scope]).map { list in
                    ImportReply.Imported(
                        list: view(list, for: asker.principal),
                        isNew: isNew.contains(scope),
                        addedCount: added[scope] ?? 0,
                        existingCount: existing[scope] ?? 0
                    )
                }
            }
        )
    }

    private static func itemCounts(_ references: [EntityReference]) -> [ScopeID: Int] {
        references.filter { $0.entity != .root }.reduce(into: [:]) { $0[$1.scope, default: 0] += 1 }
    }

    func importedItem(_ number: Int, _ title: String, _ cause: CommandError) -> ControlError {
        var error = explain(cause)
        error.message = "item \(number), \"\(title.prefix(Self.titleShownMax))\": \(error.message)"
        return error
    }

    /// Enough of a title to recognise it; a refused one may have any length.
    private static let titleShownMax = 60
}

extension PortableList {
    /// Creates the portable form of a list's own fields.
    fileprivate init(_ list: ListState) {
        self.init(title: list.title)
        id = list.scope.description
        description = list.description.isEmpty ? nil : list.description
        state = list.workState == .open ? nil : PhlistControl.ItemState(list.workState)
        due = list.due.flatMap { CivilDate($0) }
        deletion = list.deletionPolicy == .allowed ? nil : ListView.Deletion(list.deletionPolicy)
        view = list.defaultView == DefaultView() ? nil : ListView.View(list.defaultView)
    }
}

extension ImportedList {
    /// Creates the corresponding list of the model.
    fileprivate init(_ list: PortableList) throws(ControlError) {
        var traits = ListChange()
        traits.description = list.description
        traits.due = try list.due.map { date throws(ControlError) in .on(try DueDate(checking: date)) }
        traits.state = list.state.map { WorkState($0) }
        traits.deletion = list.deletion.map { DeletionPolicy($0) }
        traits.view.sort = list.view.map { DefaultView.Sort($0.sort) }
        traits.view.isReversed = list.view?.isReversed
        traits.view.showsDone = list.view?.showsDone
        self.init(
            scope: try list.id.map { id throws(ControlError) in try checkedID(id) { ScopeID(letters: $0) } },
            title: list.title,
            traits: traits,
            isPrivate: list.isPrivate ?? false,
            sections: try list.groups.map { group throws(ControlError) in
                ImportedSection(
                    entity: try group.section?.id.map { id throws(ControlError) in
                        try checkedID(id) { EntityID(letters: $0) }
                    },
                    name: group.section?.name,
                    items: try group.items.map { item throws(ControlError) in try ImportedItem(item) }
                )
            }
        )
    }
}

extension ImportedItem {
    fileprivate init(_ item: PortableItem) throws(ControlError) {
        let fields = ItemChange(
            state: item.state.map { WorkState($0) },
            note: item.note,
            due: try item.due.map { date throws(ControlError) in .on(try DueDate(checking: date)) },
            assignee: item.assignee,
            tagsAdded: item.tags ?? [],
            quantity: item.quantity,
            priority: item.priority.map { PhlistModel.Priority($0) },
            percent: item.percent
        )
        self.init(
            entity: try item.id.map { id throws(ControlError) in try checkedID(id) { EntityID(letters: $0) } },
            title: item.title,
            depth: item.depth ?? 0,
            fields: fields
        )
    }
}

private func checkedID<ID>(_ text: String, _ read: (String) -> ID?) throws(ControlError) -> ID {
    guard let id = read(text) else { throw ControlError(.invalid, "\"\(text)\" is not a valid id") }
    return id
}
