import PhlistControl
import PhlistHousehold
import PhlistModel
import PhlistVocabulary

/// Views of items, for clients.
extension Presenter {
    /// Returns the views of items, in the given order, without those that are gone.
    ///
    /// - Parameters:
    ///   - references: The items.
    ///   - preview: Their lists as a dry run would make them.
    /// - Returns: One view for each item that exists.
    func views(_ references: [EntityReference], _ preview: [ScopeID: ScopeDraft] = [:]) -> [ItemView] {
        let short = library.shortIDs(of: references.map(\.entity))
        var lists: [ScopeID: (state: ListState, progress: ListProgress)] = [:]
        return references.compactMap { reference in
            if lists[reference.scope] == nil {
                let list = library.list(reference.scope, with: preview[reference.scope])
                lists[reference.scope] = list.map { (state: $0, progress: $0.progress) }
            }
            guard let list = lists[reference.scope], let item = list.state.item(reference.entity) else { return nil }
            let found = FoundItem(
                list: reference.scope,
                item: item,
                standing: nil,
                percent: list.progress.percent(of: item)
            )
            return view(found, in: list.state, shortID: short[reference.entity] ?? "")
        }
    }

    /// Returns the views of items that a query has found.
    func views(_ found: [FoundItem]) -> [ItemView] {
        let short = library.shortIDs(of: found.map(\.item.entity))
        var lists: [ScopeID: ListState] = [:]
        for scope in Set(found.map(\.list)) {
            lists[scope] = library.list(scope)
        }
        return found.compactMap { found in
            lists[found.list].map { view(found, in: $0, shortID: short[found.item.entity] ?? "") }
        }
    }

    private func view(_ found: FoundItem, in list: ListState, shortID: String) -> ItemView {
        let item = found.item
        let place = found.standing?.space ?? space(of: item, in: list)
        var facts = ItemView.Facts(
            id: item.entity.description,
            shortID: shortID,
            listID: list.scope.description,
            listTitle: list.title,
            createdAt: item.created.stamp.milliseconds,
            updatedAt: item.updated.stamp.milliseconds
        )
        facts.isTrashed = item.isTrashed
        facts.createdBy = library.memberName(item.created.by)
        facts.updatedBy = library.memberName(item.updated.by)
        facts.conflicts = conflictViews(item.conflicts, in: list)
        facts.hasPhoto = item.photo != nil
        facts.photo = photoView(of: item)
        facts.section = place.section.flatMap { list.section($0)?.name }
        facts.parentID = place.parent?.description
        facts.depth = found.depth
        facts.position = found.standing?.position
        addAbsentees(of: item, in: list, to: &facts)
        addActs(of: item, to: &facts)
        var record = item.record
        record.percent = found.percent
        record.assignee = item.assignee.flatMap { library.assigneeName($0) }
        record.rotation = library.names(of: item.rotation)
        return ItemView(record, facts)
    }

    /// Returns the place that an item names, as far as its section and parent exist.
    private func space(of item: ItemState, in list: ListState) -> PlaceSpace {
        let section = item.place.section.flatMap { list.section($0)?.entity }
        let parent = item.place.parent.flatMap { list.item($0) }
        let isShown = parent.map { item.isTrashed || !$0.isTrashed } ?? false
        return PlaceSpace(section: section, parent: isShown ? parent?.entity : nil)
    }

    /// Adds for whom the item is although they do not see its list.
    private func addAbsentees(of item: ItemState, in list: ListState, to facts: inout ItemView.Facts) {
        guard item.assignee != nil || !item.rotation.isEmpty, let audience = library.audience(of: list) else { return }
        if let assignee = item.assignee, !audience.sees(assignee) {
            facts.isHiddenFromAssignee = true
            if case .invited = audience.participation(of: assignee) { facts.isAssigneeInvited = true }
        }
        let absent = library.presentMembers(of: item.rotation).filter { !audience.sees($0) }
        facts.membersWithoutTurn = absent.isEmpty ? nil : absent.compactMap { library.memberName($0) }
    }

    private func addActs(of item: ItemState, to facts: inout ItemView.Facts) {
        if let act = item.stateAct {
            facts.stateAt = act.stamp.milliseconds
            facts.stateBy = library.memberName(act.by)
        }
        if let act = item.trashAct {
            facts.trashedAt = act.stamp.milliseconds
            facts.trashedBy = library.memberName(act.by)
        }
        facts.rescue = item.rescue.map {
            RescueView(
                editedBy: library.memberName($0.edited.by),
                editedAt: $0.edited.stamp.milliseconds,
                deletedBy: library.memberName($0.deleted.by),
                deletedAt: $0.deleted.stamp.milliseconds
            )
        }
    }
}
