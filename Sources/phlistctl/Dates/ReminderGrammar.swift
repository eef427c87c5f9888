import PhlistControl
import PhlistVocabulary

/// Parses reminders as people type them: `1 day before`, `2h before`, `when due`, `sat 9:00`, separated by commas.
///
/// Case does not matter. A day without a time means nine in the morning. Triggers of RFC 5545 are taken as they are.
struct ReminderGrammar {
    var dates: DateGrammar

    /// Parses the values of an option that may be given several times.
    ///
    /// - Returns: The text form; empty for `none`, or an empty text.
    func resolve(_ texts: [String]) throws(ControlError) -> String {
        let parts = texts.flatMap { $0.split(separator: ",", omittingEmptySubsequences: false) }.map(\.trimmed)
        let isNone = parts.map { $0.isEmpty || $0.lowercased() == DateWord.none }
        guard !isNone.allSatisfy(\.self) else { return "" }
        var triggers: Set<Reminder.Trigger> = []
        for (part, isNone) in zip(parts, isNone) where !part.isEmpty {
            guard !isNone else {
                throw ControlError(.usage, "\"none\" does not go together with other reminders")
            }
            triggers.insert(try trigger(part))
        }
        guard let reminder = Reminder(Array(triggers)) else {
            throw ControlError(.invalid, "\(triggers.count) reminders for one item; at most \(Reminder.triggersMax)")
        }
        return reminder.description
    }

    private func trigger(_ text: String) throws(ControlError) -> Reminder.Trigger {
        if let trigger = Reminder.Trigger(text.uppercased()) { return trigger }
        guard text.utf8.count <= Limits.dateTextSizeMax else { throw Self.error(for: text) }
        let words = Self.words(text)
        if Self.whenDue.contains(words) { return .before(minutes: 0) }
        if Self.ends.contains(words.last ?? "") {
            guard let minutes = Self.minutes(words.dropLast()) else { throw Self.error(for: text) }
            guard minutes <= Reminder.minutesMax else {
                throw ControlError(.invalid, "\(Self.quoted(text)) is more than \(Reminder.daysMax) days before")
            }
            return .before(minutes: minutes)
        }
        guard Self.minutes(words[...]) == nil else {
            throw ControlError(
                .usage,
                "\(Self.quoted(text)) may count from now, or back from the due date",
                hint: "say \"\(words.joined(separator: " ")) before\", or a time such as \"in 2 hours\" or \"sat 9:00\""
            )
        }
        return try time(text)
    }

    /// Parses a day and a time that are still to come.
    private func time(_ text: String) throws(ControlError) -> Reminder.Trigger {
        guard let day = try? dates.resolve(text).date else { throw Self.error(for: text) }
        guard let date = day.minute == nil ? day.at(minute: Reminder.minuteOfDay) : day else {
            throw Self.error(for: text)
        }
        guard let now = dates.today.at(minute: dates.minuteOfDay), date >= now else {
            let words = DateText(today: dates.today).long(date)
            throw ControlError(.invalid, "the reminder \(Self.quoted(text)), \(words), is past")
        }
        return .at(date)
    }

    private static func error(for text: String) -> ControlError {
        ControlError(
            .invalid,
            "\(quoted(text)) does not say when to remind",
            hint: "it looks like: \"1 day before\", \"2h before\", \"1w before\", \"when due\", \"sat 9:00\", none"
        )
    }

    private static func quoted(_ text: String) -> String {
        "\"\(TerminalText(data: String(text.prefix(Limits.dateTextSizeMax))).string)\""
    }

    // MARK: Durations

    /// Parses `2h`, `1 day 2 hours` or `a week` as minutes; a unit without a number is one of it.
    private static func minutes(_ words: ArraySlice<String>) -> Int? {
        var (rest, sum) = (words, 0)
        guard !rest.isEmpty else { return nil }
        while let word = rest.popFirst() {
            let number = word.prefix(while: \.isNumber)
            let name = number.isEmpty || number.count < word.count ? String(word.dropFirst(number.count)) : nil
            guard let count = number.isEmpty ? 1 : DateGrammar.number(number, digits: 1...digitsMax),
                let unit = minutes(ofUnit: name ?? rest.popFirst() ?? "")
            else { return nil }
            sum += count * unit
        }
        return sum
    }

    private static func minutes(ofUnit word: String) -> Int? {
        if let unit = units[word] { return unit }
        if let minutes = DateWord.minutes(word) { return minutes }
        switch DateWord.unit(word) {
        case .day: return 1440
        case .week: return 7 * 1440
        case .month, .year, nil: return nil
        }
    }

    /// Splits a text into words in lower case, without those that say nothing.
    private static func words(_ text: String) -> [String] {
        text.lowercased().split(whereSeparator: \.isWhitespace).map(String.init).filter { !fillers.contains($0) }
    }

    private static let fillers: Set = ["the", "a", "an", "and"]
    private static let ends: Set = ["before", "earlier", "ahead"]
    private static let whenDue: Set = [
        ["when", "due"], ["when", "it", "is", "due"], ["due"], ["at", "time"], ["on", "time"],
    ]
    private static let units = ["m": 1, "h": 60, "hr": 60, "hrs": 60, "d": 1440, "w": 7 * 1440]
    /// So many digits cannot overflow, whatever the unit.
    private static let digitsMax = 9
}
