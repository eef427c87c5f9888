import PhlistControl
import PhlistHousehold
import PhlistModel
import PhlistPresentation
import PhlistVocabulary

/// The calls about export and import of lists.
struct PortableCalls {
    let host: ReplicaHost

    func register(in table: inout ControlTable) {
        table.on(ExportQuery.self, host, Presenter.export)
        table.on(ImportRequest.self, importLists)
    }

    func importLists(_ request: ImportRequest, _ asker: Asker) async throws(ControlError) -> ImportReply {
        let lists = try request.lists.map { list throws(ControlError) in try ImportedList(list) }
        let command = ImportCommand(lists: lists, into: request.into)
        return try await host.perform(.importLists(command), asker, reply: Presenter.importedLists)
    }
}

extension ImportedList {
    /// Creates the corresponding list of the model.
    fileprivate init(_ list: PortableList) throws(ControlError) {
        var traits = ListChange()
        traits.description = list.description
        traits.due = list.due.map { .on($0) }
        traits.state = list.state
        traits.deletion = list.deletion
        traits.view.sort = list.view?.sort
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
        self.init(
            entity: try item.id.map { id throws(ControlError) in try checkedID(id) { EntityID(letters: $0) } },
            depth: item.depth,
            item.record
        )
    }
}

private func checkedID<ID>(_ text: String, _ read: (String) -> ID?) throws(ControlError) -> ID {
    guard let id = read(text) else { throw ControlError(.invalid, "\"\(text)\" is not a valid id") }
    return id
}
