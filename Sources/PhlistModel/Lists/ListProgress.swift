import PhlistVocabulary

/// The percentage done of a list, and of every item with subitems.
///
/// The floor of the mean over the items at top level that are neither cancelled nor in the trash. A done item counts
/// 100, or 99 while one of its subitems is not done; any other item with subitems counts their mean, by the same rule,
/// the rest the percentage set by hand, each at most 99. So a list shows 100 only when all of it is done.
package struct ListProgress: Sendable {
    /// The percentage of the whole list; nil when there is nothing to do.
    package let percent: Int?
    /// The percentages of items with subitems, by item.
    private var below: [EntityID: Int] = [:]

    /// Computes the progress of a list; costs time for subitems, not for other items.
    init(_ rows: ListRows) {
        let counts = rows.counts
        var whole = Mean(count: counts.open + counts.done, sum: counts.done * 100 + counts.openPercents)
        let nesting = Nesting(rows)
        var means: [UInt32: Mean] = [:]
        for row in nesting.bottomUp {
            let facts = rows.facts(of: row)
            guard facts.state != .cancelled, let parent = nesting.parents[row] else { continue }
            whole.remove(facts.leafPercent)
            means[parent, default: Mean()].add(Self.percent(of: facts, above: means[row]))
        }
        for (row, mean) in means {
            let facts = rows.facts(of: row)
            below[rows.entity(of: row)] = mean.floor
            guard facts.state != .cancelled, nesting.parents[row] == nil else { continue }
            whole.remove(facts.leafPercent)
            whole.add(Self.percent(of: facts, above: mean))
        }
        // What is open below a cancelled item is in no mean, but without it the list is not complete.
        percent = whole.floor.map { counts.open == 0 ? $0 : min($0, 99) }
    }

    /// The percentage done of an item.
    package func percent(of item: ItemState) -> Int {
        guard item.state == .done else { return min(below[item.entity] ?? item.percent, 99) }
        return Self.percentDone(above: below[item.entity])
    }

    /// Whether the percentage of an item is a mean of those below it, unless it is done.
    package func isMean(of item: EntityID) -> Bool {
        below[item] != nil
    }

    private static func percent(of facts: EntityFacts, above mean: Mean?) -> Int {
        facts.state == .done ? percentDone(above: mean?.floor) : min(mean?.floor ?? facts.leafPercent, 99)
    }

    /// The percentage of a done item whose subitems, if it has any, have a mean.
    private static func percentDone(above mean: Int?) -> Int {
        mean ?? 100 == 100 ? 100 : 99
    }
}

/// A running mean of percentages.
private struct Mean {
    var count = 0
    var sum = 0

    var floor: Int? { count == 0 ? nil : sum / count }

    mutating func add(_ percent: Int) {
        count += 1
        sum += percent
    }

    mutating func remove(_ percent: Int) {
        count -= 1
        sum -= percent
    }
}
