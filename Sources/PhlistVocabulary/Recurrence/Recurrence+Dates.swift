/// The dates of a series.
extension Recurrence {
    /// Returns the rule with all that it left to the date of an occurrence.
    package func anchored(at date: CivilDate) -> Recurrence {
        var rule = self
        (rule.start, rule.minute) = (date, nil)
        guard !isFromCompletion else { return rule }
        switch unit {
        case .day: break
        case .week: if weekdays.isEmpty { rule.weekdays = [date.weekday] }
        case .month: rule.monthDay = monthDay ?? .day(date.day)
        case .year:
            rule.monthDay = monthDay ?? .day(date.day)
            rule.month = month ?? date.month
        }
        return rule
    }

    /// Returns the first date of the rule on a day or after it; that day if the rule names none.
    package func first(onOrAfter day: CivilDate) -> CivilDate? {
        guard !isFromCompletion, !weekdays.isEmpty || monthDay != nil else { return day }
        var rule = self
        rule.interval = 1
        return day.withoutTime.adding(days: -1).flatMap { rule.anchored(at: day).date(after: $0) }
    }

    /// Returns the first date of the rule that is still to come, at its time if it has one.
    ///
    /// - Parameter now: The day, with the time if that counts.
    /// - Returns: The date; nil if the series has ended by then, or after the year 9999.
    package func first(after now: CivilDate) -> CivilDate? {
        guard let day = first(onOrAfter: now.withoutTime) else { return nil }
        guard let minute else { return day }
        guard day.withoutTime == now.withoutTime, let passed = now.minute, passed >= minute else {
            return day.at(minute: minute)
        }
        var rule = anchored(at: day.withoutTime)
        rule.end = nil
        return rule.next(completedOn: day)?.start?.at(minute: minute)
    }

    /// Returns the rule of an occurrence that comes some days later, as the one that it is a part of does; nil if the
    /// series has ended by then.
    package func moved(days: Int) -> Recurrence? {
        start?.adding(days: days).flatMap(continued)
    }

    /// Finds the next occurrence, on the first date after the current one and after the day of completion: what was
    /// missed does not come back.
    ///
    /// - Parameter today: The day on which the current occurrence is completed or skipped.
    /// - Returns: Its rule, whose start is its date; nil if the series has ended.
    package func next(completedOn today: CivilDate) -> Recurrence? {
        guard let start else { return nil }
        let last = max(start.withoutTime, today.withoutTime)
        let day = isFromCompletion ? today.withoutTime.adding(interval, unit) : date(after: last)
        return day.flatMap { start.minute.map($0.at(minute:)) ?? $0 }.flatMap(continued)
    }

    /// Returns the rule from a later occurrence on; nil if the series has ended by then.
    private func continued(at date: CivilDate) -> Recurrence? {
        var rest = self
        rest.start = date
        switch end {
        case .after(let count) where count > 1: rest.end = .after(count: count - 1)
        case .on(let last) where date.withoutTime <= last: break
        case .after, .on: return nil
        case nil: break
        }
        return rest
    }

    /// Returns the first day of the rule after another day, which may not be before the start; nil after the year 9999.
    private func date(after day: CivilDate) -> CivilDate? {
        guard let start else { return nil }
        switch unit {
        case .day:
            return start.withoutTime.adding(days: (day.days(since: start) / interval + 1) * interval)
        case .week:
            return (1...7 * interval).lazy.compactMap { day.adding(days: $0) }.first { isInWeek($0, of: start) }
        case .month: return date(after: day, months: interval, from: start.monthNumber)
        case .year: return date(after: day, months: 12 * interval, from: start.year * 12 + (month ?? start.month) - 1)
        }
    }

    private func isInWeek(_ day: CivilDate, of start: CivilDate) -> Bool {
        weekdays.contains(day.weekday) && (day.weekNumber - start.weekNumber) % interval == 0
    }

    /// Returns the first date after a day, in the months at a distance of `months` from a first one.
    private func date(after day: CivilDate, months: Int, from first: Int) -> CivilDate? {
        let passed = max(0, day.monthNumber - first) / months
        return (passed...passed + 2).lazy.compactMap { date(inMonth: first + $0 * months) }.first { $0 > day }
    }

    private func date(inMonth number: Int) -> CivilDate? {
        guard let first = CivilDate(year: number / 12, month: number % 12 + 1, day: 1) else { return nil }
        let end = first.endOfMonth
        switch monthDay {
        case .day(let day): return first.adding(days: min(day, end.day) - 1)
        case .last, nil: return end
        case .weekday(let weekday, let ordinal) where ordinal < 0:
            return end.adding(days: -((end.weekday.rawValue - weekday.rawValue + 7) % 7))
        case .weekday(let weekday, let ordinal):
            return first.adding(days: (weekday.rawValue - first.weekday.rawValue + 7) % 7 + 7 * (ordinal - 1))
        }
    }
}

extension CivilDate {
    /// The number of months since January of the year 0.
    fileprivate var monthNumber: Int { year * 12 + month - 1 }

    /// The number of weeks, from Monday to Sunday, before the date; the first one began on Monday, 29 December 1969.
    fileprivate var weekNumber: Int {
        (dayNumber + 3 - (weekday.rawValue - 1)) / 7
    }

    fileprivate func adding(_ count: Int, _ unit: Recurrence.Unit) -> CivilDate? {
        switch unit {
        case .day: adding(days: count)
        case .week: adding(days: 7 * count)
        case .month: adding(months: count)
        case .year: adding(months: 12 * count)
        }
    }
}
