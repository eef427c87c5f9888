import PhlistModel
import PhlistVocabulary

/// The sort key of an item, compared with keys of the same order.
enum ItemKey {
    case name(FoldedText, EntityID)
    /// Ascending; missing numbers come last, even in reverse order.
    case number(Int64?)

    /// Creates the key of an item in an order; its rank in the list is given.
    init(of item: ItemState, percent: Int, rank: Int, by sort: ItemSort) {
        switch sort {
        case .manual: self = .number(Int64(rank))
        case .name: self = .name(fold(item.title), item.entity)
        case .due: self = .number(item.due.map { Int64($0.deadline) })
        case .created: self = .number(item.created.stamp.milliseconds)
        case .updated: self = .number(-item.updated.stamp.milliseconds)
        case .percent: self = .number(Int64(-percent))
        case .done: self = Self.closing(of: item)
        }
    }

    /// Returns the key by which the items last trashed or closed come first.
    static func closing(of item: ItemState) -> ItemKey {
        let act = item.isTrashed ? item.trashAct : item.state == .open ? nil : item.stateAct
        return .number(act.map { -$0.stamp.milliseconds })
    }

    /// Whether an item comes before another one; nil if their keys are equal.
    func isBefore(_ other: ItemKey, isReversed: Bool) -> Bool? {
        switch (self, other) {
        case (.number(nil), .number(nil)): return nil
        case (.number(let number), .number(nil)): return number != nil
        case (.number(nil), .number): return false
        case (.number(let left?), .number(let right?)):
            return left == right ? nil : (left < right) != isReversed
        case (.name(let left, let entity), .name(let right, let other)):
            guard left == right else { return (left < right) != isReversed }
            return entity == other ? nil : entity < other
        case (.name, .number), (.number, .name): return nil
        }
    }
}
