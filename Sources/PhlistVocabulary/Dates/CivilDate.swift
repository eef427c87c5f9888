/// A day, optionally with a time of day, as on a wall calendar: not an instant, and without a time zone.
///
/// It always exists in the Gregorian calendar, which is applied to all years from 1 to 9999.
package struct CivilDate: Hashable, Sendable {
    package let year: Int
    package let month: Int
    package let day: Int
    /// Minutes since midnight; nil for a whole day.
    package let minute: Int?

    /// Creates a date; nil when the day or time does not exist.
    package init?(year: Int, month: Int, day: Int, minute: Int? = nil) {
        guard Self.years.contains(year), (1...12).contains(month), (0..<1440).contains(minute ?? 0) else { return nil }
        guard (1...Self.days(inMonth: month, ofYear: year)).contains(day) else { return nil }
        self.init(uncheckedYear: year, month, day, minute)
    }

    private init(uncheckedYear year: Int, _ month: Int, _ day: Int, _ minute: Int?) {
        (self.year, self.month, self.day, self.minute) = (year, month, day, minute)
    }

    /// The first valid day.
    package static let first = CivilDate(uncheckedYear: 1, 1, 1, nil)
    /// The last valid day.
    package static let last = CivilDate(uncheckedYear: 9999, 12, 31, nil)

    static let years = 1...9999

    /// Returns the number of days in a month from 1 to 12.
    package static func days(inMonth month: Int, ofYear year: Int) -> Int {
        switch month {
        case 2: year % 4 == 0 && (year % 100 != 0 || year % 400 == 0) ? 29 : 28
        case 4, 6, 9, 11: 30
        default: 31
        }
    }

    /// The date without its time.
    package var withoutTime: CivilDate {
        CivilDate(uncheckedYear: year, month, day, nil)
    }

    /// The last day of the month, without a time.
    package var endOfMonth: CivilDate {
        CivilDate(uncheckedYear: year, month, Self.days(inMonth: month, ofYear: year), nil)
    }

    /// Returns the same day at a minute since midnight; nil outside 0..<1440.
    package func at(minute: Int) -> CivilDate? {
        CivilDate(year: year, month: month, day: day, minute: minute)
    }
}

extension CivilDate {
    /// A number that ascends with the minute at which the date is over: a day without a time ends after all its times.
    package var deadline: Int {
        ((year * 12 + month) * 31 + day) * 1441 + (minute ?? 1440)
    }
}

extension CivilDate: Comparable {
    /// Orders by time; a day without a time comes before all times of that day.
    package static func < (left: CivilDate, right: CivilDate) -> Bool {
        (left.year, left.month, left.day, left.minute ?? -1) < (right.year, right.month, right.day, right.minute ?? -1)
    }
}
