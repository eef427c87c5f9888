/// One line of the overview of all lists.
package struct ListOverview: Hashable, Sendable {
    package let scope: ScopeID
    package let title: String
    /// In which of the three sections it stands: in progress, completed, cancelled.
    package let state: WorkState
    /// When the list itself is due.
    package let due: DueDate?
    /// When the first of its open items is due.
    package let nearestItemDue: DueDate?
    /// How much is done; nil when there is nothing to do.
    package let percent: Int?
    package let counts: ItemCounts
    package let recordCount: Int
    /// The fields for which values compete.
    package let conflictCount: Int
    /// Who completed or cancelled it, and when; nil while it is in progress.
    package let closed: Act?
    package let created: Act?
    package let updated: Act?

    /// The nearest date on which anything of the list is due.
    package var nearestDue: DueDate? {
        [due, nearestItemDue].compactMap(\.self).min()
    }

    /// Sums up a list.
    init(_ list: ListState) {
        let rows = list.rows(.dues)
        let root = list.root
        scope = list.scope
        title = list.title
        state = list.workState
        due = list.due
        nearestItemDue = rows.nearestDue
        percent = ListProgress(rows).percent
        counts = rows.counts
        recordCount = rows[.records].count
        conflictCount = rows.conflicts.count
        closed = list.workState == .open ? nil : root?.shown(.state)?.act
        (created, updated) = (root?.created, root?.updated)
    }

    /// The lists in the order of the overview: those in progress, then the completed, then the cancelled ones.
    ///
    /// Those in progress stand by nearest due date, no date last; the others by when they were closed, the newest
    /// first. Ties stand by what `name` makes of the titles, then by id.
    package static func sorted(_ lists: [ListOverview], byName name: (String) -> some Comparable) -> [ListOverview] {
        lists.map { (list: $0, name: name($0.title)) }.sorted { left, right in
            if left.list.state != right.list.state { return left.list.state.rawValue < right.list.state.rawValue }
            if let isBefore = left.list.isBefore(right.list) { return isBefore }
            return left.name == right.name ? left.list.scope < right.list.scope : left.name < right.name
        }.map(\.list)
    }

    /// By date, within one section; nil when that does not tell.
    private func isBefore(_ other: ListOverview) -> Bool? {
        guard state == .open else {
            let stamps = (closed?.stamp, other.closed?.stamp)
            return stamps.0 == stamps.1 ? nil : stamps.0 ?? .zero > stamps.1 ?? .zero
        }
        switch (nearestDue, other.nearestDue) {
        case (let due?, let otherDue?): return due == otherDue ? nil : due < otherDue
        case (_?, nil): return true
        case (nil, _?): return false
        case (nil, nil): return nil
        }
    }
}

extension ListState {
    /// The list's line in the overview; costs the items that stand below others, not the others.
    package var overview: ListOverview {
        ListOverview(self)
    }
}

extension Stamp {
    fileprivate static let zero = Stamp(rawValue: 0)
}
