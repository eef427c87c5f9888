package import PhlistModel
package import PhlistVocabulary

/// The items to show, and their order.
package struct ItemQuery: Hashable, Sendable {
    package var states: Set<WorkState>
    /// Whether to search existing items, trashed ones, or both.
    package var lives: Set<Life>
    package var assignee: Assignee?
    package var due: DueFilter?
    /// Tags that an item must all have, compared by fold.
    package var tags: [String]
    /// The lowest priority; nil for any.
    package var priority: Priority?
    /// Text that a title, a note, a URL or a tag contains, compared by fold.
    package var text: String?
    /// The sort order; nil for list order, followed by closed items, the last closed first.
    package var order: ItemOrder?
    /// Whether all items are in one sequence, without sections or nesting.
    package var isFlat: Bool

    /// Creates a query; without arguments, for open items.
    package init(
        states: Set<WorkState> = [.open],
        lives: Set<Life> = [.alive],
        assignee: Assignee? = nil,
        due: DueFilter? = nil,
        tags: [String] = [],
        priority: Priority? = nil,
        text: String? = nil,
        order: ItemOrder? = nil,
        isFlat: Bool = false
    ) {
        self.states = states
        self.lives = lives
        self.assignee = assignee
        self.due = due
        self.tags = tags
        self.priority = priority
        self.text = text
        self.order = order
        self.isFlat = isFlat
    }

    /// A filter by assignee.
    package enum Assignee: Hashable, Sendable {
        case nobody
        case member(MemberID)
    }

    /// Whether an item matches the query.
    package func matches(_ item: ItemState) -> Bool {
        guard states.contains(item.state), lives.contains(item.isTrashed ? .dead : .alive) else { return false }
        switch assignee {
        case nil: break
        case .nobody?: guard item.assignee == nil else { return false }
        case .member(let member)?: guard item.assignee == member else { return false }
        }
        if let due, !due.matches(item) { return false }
        guard item.priority >= priority ?? .none, hasTags(item) else { return false }
        guard let text = text.map(fold) else { return true }
        let record = item.record
        let texts =
            [record.title] + ItemTextField.searched.map { record[keyPath: $0.inRecord] } + record.tags.map { "#\($0)" }
        return texts.contains { fold($0).contains(text) }
    }

    /// Whether only open items with a due date can match.
    var isOfDueItems: Bool {
        states == [.open] && lives == [.alive] && due != nil && due != .never
    }

    private func hasTags(_ item: ItemState) -> Bool {
        guard !tags.isEmpty else { return true }
        let own = Set(item.tags.map(fold))
        return tags.allSatisfy { own.contains(fold($0)) }
    }
}

/// A sort order of items.
package struct ItemOrder: Hashable, Sendable {
    package var sort: ItemSort
    /// Whether the order is reversed; items without a value stay last.
    package var isReversed: Bool

    package init(_ sort: ItemSort, isReversed: Bool = false) {
        self.sort = sort
        self.isReversed = isReversed
    }
}

extension ItemOrder {
    /// Creates the order of a default view; nil for the usual one.
    package init?(_ view: DefaultView) {
        guard view.sort != .manual || view.isReversed else { return nil }
        self.init(view.sort, isReversed: view.isReversed)
    }
}

/// A filter by due date.
package enum DueFilter: Hashable, Sendable {
    /// Open, and due before a day and minute; a due date without a minute is overdue after its day.
    case overdue(now: CivilDate)
    /// On one of the days from the first to the last, at any time.
    case days(CivilDate, CivilDate)
    /// On any day up to the last.
    case through(CivilDate)
    /// Without a due date.
    case never

    func matches(_ item: ItemState) -> Bool {
        guard let due = item.due else { return self == .never }
        switch self {
        case .overdue(let now): return item.state == .open && due < (due.minute == nil ? now.withoutTime : now)
        case .days(let first, let last): return (first...last).contains(due.withoutTime)
        case .through(let last): return due.withoutTime <= last
        case .never: return false
        }
    }
}
