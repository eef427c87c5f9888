/// The text form: the parts of a rule of RFC 5545, section 3.3.10, after the start, as in
/// `DTSTART=20261201T180000;FREQ=WEEKLY;INTERVAL=2;BYDAY=MO,TH;UNTIL=20271231`.
///
/// `BYHOUR` and `BYMINUTE` say the time of the first date; then the start has it.
///
/// `FROM=COMPLETION`, as Tasks.org writes it, stands for a series that counts from completion. A day that not all
/// months have is written so that every calendar understands it: of the days 28 to 31, `BYSETPOS=-1` takes the last.
extension Recurrence: LosslessStringConvertible {
    /// Parses a rule; nil if it is none, or one that phlist does not know.
    ///
    /// The start may be missing, and `RRULE:` may stand before the parts.
    package init?(_ text: String) {
        let text = text.uppercased()
        guard var parts = Self.parts(text.hasPrefix("RRULE:") ? text.dropFirst(6) : text[...]) else { return nil }
        guard let unit = parts.removeValue(forKey: "FREQ").flatMap(Unit.init(rawValue:)) else { return nil }
        self.init(every: unit)
        guard take(counts: &parts), take(days: &parts), take(weekStart: &parts), parts.isEmpty, isConsistent else {
            return nil
        }
    }

    package var description: String {
        let parts = [
            ("DTSTART", start.map(\.basicText)),
            ("FREQ", unit.rawValue),
            ("INTERVAL", interval == 1 ? nil : "\(interval)"),
            ("BYMONTH", month.map { "\($0)" }),
        ]
        let time = minute.map { [("BYHOUR", "\($0 / 60)"), ("BYMINUTE", "\($0 % 60)")] } ?? []
        return (parts + dayParts + time + endParts).compactMap { name, value in value.map { "\(name)=\($0)" } }
            .joined(separator: ";")
    }

    private var dayParts: [(String, String?)] {
        switch monthDay {
        case .day(let day) where day > 28:
            [("BYMONTHDAY", (28...day).map { "\($0)" }.joined(separator: ",")), ("BYSETPOS", "-1")]
        case .day(let day): [("BYMONTHDAY", "\(day)")]
        case .last: [("BYMONTHDAY", "-1")]
        case .weekday(let weekday, let ordinal): [("BYDAY", "\(ordinal)\(weekday.letters)")]
        case nil: [("BYDAY", weekdays.isEmpty ? nil : weekdays.map(\.letters).joined(separator: ","))]
        }
    }

    private var endParts: [(String, String?)] {
        let from = ("FROM", isFromCompletion ? "COMPLETION" : nil)
        return switch end {
        case .after(let count): [("COUNT", "\(count)"), from]
        case .on(let day): [("UNTIL", day.withoutTime.basicText), from]
        case nil: [from]
        }
    }

    // MARK: Parsing

    private static func parts(_ text: Substring) -> [String: String]? {
        var parts: [String: String] = [:]
        for part in text.split(separator: ";") {
            let pair = part.split(separator: "=", maxSplits: 1).map(String.init)
            guard pair.count == 2, parts.updateValue(pair[1], forKey: pair[0]) == nil else { return nil }
        }
        return parts
    }

    /// Takes the interval, the start and the end; false if one of them is not valid.
    private mutating func take(counts parts: inout [String: String]) -> Bool {
        if let text = parts.removeValue(forKey: "INTERVAL") {
            guard let number = Int(text), (1...Self.intervalMax).contains(number) else { return false }
            interval = number
        }
        if let text = parts.removeValue(forKey: "DTSTART") {
            guard let date = CivilDate(basic: text) else { return false }
            start = date
        }
        if let text = parts.removeValue(forKey: "FROM") {
            guard text == "COMPLETION" else { return false }
            isFromCompletion = true
        }
        return take(time: &parts) && take(end: &parts)
    }

