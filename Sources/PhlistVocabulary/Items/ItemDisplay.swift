/// The order and the layout that a person chose for items; nil leaves a setting to each list, or to the usual.
package struct ItemDisplay: Codable, Hashable, Sendable {
    package var sort: ItemSort?
    package var isReversed: Bool?
    /// Whether items that are done or cancelled are shown among the others.
    package var showsDone: Bool?
    /// Whether the items of all lists are in one sequence.
    package var isFlat: Bool?
    /// Whether all fields are shown.
    package var isLong: Bool?

    /// Creates a choice.
    package init(
        sort: ItemSort? = nil,
        isReversed: Bool? = nil,
        showsDone: Bool? = nil,
        isFlat: Bool? = nil,
        isLong: Bool? = nil
    ) {
        (self.sort, self.isReversed, self.showsDone) = (sort, isReversed, showsDone)
        (self.isFlat, self.isLong) = (isFlat, isLong)
    }

    /// Returns the choice with the settings of another one in place of its own.
    package func changed(by other: ItemDisplay) -> ItemDisplay {
        ItemDisplay(
            sort: other.sort ?? sort,
            isReversed: other.isReversed ?? isReversed,
            showsDone: other.showsDone ?? showsDone,
            isFlat: other.isFlat ?? isFlat,
            isLong: other.isLong ?? isLong
        )
    }
}
