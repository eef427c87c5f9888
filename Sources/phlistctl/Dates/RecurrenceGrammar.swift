import PhlistControl
import PhlistVocabulary

/// Parses rules as people type them: `2 weeks`, `mon,thu`, `month 1`, `month last fri`, `after 3 days`, each with an
/// end such as `until 30 june 2027` or `5 times`.
///
/// A time before or behind the end, as in `tue 18:00`, is that of the first date. Case does not matter, `every` may
/// come first, and `on`, `and` and `the` are left out. A rule of RFC 5545 is taken as it is.
struct RecurrenceGrammar {
    var dates: DateGrammar

    /// Parses a rule, or a word for none.
    ///
    /// - Returns: The text form; empty for none.
    func resolve(_ text: String) throws(ControlError) -> String {
        if text.uppercased().contains("FREQ="), let rule = Recurrence(text) { return rule.description }
        guard text.utf8.count <= Limits.dateTextSizeMax else { throw Self.error(for: text, nil) }
        var words = DateGrammar.words(text).filter { !Self.fillers.contains($0) }[...]
        if words.isEmpty || words.elementsEqual([DateWord.none]) { return "" }
        do {
            try putMonthFirst(&words)
            let time = try takeTime(&words)
            let end = try takeEnd(&words)
            let minute = try time ?? takeTime(&words)
            var rule = try rule(words)
            (rule.minute, rule.end) = (minute, end)
            return rule.description
        } catch {
            throw error as? ControlError ?? Self.error(for: text, error as? Fault)
        }
    }

    /// Puts the month in `15 of the month` before the day, as in `month 15`, and leaves out `of` in `25 of december`.
    private func putMonthFirst(_ words: inout ArraySlice<String>) throws(Fault) {
        let nexts = words.dropFirst() + [""]
        let others = zip(words, nexts).filter { $0 != "of" || DateWord.month($1) == nil }
        words = others.map(\.0)[...]
        guard let index = words.firstIndex(of: "of") else { return }
        let (day, rest) = (words[..<index], words[(index + 1)...])
        guard !day.isEmpty, let month = rest.first, month == "month" else { throw Fault(word: "of") }
        words = [month] + day + rest.dropFirst()
    }

    /// Takes a time from the end; nil if there is none.
    private func takeTime(_ words: inout ArraySlice<String>) throws(Fault) -> Int? {
        guard words.count > 1, let last = words.last else { return nil }
        do {
            guard let minute = try DateGrammar.minute(last) else { return nil }
            words.removeLast()
            return minute
        } catch {
            throw Fault(word: last)
        }
    }

    /// The word that is not understood, or a number that is not from 1 to `max`; nil when a word is missing.
    private struct Fault: Error {
        var word: String?
        var max: Int?
    }

    private static func error(for text: String, _ fault: Fault?) -> ControlError {
        let quoted = "\"\(TerminalText(data: String(text.prefix(Limits.dateTextSizeMax))).string)\""
        let isWhole = fault?.word == nil || fault?.word == text.lowercased()
        let what = fault?.max.map { "is not a number from 1 to \($0)" } ?? "is not understood"
        let reason = isWhole ? "" : ": \"\(TerminalText(data: fault?.word ?? "").string)\" \(what)"
        return ControlError(
            .invalid,
            "\(quoted) does not say when it comes back\(reason)",
            hint: "it looks like: day, \"2 weeks\", mon,thu, \"tue 18:00\", \"month last fri\", \"after 3 days\", "
                + "\"week until 2027-06-30\", \"week 5 times\", none"
        )
    }

    // MARK: The end

    /// Takes `until DATE` or `5 times` from the end.
    private func takeEnd(_ words: inout ArraySlice<String>) throws -> Recurrence.End? {
        if let index = words.firstIndex(of: "until") {
            let day = try dates.resolve(words[(index + 1)...].joined(separator: " "))
            words = words[..<index]
            if let date = day.date, date.withoutTime < dates.today.withoutTime {
                throw ControlError(.invalid, "the end, \(date.withoutTime), is past", hint: "name a day to come")
            }
            return day.date.map { .on($0.withoutTime) }
        }
        guard words.last == "times", let number = words.dropLast().last, let count = DateGrammar.count(number) else {
            return nil
        }
        guard (1...Recurrence.countMax).contains(count) else { throw Fault(word: number, max: Recurrence.countMax) }
        words.removeLast(2)
        if words.last == "for" { words.removeLast() }
        return .after(count: count)
    }

    // MARK: The rule

    private func rule(_ words: ArraySlice<String>) throws(Fault) -> Recurrence {
        guard let first = words.first else { throw Fault() }
        let rest = words.dropFirst()
        if first == "after" { return try fromCompletion(rest) }
        if let days = Self.groups[first] {
            return try weekly(days, rest)
        }
        if DateWord.weekday(first) != nil { return try weekly(words) }
        if Self.ordinal(first) != nil, let next = rest.first, DateWord.weekday(next) != nil {
            return try monthly(Recurrence(every: .month), words)
        }
        let (rule, days) = try counted(words)
        switch rule.unit {
        case .day: return try ended(rule, days)
        case .week: return try weekly(days, interval: rule.interval)
        case .month: return try monthly(rule, days)
        case .year: return try yearly(rule, days)
        }
    }

