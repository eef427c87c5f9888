package import PhlistVocabulary

/// `GET /v1/items`: the items of one list, of every list, or exactly one.
package struct ItemsQuery: ControlCall {
    package static let route = ControlRoute.items
    package typealias Reply = ItemsReply

    /// `LIST` or `LIST/SECTION`, by title or id prefix, or several with a line feed between them; nil for every list.
    package var list: String?
    /// Whether to include items that are done, cancelled or in the trash.
    package var all: Bool?
    /// Exactly one item: an id prefix, `LIST/text`, or text that matches one; excludes all other members.
    package var ref: String?
    /// Only items in this state, a `WorkState`.
    package var state: String?
    /// Only items in the trash.
    package var trash: Bool?
    /// Only items assigned to the caller's member.
    package var mine: Bool?
    /// Only items assigned to this member; `none` for those assigned to nobody.
    package var assignee: String?
    /// Only items due on a date, from one date to another (`FROM/TO`), or by a `DueWord`, which needs `today`; `none`
    /// for items without a due date.
    package var due: String?
    /// The caller's day and minute.
    package var today: String?
    /// A tag, or several with a comma between them, which an item must all have.
    package var tag: String?
    /// The lowest priority, a `Priority` but `none`.
    package var priority: String?
    /// Only items with this text in title, note, URL or a tag.
    package var text: String?
    /// The sort order, an `ItemSort`; nil for the caller's view of all lists if none is named, and for each list's own.
    package var sort: String?
    package var reverse: Bool?
    /// Whether to sort the items of all lists together, which needs `sort`; nil for the caller's view of all lists.
    package var flat: Bool?

    package init(list: String? = nil, all: Bool? = nil, ref: String? = nil) {
        self.list = list
        self.all = all
        self.ref = ref
    }

    package func check() throws(ControlError) {
        guard ref == nil || self == ItemsQuery(ref: ref) else {
            throw ControlError(.invalid, "parameter \"ref\" stands alone, without any other")
        }
        try Self.check(state, "state", WorkState.names)
        try Self.check(sort, "sort", ItemSort.names)
        guard flat != true || sort != nil else {
            throw ControlError(.invalid, "parameter \"flat\" needs \"sort\"")
        }
        guard mine != true || assignee == nil else {
            throw ControlError(.invalid, "either \"mine\" or \"assignee\" can be given")
        }
        try Self.check(priority, "priority", Priority.allCases.filter { $0 != .none }.map(\.name))
        if list != nil { try Self.check(count: lists.count, of: "list", atMost: TextLimits.filterPlacesMax) }
        if tag != nil { try Self.check(count: tags.count, of: "tag", atMost: TextLimits.filterTagsMax) }
        try checkDates()
    }

    /// The value of `due` for items without a due date.
    package static let noDue = "none"

    /// The lists and sections of `list`.
    package var lists: [String] {
        (list ?? "").split(separator: "\n").map(String.init)
    }

    /// The tags of `tag`.
    package var tags: [String] {
        (tag ?? "").split(separator: ",").map(String.init)
    }

    private func checkDates() throws(ControlError) {
        if let today, CivilDate(today) == nil {
            throw ControlError(.invalid, "parameter \"today\" is not a date like 2026-12-25T18:00: \"\(today)\"")
        }
        guard let due, due != Self.noDue, Self.days(due) == nil else { return }
        let words = DueWord.allCases.map(\.rawValue)
        guard words.contains(due) else {
            let choices = words.joined(separator: ", ")
            throw ControlError(.invalid, "parameter \"due\" is \(choices), none, a date or FROM/TO, not \"\(due)\"")
        }
        guard today != nil else { throw ControlError(.invalid, "parameter \"due\" with a word needs \"today\"") }
    }

    /// Parses a date, or two as `FROM/TO`, as days; nil for a word or anything else.
    package static func days(_ due: String) -> ClosedRange<CivilDate>? {
        let dates = due.split(separator: "/", omittingEmptySubsequences: false)
            .map { CivilDate(String($0))?.withoutTime }
        guard dates.count <= 2, let first = dates.first ?? nil, let last = dates.last ?? nil, first <= last else {
            return nil
        }
        return first...last
    }

    private static func check(count: Int, of name: String, atMost countMax: Int) throws(ControlError) {
        guard count > 0 else { throw ControlError(.invalid, "parameter \"\(name)\" names nothing") }
        guard count > countMax else { return }
        throw ControlError(.tooLarge, "parameter \"\(name)\" has \(count) names; at most \(countMax)")
    }

    private static func check(_ value: String?, _ name: String, _ choices: [String]) throws(ControlError) {
        guard let value, !choices.contains(value) else { return }
        let choices = choices.joined(separator: ", ")
        throw ControlError(.invalid, "parameter \"\(name)\" is one of \(choices), not \"\(value)\"")
    }
}

/// Due dates relative to the caller's day.
package enum DueWord: String, CaseIterable, Sendable {
    case today
    case overdue
    /// Today and the next seven days.
    case week
    /// Overdue, or due in the week.
    case soon
}
