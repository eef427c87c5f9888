import PhlistControl
import PhlistVocabulary

/// Parses dates and words as people and other programs write them.
enum FoundWords {
    /// Parses a date, optionally with a time: ISO 8601, or as in 25.12.2026, 25/12/2026 and 12/25/2026.
    ///
    /// - Parameters:
    ///   - text: The text to parse.
    ///   - isDayFirst: Whether 3/4/2026 is in April; nil if unknown.
    /// - Returns: The date; nil if the text is not a date or is ambiguous.
    static func date(_ text: String, isDayFirst: Bool? = nil) -> CivilDate? {
        if let day = dayWithMonthName(text) { return day }
        let parts = text.trimmed.split(maxSplits: 1) { $0 == " " || $0 == "T" }
        guard let first = parts.first, let day = day(first, isDayFirst) else { return nil }
        guard parts.count == 2 else { return day }
        return minute(parts[1]).flatMap { day.at(minute: $0) }
    }

    private static func day(_ text: Substring, _ isDayFirst: Bool?) -> CivilDate? {
        let readings = readings(text)
        guard readings.count == 2 else { return readings.first.flatMap(date) }
        let isDayFirst = readings[0].day > 12 ? true : readings[1].day > 12 ? false : isDayFirst
        return isDayFirst.flatMap { date($0 ? readings[0] : readings[1]) }
    }

    /// Returns the day of a reading; nil if no calendar has it.
    private static func date(_ reading: (year: Int, month: Int, day: Int)) -> CivilDate? {
        CivilDate(year: reading.year, month: reading.month, day: reading.day)
    }

    /// Whether a text reads as a day that no calendar has, such as 31.11.2026, or `32 Dec` without a year.
    static func namesNoDay(_ text: String) -> Bool {
        if let day = namedDay(text) {
            // Any year may be meant, also one with 29 February.
            return CivilDate(year: day.year ?? 2024, month: day.month, day: day.day) == nil
        }
        let readings = readings(text.trimmed.prefix { !$0.isWhitespace && $0 != "T" })
        return !readings.isEmpty && readings.allSatisfy { date($0) == nil }
    }

    /// The days that a text of three numbers may stand for, whether there are such days or not; of two, the first has
    /// the day before the month.
    private static func readings(_ text: Substring) -> [(year: Int, month: Int, day: Int)] {
        guard let (separator, first, second, third) = numbers(text) else { return [] }
        if text.prefix(while: { $0.isNumber }).count == 4 { return [(first, second, third)] }
        guard text.suffix(4).allSatisfy(\.isNumber) else { return [] }
        return [(third, second, first)] + (separator == "/" ? [(third, first, second)] : [])
    }

    /// Parses a day as in `Dec 5 2026` or `5 December 2026`.
    private static func dayWithMonthName(_ text: String) -> CivilDate? {
        guard let (year, month, day) = namedDay(text), let year else { return nil }
        return CivilDate(year: year, month: month, day: day)
    }

    /// Splits a day with the name of its month, with or without a year.
    private static func namedDay(_ text: String) -> (year: Int?, month: Int, day: Int)? {
        let words = text.split { " ,.".contains($0) }
        guard (2...3).contains(words.count), words.count == 2 || words[2].utf8.count == 4 else { return nil }
        let year = words.count == 3 ? Int(words[2]) : nil
        guard words.count == 2 || year != nil else { return nil }
        for (month, day) in [(words[0], words[1]), (words[1], words[0])] {
            guard let number = months.firstIndex(where: { month.lowercased().hasPrefix($0) }), day.utf8.count <= 2,
                let day = Int(day)
            else { continue }
            return (year, number + 1, day)
        }
        return nil
    }

    /// Returns the fault of a date that is on no calendar, in the words in which a typed one is refused.
    static func noSuchDay(_ text: String, at position: Position) -> FormatError {
        FormatError(position, "\"\(text)\" is not a valid date: no calendar has that day")
    }

    private static let months = [
        "jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec",
    ]

    /// Splits a day into three numbers and their separator.
    private static func numbers(_ text: Substring) -> (separator: Character, Int, Int, Int)? {
        guard let separator = text.first(where: { !$0.isNumber }), "-./".contains(separator) else { return nil }
        let numbers = text.split(separator: separator, omittingEmptySubsequences: false).map { part in
            part.utf8.count <= 4 && part.utf8.allSatisfy { (0x30...0x39).contains($0) } ? Int(part) : nil
        }
        guard numbers.count == 3, let first = numbers[0], let second = numbers[1], let third = numbers[2] else {
            return nil
        }
        return (separator, first, second, third)
    }

    /// Whether the day comes first in a date such as 25/12/2026; nil if both readings are possible.
    static func isDayFirst(in text: String) -> Bool? {
        guard let (separator, first, second, _) = numbers(text.trimmed.prefix { !$0.isWhitespace }), separator == "/",
            first <= 31
        else { return nil }
        return first > 12 ? true : second > 12 ? false : nil
    }

    /// Whether a text is a placeholder that programs write for a missing date.
    static func saysNoDate(_ text: String) -> Bool {
        text == "undefined" || text.hasPrefix("0001-01-01")
    }