    private func fromCompletion(_ words: ArraySlice<String>) throws(Fault) -> Recurrence {
        let (rule, rest) = try counted(words)
        var counting = try ended(rule, rest)
        counting.isFromCompletion = true
        return counting
    }

    /// Parses `2 weeks`, `2w`, `other week`, `week` or `weekly`.
    private func counted(_ words: ArraySlice<String>) throws(Fault) -> (Recurrence, ArraySlice<String>) {
        guard let first = words.first else { throw Fault() }
        if Self.fortnights.contains(first) { return (try rule(every: 2, .week, first), words.dropFirst()) }
        if let unit = Self.unit(first) { return (Recurrence(every: unit), words.dropFirst()) }
        if let unit = first.last.flatMap({ DateWord.unit(letter: $0) }),
            let count = DateGrammar.count(String(first.dropLast()))
        {
            return (try rule(every: count, Self.unit(unit), first), words.dropFirst())
        }
        guard let count = first == "other" ? 2 : DateGrammar.count(first) else { throw Fault(word: first) }
        guard let name = words.dropFirst().first else { throw Fault() }
        guard let unit = Self.unit(name) else { throw Fault(word: name) }
        return (try rule(every: count, unit, first), words.dropFirst(2))
    }

    private func rule(every count: Int, _ unit: Recurrence.Unit, _ word: String) throws(Fault) -> Recurrence {
        guard (1...Recurrence.intervalMax).contains(count) else { throw Fault(word: word, max: Recurrence.intervalMax) }
        var rule = Recurrence(every: unit)
        rule.interval = count
        return rule
    }

    private func ended(_ rule: Recurrence, _ rest: ArraySlice<String>) throws(Fault) -> Recurrence {
        if let word = rest.first { throw Fault(word: word) }
        return rule
    }

    private func weekly(_ days: [Weekday], _ rest: ArraySlice<String>) throws(Fault) -> Recurrence {
        var rule = Recurrence(every: .week)
        rule.weekdays = days
        return try ended(rule, rest)
    }

    private func weekly(_ words: ArraySlice<String>, interval: Int = 1) throws(Fault) -> Recurrence {
        var rule = Recurrence(every: .week)
        rule.interval = interval
        var days: Set<Weekday> = []
        for word in words {
            guard let day = Self.weekday(word) else { throw Fault(word: word) }
            days.insert(day)
        }
        rule.weekdays = Weekday.allCases.filter(days.contains)
        return rule
    }

    /// Parses the day of a month: a number, `last`, or a weekday with its number.
    private func monthly(_ rule: Recurrence, _ words: ArraySlice<String>) throws(Fault) -> Recurrence {
        var rule = rule
        guard let first = words.first else { return rule }
        guard let number = Self.ordinal(first) else { throw Fault(word: first) }
        let rest = words.dropFirst()
        if let weekday = rest.first.flatMap(Self.weekday) {
            guard number <= 4 else { throw Fault(word: first) }
            rule.monthDay = .weekday(weekday, ordinal: number)
            return try ended(rule, rest.dropFirst())
        }
        rule.monthDay = number < 0 ? .last : .day(number)
        return try ended(rule, rest.first == "day" ? rest.dropFirst() : rest)
    }

    /// Parses the day of a year, such as `25 dec`.
    private func yearly(_ rule: Recurrence, _ words: ArraySlice<String>) throws(Fault) -> Recurrence {
        var rule = rule
        guard !words.isEmpty else { return rule }
        let day = (try? dates.resolve(words.joined(separator: " ")))?.date
        guard let day, day.minute == nil else { throw Fault(word: words.joined(separator: " ")) }
        (rule.month, rule.monthDay) = (day.month, .day(day.day))
        return rule
    }

    // MARK: Words

    private static let fillers: Set = ["every", "each", "on", "and"]
    private static let groups: [String: [Weekday]] = [
        "weekday": Array(Weekday.allCases.prefix(5)), "weekdays": Array(Weekday.allCases.prefix(5)),
        "weekend": [.saturday, .sunday], "weekends": [.saturday, .sunday],
    ]
    private static let adverbs: [String: Recurrence.Unit] = [
        "daily": .day, "weekly": .week, "monthly": .month, "yearly": .year, "annually": .year,
    ]
    private static let fortnights: Set = ["fortnight", "fortnightly", "biweekly"]
    private static let ordinals = ["first": 1, "second": 2, "third": 3, "fourth": 4, "last": -1]

    private static func unit(_ word: String) -> Recurrence.Unit? {
        adverbs[word] ?? DateWord.unit(word).map(unit)
    }

    private static func unit(_ unit: DateWord.Unit) -> Recurrence.Unit {
        switch unit {
        case .day: .day
        case .week: .week
        case .month: .month
        case .year: .year
        }
    }

    /// Parses the name of a weekday, also in the plural.
    private static func weekday(_ word: String) -> Weekday? {
        DateWord.weekday(word) ?? (word.hasSuffix("s") ? DateWord.weekday(String(word.dropLast())) : nil)
    }

    /// Parses a day from 1 to 31, also as `1st` or in words; -1 is the last one.
    private static func ordinal(_ word: String) -> Int? {
        if let number = ordinals[word] { return number }
        let isEnded = ["st", "nd", "rd", "th"].contains { word.hasSuffix($0) }
        let number = DateGrammar.number(isEnded ? word.dropLast(2) : word[...], digits: 1...2)
        return number.flatMap { (1...31).contains($0) ? $0 : nil }
    }
}
