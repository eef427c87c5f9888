package import PhlistControl
package import PhlistHousehold
import PhlistModel
import PhlistVocabulary

/// Replies about export and import.
extension Presenter {
    package func export(_ query: ExportQuery, for caller: Principal) throws(ControlError) -> ExportReply {
        let list = try explaining(for: caller) { () throws(CommandError) in
            try library.exportedList(named: query.list, for: caller)
        }
        let outline = list.outline
        var portable = PortableList(list)
        // Once its owner may have hidden it, it must not come back as everybody's.
        portable.isPrivate = library.isEverybodys(list) && !library.mayHaveEnded(list.scope) ? nil : true
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
        var record = item.record
        record.assignee = item.assignee.flatMap { library.memberName($0) }
        record.rotation = library.references(to: item.rotation)
        var portable = PortableItem(id: item.entity.description, depth: entry.depth, record)
        portable.createdAt = item.created.stamp.milliseconds
        portable.closedAt = item.state == .open ? nil : item.stateAct?.stamp.milliseconds
        return portable
    }

    package func importedLists(_ performed: Performed) -> ImportReply {
        let (changed, unchanged) = (performed.outcome.changed, performed.outcome.unchanged)
        let isNew = Set(changed.filter { $0.entity == .root }.map(\.scope))
        let lists = (changed + unchanged).filter { $0.entity == .root }.map(\.scope)
        let (added, existing) = (Self.itemCounts(changed), Self.itemCounts(unchanged))
        return ImportReply(
            lists: lists.compactMap { scope in
                library.list(scope, with: performed.preview[scope]).map { list in
                    ImportReply.Imported(
                        list: view(list, for: performed.caller),
                        isNew: isNew.contains(scope),
                        addedCount: added[scope] ?? 0,
                        restoredCount: isNew.contains(scope) ? nil : restoredCount(in: scope, performed),
                        existingCount: existing[scope] ?? 0
                    )
                }
            }
        )
    }

    /// Returns the number of items that an import brought back from the trash of a list; nil for none.
    private func restoredCount(in scope: ScopeID, _ performed: Performed) -> Int? {
        let changed = Set(performed.outcome.changed.filter { $0.scope == scope }.map(\.entity))
        guard !changed.isEmpty else { return nil }
        let count: Int
        if performed.preview.isEmpty {
            let lives = library.newestAction(in: scope)?.changes.filter { $0.field == .life } ?? []
            count = lives.count { changed.contains($0.entity) && $0.previous?.value.isDead == true }
        } else {
            count = library.list(scope)?.items.count { changed.contains($0.entity) && $0.isTrashed } ?? 0
        }
        return count == 0 ? nil : count
    }

    private static func itemCounts(_ references: [EntityReference]) -> [ScopeID: Int] {
        references.filter { $0.entity != .root }.reduce(into: [:]) { $0[$1.scope, default: 0] += 1 }
    }
}

extension PortableList {
    /// Creates the portable form of a list's own fields.
    fileprivate init(_ list: ListState) {
        self.init(title: list.title)
        id = list.scope.description
        description = list.description.isEmpty ? nil : list.description
        state = list.workState == .open ? nil : list.workState
        due = list.due
        deletion = list.deletionPolicy == .allowed ? nil : list.deletionPolicy
        view = list.defaultView == DefaultView() ? nil : ListView.View(list.defaultView)
    }
}
