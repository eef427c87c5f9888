import PhlistVocabulary

/// The data for the views of a list: a few facts about every entity, and orders built when first asked for.
///
/// Applying a batch does no work here. A query first catches up with the writes since the last one, which costs the
/// size of the changes, or one pass over the list if there are many. Facts take four bytes an entity, the order by
/// place eight, the orders by space twelve, the titles eight to sixteen for an open item; parts that were never asked
/// for take nothing.
struct ListIndex: Sendable {
    /// Facts by row.
    private(set) var facts: [EntityFacts] = []
    private(set) var counts = ItemCounts()
    private var groups = RowGroup.allCases.map { _ in SortedRows() }
    /// The items that are visible or in the trash, by place.
    private(set) var order: PlaceOrder?
    /// The visible items by space, and those in the trash.
    private(set) var spaces: (shown: PlaceOrder, trashed: PlaceOrder)?
    /// The open items that have a due date.
    private(set) var dues: DueOrder?
    private var openTitles: TitleLookup?
    private var formerTitles: TitleLookup?

    /// Roles by field number.
    private var roles: [EntityFacts.Role] = []
    private var writesSeen = 0
    private var concurrentSeen = 0
    /// The number of rows visited, for tests of the cost of an edit.
    private(set) var visitCount = 0

    /// The orders that are built on demand.
    struct Parts: OptionSet {
        static let order = Parts(rawValue: 1)
        static let dues = Parts(rawValue: 2)
        static let spaces = Parts(rawValue: 4)

        let rawValue: UInt8
    }

    subscript(group: RowGroup) -> SortedRows {
        groups[group.rawValue]
    }

    // MARK: Catching up

    /// Applies the changes since the last query, and builds the requested parts.
    mutating func catchUp(with table: RegisterTable, in ledger: Ledger, making parts: Parts = []) {
        roles += table.fields[roles.count...].map { EntityFacts.Role($0) }
        let newCount = table.writes.count - writesSeen
        if newCount > max(64, facts.count / 8) {
            rebuild(from: table, in: ledger)
        } else if newCount > 0 || facts.count < table.rows.count || concurrentSeen < table.concurrentRows.count {
            let written = table.writes[writesSeen...].map(\.row)
            let new = UInt32(facts.count)..<UInt32(table.rows.count)
            for row in Set(written + new + newlyConcurrent(in: table)).sorted() {
                refresh(row, from: table, in: ledger)
            }
        }
        (writesSeen, concurrentSeen) = (table.writes.count, table.concurrentRows.count)
        if openTitles?.isOvergrown(for: counts.open) == true {
            openTitles = nil
        }
        if formerTitles?.isOvergrown(for: counts.done + counts.cancelled + counts.trashed) == true {
            formerTitles = nil
        }
        make(parts, from: table, in: ledger)
    }

    /// The rows with concurrent changes since the last query, also to fields of later versions, which leave no write.
    private func newlyConcurrent(in table: RegisterTable) -> [UInt32] {
        guard concurrentSeen < table.concurrentRows.count else { return [] }
        return table.concurrentRows.filter { $0 >= facts.count || !facts[Int($0)].wasConcurrent }
    }

    private mutating func rebuild(from table: RegisterTable, in ledger: Ledger) {
        let (roles, visitCount) = (roles, visitCount + table.rows.count)
        self = ListIndex()
        (self.roles, self.visitCount) = (roles, visitCount)
        facts = table.rows.indices.map { table.facts(ofRow: $0, roles, in: ledger) }
        var members = groups.map { _ in [UInt32]() }
        for (row, facts) in facts.enumerated() where facts.isThere {
            counts.add(facts)
            for group in RowGroup.allCases where group.contains(facts) {
                members[group.rawValue].append(UInt32(row))
            }
        }
        groups = members.map { SortedRows(sorted: $0) }
    }

    private mutating func refresh(_ row: UInt32, from table: RegisterTable, in ledger: Ledger) {
        visitCount += 1
        let isNew = row >= facts.count
        if isNew {
            facts.append(EntityFacts(of: table.rows[Int(row)].entity))
        }
        let (old, new) = (facts[Int(row)], table.facts(ofRow: Int(row), roles, in: ledger))
        facts[Int(row)] = new
        if new != old {
            counts.remove(old)
            counts.add(new)
            regroup(row, old, new)
        }
        order?.refresh(row, wasIn: old.isItem, isIn: new.isItem, in: table, ledger)
        spaces?.shown.refresh(row, wasIn: old.isVisibleItem, isIn: new.isVisibleItem, in: table, ledger)
        spaces?.trashed.refresh(row, wasIn: old.isTrashedItem, isIn: new.isTrashedItem, in: table, ledger)
        dues?.refresh(row, isIn: new.isOpenItem && new.isDue, in: table, ledger)
        if new.isOpenItem {
            openTitles?.insert(row, in: table, ledger)
        } else if new.isFormerItem {
            formerTitles?.insert(row, in: table, ledger)
        }
    }

