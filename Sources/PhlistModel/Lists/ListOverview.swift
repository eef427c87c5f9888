package import PhlistVocabulary

/// One line of the overview of all lists.
package struct ListOverview: Hashable, Sendable {
    package let scope: ScopeID
    package let title: String
    /// The section of the overview: in progress, completed or cancelled.
    package let state: WorkState
    /// The due date of the list itself.
    package let due: CivilDate?
    /// The earliest due date of its open items.
    package let nearestItemDue: CivilDate?
    /// The percentage done; nil when there is nothing to do.
    package let percent: Int?
    package let counts: ItemCounts
    package let recordCount: Int
    /// The number of fields with competing values.
    package let conflictCount: Int
    /// The author and the time of the completion or cancellation; nil while the list is in progress.
    package let closed: Act?
    package let created: Act?
    package let updated: Act?

    /// The earliest due date in the list.
    package var nearestDue: CivilDate? {
        [due, nearestItemDue].compactMap(\.self).min { $0.deadline < $1.deadline }
    }

    /// Summarises a list.
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

    /// Returns the lists in the order of the overview: in progress, then completed, then cancelled.
    ///
    /// Lists in progress are ordered by nearest due date, those without one last; the others by closing time, the
    /// newest first. Ties are ordered by the key that `name` makes of the title, then by id.
    package static func sorted(_ lists: [ListOverview], byName name: (String) -> some Comparable) -> [ListOverview] {
        lists.map { (list: $0, name: name($0.title)) }.sorted { left, right in
            if left.list.state != right.list.state { return left.list.state.rawValue < right.list.state.rawValue }
            if let isBefore = left.list.isBefore(right.list) { return isBefore }
            return left.name == right.name ? left.list.scope < right.list.scope : left.name < right.name
        }.map(\.list)
    }

    /// Compares by date within one section; nil if the dates do not decide.
    private func isBefore(_ other: ListOverview) -> Bool? {
        guard state == .open else {
            let stamps = (closed?.stamp, other.closed?.stamp)
            return stamps.0 == stamps.1 ? nil : stamps.0 ?? .zero > stamps.1 ?? .zero
        }
        switch (nearestDue, other.nearestDue) {
        case (let due?, let otherDue?): return due == otherDue ? nil : due.deadline < otherDue.deadline
        case (_?, nil): return true
        case (nil, _?): return false
        case (nil, nil): return nil
        }
    }
}

extension ListState {
    /// The list's line in the overview; costs time for subitems, not for other items.
    package var overview: ListOverview {
        ListOverview(self)
    }
}

extension Stamp {
    fileprivate static let zero = Stamp(rawValue: 0)
}
