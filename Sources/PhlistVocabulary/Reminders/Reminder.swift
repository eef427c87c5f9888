/// The moments at which people are reminded of an item, on a wall calendar: neither clocks nor time zones matter.
package struct Reminder: Hashable, Sendable {
    /// Those before the due date, the earliest first, then those at a time; none twice.
    package let triggers: [Trigger]

    /// One reminder, as the trigger of an alarm of RFC 5545, section 3.8.6.3.
    package enum Trigger: Hashable, Sendable {
        /// A number of minutes before the item is due, up to `minutesMax`.
        case before(minutes: Int)
        /// A day with a time.
        case at(CivilDate)
    }

    /// Creates a reminder; nil for no trigger, more than `triggersMax`, or one that is not valid.
    package init?(_ triggers: [Trigger]) {
        let triggers = Set(triggers).sorted { $0.rank < $1.rank }
        guard (1...Self.triggersMax).contains(triggers.count), triggers.allSatisfy(\.isValid) else { return nil }
        self.triggers = triggers
    }

    /// A day before, an hour before, when it is due, and two more: who needs more wants an item of its own.
    package static let triggersMax = 5
    /// As long as the longest interval of a rule, in days.
    package static let daysMax = 999
    package static let minutesMax = daysMax * 1440
    /// Where a day begins for reminders: what is due on a day without a time counts as due at nine in the morning.
    package static let minuteOfDay = 9 * 60

    /// Whether it says nothing without a due date.
    package var isRelative: Bool {
        triggers.contains { if case .before = $0 { true } else { false } }
    }
}

extension Reminder {
    /// Returns the moments for a due date, in order, each a day with a time.
    ///
    /// Without a due date, what is before it has no moment.
    package func moments(due: CivilDate?) -> [CivilDate] {
        let due = due.flatMap { $0.minute == nil ? $0.at(minute: Self.minuteOfDay) : $0 }
        let moments = triggers.compactMap { trigger in
            switch trigger {
            case .before(let minutes): due?.adding(minutes: -minutes)
            case .at(let date): date
            }
        }
        return Set(moments).sorted()
    }

    /// Returns the reminder of the next occurrence of an item, which is due some days later.
    ///
    /// A moment after the last day of the calendar is left out; nil if nothing remains.
    package func moved(days: Int) -> Reminder? {
        Reminder(
            triggers.compactMap { trigger in
                switch trigger {
                case .before: trigger
                case .at(let date): date.adding(days: days).map(Trigger.at)
                }
            }
        )
    }
}

extension Reminder.Trigger {
    fileprivate var isValid: Bool {
        switch self {
        case .before(let minutes): (0...Reminder.minutesMax).contains(minutes)
        case .at(let date): date.minute != nil
        }
    }

    /// Ascends in the order of the text form.
    fileprivate var rank: Int {
        switch self {
        case .before(let minutes): -minutes
        case .at(let date): 1 + date.deadline
        }
    }
}

extension CivilDate {
    /// Returns the date that many minutes later, from midnight for a whole day; nil outside the years 1...9999.
    package func adding(minutes: Int) -> CivilDate? {
        let (sum, isTooLarge) = (minute ?? 0).addingReportingOverflow(minutes)
        guard !isTooLarge else { return nil }
        let days = sum >= 0 ? sum / 1440 : -((1439 - sum) / 1440)
        return withoutTime.adding(days: days)?.at(minute: sum - days * 1440)
    }

    /// Returns the number of minutes since another date, each from midnight for a whole day; negative when this one is
    /// earlier.
    package func minutes(since other: CivilDate) -> Int {
        days(since: other) * 1440 + (minute ?? 0) - (other.minute ?? 0)
    }
}
