import PhlistControl
import PhlistVocabulary

/// The items to show and their order, from the options of `ls`, a saved filter, or both.
struct ItemSelection: Equatable {
    /// Lists, and sections as `LIST/SECTION`; empty for all lists.
    var lists: [String] = []
    var state: WorkState?
    /// Whether to include what is done, cancelled or removed.
    var isAll = false
    var isMine = false
    /// A member, or `none`.
    var assignee: String?
    /// A date in words, or `none`.
    var due: String?
    var tags: [String] = []
    /// The lowest priority.
    var priority: Priority?
    var sort: ItemSort?
    var isReversed: Bool?
    var isFlat: Bool?
    var isLong: Bool?

    /// Whether some items of the lists may be left out.
    var isFiltered: Bool {
        state != nil || isMine || assignee != nil || due != nil || !tags.isEmpty || priority != nil
    }

    /// Returns a selection changed by options that come later: each replaces an earlier choice of the same thing, but a
    /// tag is one more that items must have.
    func changed(by later: ItemSelection) -> ItemSelection {
        var changed = self
        if !later.lists.isEmpty { changed.lists = later.lists }
        if later.state != nil || later.isAll { (changed.state, changed.isAll) = (later.state, later.isAll) }
        if later.isMine || later.assignee != nil {
            (changed.isMine, changed.assignee) = (later.isMine, later.assignee)
        }
        changed.due = later.due ?? due
        changed.tags += later.tags.filter { !tags.contains($0) }
        changed.priority = later.priority ?? priority
        changed.sort = later.sort ?? sort
        changed.isReversed = later.isReversed ?? isReversed
        changed.isFlat = later.isFlat ?? isFlat
        changed.isLong = later.isLong ?? isLong
        return changed
    }

    /// Returns the query, with the words for the date as they are understood today.
    func query(_ clock: Clock) throws(ControlError) -> ItemsQuery {
        var query = ItemsQuery(list: lists.isEmpty ? nil : lists.joined(separator: "\n"), all: isAll ? true : nil)
        query.state = state?.name
        query.mine = isMine ? true : nil
        query.assignee = assignee
        query.tag = tags.isEmpty ? nil : tags.joined(separator: ",")
        query.priority = priority?.name
        query.sort = (sort ?? (isFlat == true ? .due : nil))?.name
        (query.reverse, query.flat) = (isReversed, isFlat)
        guard let due else { return query }
        guard !due.saysNone else {
            query.due = ItemsQuery.noDue
            return query
        }
        try query.filter(due: due, clock)
        return query
    }
}