    /// Parses a time as the minute of the day; seconds are dropped.
    private static func minute(_ text: Substring) -> Int? {
        let parts = text.split(separator: ":", omittingEmptySubsequences: false)
        guard (2...3).contains(parts.count), parts.allSatisfy({ $0.utf8.count == 2 }) else { return nil }
        let numbers = parts.compactMap { $0.utf8.allSatisfy { (0x30...0x39).contains($0) } ? Int($0) : nil }
        guard numbers.count == parts.count, numbers[0] < 24, numbers.dropFirst().allSatisfy({ $0 < 60 }) else {
            return nil
        }
        return numbers[0] * 60 + numbers[1]
    }

    /// Parses a time with its zone (RFC 3339); midnight UTC is a day, as Google Tasks writes it.
    static func zoned(_ text: String, _ local: LocalTime) -> CivilDate? {
        var parts = text.trimmed.split(separator: "T", omittingEmptySubsequences: false)
        let words = text.split(separator: " ")
        // The forms of Go's time package and of a backup program for Google Tasks.
        if words.count == 4, words[3] == "UTC", words[2] == "+0000" { parts = [words[0], "\(words[1])Z"[...]] }
        if words.count == 2, words[0] == "UTC" { parts = [words[1], "00:00:00Z"] }
        guard parts.count == 2, let day = CivilDate(String(parts[0])), day.minute == nil,
            let sign = parts[1].firstIndex(where: { "Z+-".contains($0) }),
            let minute = minute(parts[1][..<sign].prefix { $0 != "." }), let offset = offset(parts[1][sign...])
        else { return nil }
        guard minute != 0 || offset != 0 else { return day }
        return local(Int64(day.dayNumber * 1440 + minute - offset) * 60_000)
    }

    /// Parses a UTC offset such as `Z` or `+01:00`, in minutes.
    private static func offset(_ text: Substring) -> Int? {
        guard text != "Z" else { return 0 }
        let minutes = text.utf8.count == 6 ? minute(text.dropFirst()) : nil
        return minutes.map { text.first == "-" ? -$0 : $0 }
    }

    /// Parses a day as in `20261225`, or a day and a time as in `20261225T180000`; seconds are dropped.
    static func basicDate(_ text: Substring) -> CivilDate? {
        let parts = text.split(separator: "T", omittingEmptySubsequences: false).map { digits($0) }
        guard parts.count <= 2, let day = parts[0], day.count == 8 else { return nil }
        func number(_ digits: ArraySlice<Int>) -> Int { digits.reduce(0) { $0 * 10 + $1 } }
        let date = CivilDate(year: number(day[..<4]), month: number(day[4..<6]), day: number(day[6...]))
        guard parts.count == 2 else { return date }
        guard let time = parts[1], time.count == 6 else { return nil }
        return date?.at(minute: number(time[..<2]) * 60 + number(time[2..<4]))
    }

    private static func digits(_ text: Substring) -> [Int]? {
        let digits = text.utf8.map { Int($0) - 0x30 }
        return digits.allSatisfy { (0...9).contains($0) } ? digits : nil
    }

    /// Returns a label of another program, which may have spaces, as a tag, which is one word.
    static func tag(_ text: String) -> String {
        text.scalars.split { $0.properties.isWhitespace || $0 == "," }.map(String.init).joined(separator: "-")
    }

    /// Returns the state of an item for a word.
    static func state(_ text: String) -> WorkState? {
        states[text.trimmed.lowercased()]
    }

    /// Whether a word for the state of an open item says that somebody put it off or waits for others.
    static func isOnHold(_ text: String) -> Bool {
        onHold.contains(text.trimmed.lowercased())
    }

    private static let onHold = ["deferred", "waitingonothers", "waiting on someone else", "waiting"]

    private static let states: [String: WorkState] = {
        let words: [WorkState: [String]] = [
            .open: [
                "", "open", "todo", "to do", "pending", "needs-action", "needsaction", "in-process", "in progress",
                "no", "false", "0", "not started", "notstarted", "inprogress",
                "nein", "non", "offen", "à faire", "falsch", "faux",
            ] + onHold,
            .done: [
                "done", "x", "yes", "true", "1", "completed", "complete", "checked", "✓", "✔", "☑", "ja", "oui",
                "erledigt", "fait", "wahr", "vrai",
            ],
            .cancelled: ["cancelled", "canceled", "deleted", "dropped", "abgebrochen", "annulé", "-"],
        ]
        var states: [String: WorkState] = [:]
        for (state, words) in words { for word in words { states[word] = state } }
        return states
    }()

    /// Returns the priority for a word or a number; 1 is the highest.
    static func priority(_ text: String) -> Priority? {
        priorities[text.trimmed.lowercased()]
    }

    private static let priorities: [String: Priority] = [
        "": .none, "none": .none, "4": .none, "low": .low, "l": .low, "c": .low, "3": .low, "niedrig": .low,
        "basse": .low, "medium": .medium, "m": .medium, "b": .medium, "2": .medium, "mittel": .medium,
        "moyenne": .medium, "normal": .none, "high": .high, "h": .high, "a": .high, "1": .high, "hoch": .high,
        "haute": .high,
    ]
}
