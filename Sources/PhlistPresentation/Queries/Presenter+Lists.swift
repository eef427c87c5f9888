package import PhlistControl
package import PhlistHousehold
package import PhlistModel

/// Replies about lists.
extension Presenter {
    package func lists(_ query: ListsQuery, for caller: Principal) throws(ControlError) -> ListsReply {
        let lists = try query.list.map { name throws(ControlError) in [try listOrTrash(named: name, for: caller)] }
        let shown = lists ?? library.lists(ListQuery(query), for: caller)
        let views = shown.map { view($0, for: caller) }
        guard query.expand ?? false else { return ListsReply(lists: views, readOnly: removalNotice) }
        var items: [ItemView] = []
        for list in views where !list.isTrashed && list.isLeft != true {
            items += try self.items(ItemsQuery(list: list.id, all: query.all), for: caller).items
        }
        return ListsReply(lists: views, items: items, readOnly: removalNotice)
    }

    private func listOrTrash(named name: String, for caller: Principal) throws(ControlError) -> ListState {
        let scope = try explaining(for: caller) { () throws(CommandError) in
            try library.listOrTrash(named: name, for: caller)
        }
        return try state(of: scope)
    }

    /// Returns the list that the caller calls by a name.
    package func list(named name: String, for caller: Principal) throws(ControlError) -> ListState {
        let scope = try explaining(for: caller) { () throws(CommandError) in
            try library.list(named: name, for: caller)
        }
        return try state(of: scope)
    }

    /// Returns the state of a list that was just found.
    func state(of scope: ScopeID) throws(ControlError) -> ListState {
        guard let list = library.list(scope) else { throw .unexpected }
        return list
    }

    package func overview(
        _ query: OverviewQuery,
        for caller: Principal,
        _ store: StoreReport,
        _ news: HouseholdNews
    ) -> OverviewReply {
        let lists = library.lists(ListQuery(), for: caller).map { view($0, for: caller) }
        let due = library.dueItems(through: query.today, for: caller)
        return OverviewReply(
            lists: lists,
            due: due.prefix(Self.overviewItemsMax).compactMap(dueItem),
            dueCount: due.count,
            conflictCount: library.conflictCount(for: caller),
            invitations: invitationViews(for: caller),
            notices: storeNotices(store, for: caller) + (caller.isOwner ? notices(news) : [])
                + listNotices(for: caller) + apartSummary(for: caller) + memberNotices(for: caller)
        )
    }

    /// Returns a notice if changes are not stored, or some were lost: what is typed next would be refused.
    private func storeNotices(_ store: StoreReport, for caller: Principal) -> [String] {
        let reason = view(of: store, for: caller).reason
        return reason.map { ["\($0); see phlistctl doctor"] } ?? []
    }

    /// The due items that fit one screen with the lists; another command shows the rest.
    private static let overviewItemsMax = 5

    private func dueItem(_ reference: EntityReference) -> OverviewReply.DueItem? {
        let due = library.list(reference.scope)?.item(reference.entity)?.due
        guard let due, let item = views([reference]).first else { return nil }
        return OverviewReply.DueItem(item: item, due: due)
    }

    // MARK: Changes

    package func newList(_ performed: Performed) throws(ControlError) -> ListReply {
        let list = try list(of: performed)
        return ListReply(
            list: view(list, for: performed.caller),
            namesakes: namesakes(of: [list], for: performed.caller)
        )
    }

    package func changedLists(_ performed: Performed, areRenamed: Bool) -> ChangeListsReply {
        let changed = lists(performed.outcome.changed, performed)
        return ChangeListsReply(
            changed: changed.map { view($0, for: performed.caller) },
            unchanged: lists(performed.outcome.unchanged, performed).map { view($0, for: performed.caller) },
            namesakes: areRenamed ? namesakes(of: changed, for: performed.caller) : []
        )
    }

    package func purgedLists(_ performed: Performed) -> ChangeListsReply {
        let purged = lists(performed.outcome.changed, performed).map { view($0, for: performed.caller) }
        let kept = lists(performed.outcome.unchanged, performed).map { view($0, for: performed.caller) }
        return ChangeListsReply(changed: purged, unchanged: kept, namesakes: [])
    }

    package func mergedList(_ performed: Performed, from source: ScopeID) throws(ControlError) -> MergeListsReply {
        guard let from = library.list(source, with: performed.preview[source]) else { throw .unexpected }
        let (moved, joined) = (performed.outcome.changed, performed.outcome.unchanged)
        var reply = MergeListsReply(
            list: view(try list(of: performed), for: performed.caller),
            from: view(from, for: performed.caller),
            moved: views(moved, performed.preview),
            joined: views(joined, performed.preview)
        )
        let targets = Set((moved + joined).map(\.scope))
        reply.newViewers = viewers(of: targets, butNotOf: [source])
        reply.formerViewers = viewers(of: [source], butNotOf: targets)
        reply.isPurgeable = library.mayPurgeAll(of: from, library.member(of: performed.caller) ?? .house)
        return reply
    }

    package func clearedList(_ performed: Performed) throws(ControlError) -> ClearDoneReply {
        ClearDoneReply(
            list: view(try list(of: performed), for: performed.caller),
            cleared: views(performed.outcome.changed, performed.preview)
        )
    }

    package func defaultList(_ performed: Performed) -> DefaultListReply {
        guard let scope = performed.outcome.list, let list = library.list(scope) else {
            return DefaultListReply(list: nil)
        }
        var view = view(list, for: performed.caller)
        view.isDefault = true
        return DefaultListReply(list: view)
    }

    /// Returns a list with the caller's own view of it, also after a dry run; nil for a view that was reset.
    package func ownView(_ performed: Performed, _ wanted: ListChange.View?) throws(ControlError) -> OwnViewReply {
        guard let scope = performed.outcome.list else { throw .unexpected }
        let list = try state(of: scope)
        var view = view(list, for: performed.caller)
        // Applying it again changes nothing.
        view.ownView = wanted.map { ListView.View($0.applied(to: library.view(of: list, for: performed.caller))) }
        return OwnViewReply(list: view, isChanged: performed.isChanged)
    }

    // MARK: The lists of an outcome

    func list(of performed: Performed) throws(ControlError) -> ListState {
        guard let scope = performed.outcome.list, let list = library.list(scope, with: performed.preview[scope]) else {
            throw .unexpected
        }
        return list
    }

    private func lists(_ references: [EntityReference], _ performed: Performed) -> [ListState] {
        references.filter { $0.entity == .root }.compactMap {
            library.list($0.scope, with: performed.preview[$0.scope])
        }
    }

    func namesakes(of lists: [ListState], for caller: Principal) -> [ListView] {
        let found = lists.flatMap { library.namesakes(of: $0, for: caller) }
        return found.filter { other in !lists.contains { $0.scope == other.scope } }.map { view($0, for: caller) }
    }
}

extension ListQuery {
    fileprivate init(_ query: ListsQuery) {
        self.init(
            includesTrash: query.all ?? false,
            state: query.state,
            sort: query.sort,
            isReversed: query.reverse ?? false
        )
    }
}
