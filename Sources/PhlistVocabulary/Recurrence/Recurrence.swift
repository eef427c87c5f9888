/// The rule by which an item comes back, in days of a wall calendar: neither clocks nor time zones matter.
///
/// It is a subset of the recurrence rules of RFC 5545, with the first date of the rest of the series, so that each
/// occurrence holds all that is needed to find the next one.
package struct Recurrence: Hashable, Sendable {
    package var unit: Unit
    /// The number of units from one occurrence to the next, or to the next week or month that has some.
    package var interval = 1
    /// For weeks, the days on which it occurs, from Monday on; none before the rule is anchored.
    package var weekdays: [Weekday] = []
    /// For months and years, the day of the month; nil before the rule is anchored.
    package var monthDay: MonthDay?
    /// For years, the month; nil before the rule is anchored.
    package var month: Int?
    /// The minute of the day of the first date, until the rule is anchored.
    package var minute: Int?
    package var end: End?
    /// Whether the interval counts from the day of completion instead of from the date of the occurrence.
    package var isFromCompletion = false
    /// The date for which the current occurrence was planned, whatever its due date is by now; nil before the rule is
    /// anchored.
    package var start: CivilDate?

    /// Creates a rule for every unit, without an end.
    package init(every unit: Unit) {
        self.unit = unit
    }

    package enum Unit: String, CaseIterable, Sendable {
        case day = "DAILY"
        case week = "WEEKLY"
        case month = "MONTHLY"
        case year = "YEARLY"
    }

    package enum MonthDay: Hashable, Sendable {
        /// From 1 to 31; the last day of a shorter month.
        case day(Int)
        case last
        /// A weekday counted from the beginning of the month, from 1 to 4; -1 is the last one.
        case weekday(Weekday, ordinal: Int)
    }

    package enum End: Hashable, Sendable {
        /// The number of occurrences that are left, with the current one.
        case after(count: Int)
        /// The last day on which there may be an occurrence.
        case on(CivilDate)
    }

    /// Nobody plans longer intervals, and finding a date takes time in proportion to them.
    package static let intervalMax = 999
    package static let countMax = 9999
}