    private mutating func regroup(_ row: UInt32, _ old: EntityFacts, _ new: EntityFacts) {
        for group in RowGroup.allCases {
            switch (group.contains(old), group.contains(new)) {
            case (false, true): groups[group.rawValue].insert(row, by: <)
            case (true, false): groups[group.rawValue].remove(row, by: <)
            case (false, false), (true, true): break
            }
        }
    }

    private mutating func make(_ parts: Parts, from table: RegisterTable, in ledger: Ledger) {
        if parts.contains(.order), order == nil {
            order = PlaceOrder(facts.rows { $0.isItem }, of: table, in: ledger)
        }
        if parts.contains(.spaces), spaces == nil {
            spaces = (
                PlaceOrder(facts.rows { $0.isVisibleItem }, bySpace: true, of: table, in: ledger),
                PlaceOrder(facts.rows { $0.isTrashedItem }, bySpace: true, of: table, in: ledger)
            )
        }
        if parts.contains(.dues), dues == nil {
            dues = DueOrder(facts.rows { $0.isOpenItem && $0.isDue }, of: table, in: ledger)
        }
    }

    /// Returns the rows of the open items whose titles fold to this one.
    mutating func openItems(titled folded: FoldedText, in table: RegisterTable, _ ledger: Ledger) -> Set<UInt32> {
        let facts = facts
        if openTitles == nil {
            openTitles = TitleLookup(facts.rows { $0.isOpenItem }, of: table, in: ledger)
        }
        return openTitles?.rows(titled: folded, in: table, ledger) { facts[Int($0)].isOpenItem } ?? []
    }

    /// Returns the rows of the former items whose titles fold to this one.
    mutating func formerItems(titled folded: FoldedText, in table: RegisterTable, _ ledger: Ledger) -> Set<UInt32> {
        let facts = facts
        if formerTitles == nil {
            formerTitles = TitleLookup(facts.rows { $0.isFormerItem }, of: table, in: ledger)
        }
        return formerTitles?.rows(titled: folded, in: table, ledger) { facts[Int($0)].isFormerItem } ?? []
    }
}

/// The small sets of entities that views ask for.
enum RowGroup: Int, CaseIterable, Sendable {
    case trash
    case nested
    case conflicted
    case sections
    case formFields
    case records
    case observations
    /// Perhaps with concurrent changes that nobody has settled.
    case unsettled

    func contains(_ facts: EntityFacts) -> Bool {
        switch self {
        case .trash: facts.isTrashedItem
        case .nested: facts.isVisibleItem && facts.hasParent
        case .conflicted: facts.hasConflict && (facts.isVisible || facts.isRoot)
        case .sections: facts.isVisible(.section)
        case .formFields: facts.isVisible(.formField)
        case .records: facts.isVisible(.record)
        case .observations: facts.isVisible(.observation)
        case .unsettled: facts.isUnsettled && facts.isThere && !facts.isRoot
        }
    }
}

/// The numbers of items in a list, by state.
package struct ItemCounts: Hashable, Sendable {
    package private(set) var open = 0
    package private(set) var done = 0
    package private(set) var cancelled = 0
    package private(set) var trashed = 0
    /// The sum of the percentages of the open items as if none had subitems.
    private(set) var openPercents = 0

    package init() {}

    mutating func add(_ facts: EntityFacts) {
        count(facts, 1)
    }

    mutating func remove(_ facts: EntityFacts) {
        count(facts, -1)
    }

    private mutating func count(_ facts: EntityFacts, _ number: Int) {
        guard facts.isItem else { return }
        guard facts.isVisible else {
            trashed += number
            return
        }
        switch facts.state {
        case .open:
            open += number
            openPercents += number * facts.leafPercent
        case .done: done += number
        case .cancelled: cancelled += number
        }
    }
}

extension [EntityFacts] {
    /// The rows whose facts fulfil a condition.
    fileprivate func rows(where isIn: (EntityFacts) -> Bool) -> [UInt32] {
        indices.filter { isIn(self[$0]) }.map { UInt32($0) }
    }
}
