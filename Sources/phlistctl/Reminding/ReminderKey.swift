import PhlistVocabulary

/// One reminder of an item: an item has several, and its reminder of another day is another one.
struct ReminderKey: Hashable, Sendable {
    /// The item's id.
    var item: String
    var moment: CivilDate
}

extension ReminderKey: Comparable {
    static func < (left: ReminderKey, right: ReminderKey) -> Bool {
        (left.moment, left.item) < (right.moment, right.item)
    }
}