    private mutating func take(end parts: inout [String: String]) -> Bool {
        if let text = parts.removeValue(forKey: "COUNT") {
            guard let count = Int(text), (1...Self.countMax).contains(count) else { return false }
            end = .after(count: count)
        }
        if let text = parts.removeValue(forKey: "UNTIL") {
            guard end == nil, let date = CivilDate(basic: text) else { return false }
            end = .on(date.withoutTime)
        }
        return true
    }

    /// Takes a time, which has an hour and may have a minute; false if it is not valid.
    private mutating func take(time parts: inout [String: String]) -> Bool {
        guard let hour = parts.removeValue(forKey: "BYHOUR") else { return parts["BYMINUTE"] == nil }
        guard let hour = Int(hour), (0..<24).contains(hour),
            let part = Int(parts.removeValue(forKey: "BYMINUTE") ?? "0"), (0..<60).contains(part)
        else { return false }
        minute = start == nil ? hour * 60 + part : nil
        return start == nil || start?.minute == hour * 60 + part
    }

    /// Takes the days and the month; false if they are not valid.
    private mutating func take(days parts: inout [String: String]) -> Bool {
        if let text = parts.removeValue(forKey: "BYMONTH") {
            guard let number = Int(text), (1...12).contains(number) else { return false }
            month = number
        }
        let isLastOfSeveral = parts.removeValue(forKey: "BYSETPOS").map { $0 == "-1" }
        guard isLastOfSeveral != false else { return false }
        if let text = parts.removeValue(forKey: "BYMONTHDAY") {
            guard let day = Self.monthDay(text, isLastOfSeveral ?? false) else { return false }
            monthDay = day
        } else if isLastOfSeveral != nil {
            return false
        }
        guard let text = parts.removeValue(forKey: "BYDAY") else { return true }
        return unit == .week ? take(weekdays: text) : monthDay == nil && take(ordinalWeekday: text)
    }

    /// Takes the first day of weeks; false if it is not valid, or if the dates could be others than with Monday.
    private func take(weekStart parts: inout [String: String]) -> Bool {
        guard let text = parts.removeValue(forKey: "WKST") else { return true }
        guard let first = Weekday(letters: text) else { return false }
        return first == .monday || unit != .week || interval == 1 || weekdays.isEmpty
    }

    private mutating func take(weekdays text: String) -> Bool {
        let days = text.split(separator: ",").map { Weekday(letters: $0) }
        guard !days.isEmpty, !days.contains(nil) else { return false }
        weekdays = Weekday.allCases.filter(days.contains)
        return true
    }

    private mutating func take(ordinalWeekday text: String) -> Bool {
        guard let weekday = Weekday(letters: text.suffix(2)), let ordinal = Int(text.dropLast(2)) else { return false }
        monthDay = .weekday(weekday, ordinal: ordinal)
        return (1...4).contains(ordinal) || ordinal == -1
    }

    private static func monthDay(_ text: String, _ isLastOfSeveral: Bool) -> MonthDay? {
        if text == "-1" { return isLastOfSeveral ? nil : .last }
        let days = text.split(separator: ",").map { Int($0) }
        guard let day = days.last.flatMap(\.self), (1...31).contains(day) else { return nil }
        let isExpected = isLastOfSeveral ? day > 28 && days == Array(28...day) : days.count == 1
        return isExpected ? .day(day) : nil
    }

    /// Whether the unit allows all parts that were given.
    private var isConsistent: Bool {
        let isPlain = weekdays.isEmpty && monthDay == nil && month == nil
        guard !isFromCompletion else { return isPlain }
        switch unit {
        case .day: return isPlain
        case .week: return monthDay == nil && month == nil
        case .month: return month == nil
        case .year: return (month == nil) == (monthDay == nil)
        }
    }
}

extension Weekday {
    /// The two letters of RFC 5545.
    fileprivate var letters: String {
        switch self {
        case .monday: "MO"
        case .tuesday: "TU"
        case .wednesday: "WE"
        case .thursday: "TH"
        case .friday: "FR"
        case .saturday: "SA"
        case .sunday: "SU"
        }
    }

    fileprivate init?(letters: some StringProtocol) {
        guard let weekday = Weekday.allCases.first(where: { $0.letters == letters }) else { return nil }
        self = weekday
    }
}
