/// Arithmetic of days and months, without a system calendar.
///
/// The two conversions follow "chrono-Compatible Low-Level Date Algorithms" by Howard Hinnant, which proves them: a
/// year is taken to begin in March, so that the leap day is its last, and the calendar repeats every 400 years.
extension CivilDate {
    /// The number of days in 400 years.
    private static let cycle = 146_097
    /// The number of days from March 1 of the year 0 to January 1, 1970.
    private static let daysToEpoch = 719_468

    /// Creates the day that many days after January 1, 1970, negative for before; nil outside the years 1...9999.
    package init?(dayNumber: Int, minute: Int? = nil) {
        guard (Self.first.dayNumber...Self.last.dayNumber).contains(dayNumber) else { return nil }
        let (cycles, dayOfCycle) = (dayNumber + Self.daysToEpoch).quotientAndRemainder(dividingBy: Self.cycle)
        let leapDays = dayOfCycle / 1460 - dayOfCycle / 36_524 + dayOfCycle / 146_096
        let yearOfCycle = (dayOfCycle - leapDays) / 365
        let dayOfYear = dayOfCycle - Self.daysBefore(yearOfCycle)
        // March to July and August to December have 153 days each, in the same order of lengths.
        let monthsSinceMarch = (5 * dayOfYear + 2) / 153
        let month = monthsSinceMarch < 10 ? monthsSinceMarch + 3 : monthsSinceMarch - 9
        self.init(
            year: cycles * 400 + yearOfCycle + (month <= 2 ? 1 : 0),
            month: month,
            day: dayOfYear - (153 * monthsSinceMarch + 2) / 5 + 1,
            minute: minute
        )
    }

    /// The number of days since January 1, 1970; negative before it.
    package var dayNumber: Int {
        let (cycles, yearOfCycle) = (month <= 2 ? year - 1 : year).quotientAndRemainder(dividingBy: 400)
        let monthsSinceMarch = month <= 2 ? month + 9 : month - 3
        let dayOfYear = (153 * monthsSinceMarch + 2) / 5 + day - 1
        return cycles * Self.cycle + Self.daysBefore(yearOfCycle) + dayOfYear - Self.daysToEpoch
    }

    package var weekday: Weekday {
        // January 1, 1970 was a Thursday, the fourth day of the week.
        let sinceMonday = ((dayNumber + 3) % 7 + 7) % 7
        return Weekday.allCases[sinceMonday]
    }

    /// Returns the days from another date to this one, ignoring times; negative when this one is earlier.
    package func days(since other: CivilDate) -> Int {
        dayNumber - other.dayNumber
    }

    /// Returns the date that many days later, at the same time of day; nil outside the years 1...9999.
    package func adding(days: Int) -> CivilDate? {
        let (sum, isTooLarge) = dayNumber.addingReportingOverflow(days)
        return isTooLarge ? nil : CivilDate(dayNumber: sum, minute: minute)
    }

    /// Returns the date that many months later, at the same time, on the same day or the last of a shorter month; nil
    /// outside the years 1...9999.
    package func adding(months: Int) -> CivilDate? {
        let (sum, isTooLarge) = (year * 12 + month - 1).addingReportingOverflow(months)
        guard !isTooLarge, sum >= 12 else { return nil }
        let (year, month) = (sum / 12, sum % 12 + 1)
        let day = min(day, Self.days(inMonth: month, ofYear: year))
        return CivilDate(year: year, month: month, day: day, minute: minute)
    }

    private static func daysBefore(_ yearOfCycle: Int) -> Int {
        yearOfCycle * 365 + yearOfCycle / 4 - yearOfCycle / 100
    }
}
