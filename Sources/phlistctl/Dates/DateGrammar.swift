import PhlistControl
import PhlistVocabulary

/// Parses dates as people type them, relative to a day and a minute of that day.
///
/// A date is a day, a day and a time, or a time, which means today if it is still to come, else tomorrow. Case does not
/// matter; white space and commas separate words. `at` may precede a time, and `on`, `by` or `this` a day; the time may
/// come first. Every date that phlist prints can be typed, with its weekday.
struct DateGrammar {
    var today: CivilDate
    /// The current minute of that day.
    var minuteOfDay: Int
    /// Whether `5/6` is 6 May, as in the United States, instead of 5 June; nil if unknown.
    var isMonthFirst: Bool? = false

    /// Parses a date, or a word for none; an error suggests words that the caller understands in place of a date, too.
    func resolve(_ text: String, orOneOf otherWords: [String] = []) throws(ControlError) -> DateChoice {
        do {
            return try choice(text)
        } catch {
            throw error.expecting(otherWords, for: text).error(for: text)
        }
    }

    /// Parses the new value of a field: a date, a word for none, or an empty text, which means none as well.
    func resolve(newValue text: String) throws(ControlError) -> DateChoice {
        guard !text.allSatisfy(\.isWhitespace) else { return .none }
        return try resolve(text)
    }

    private func choice(_ text: String) throws(DateFault) -> DateChoice {
        guard text.utf8.count <= Limits.dateTextSizeMax else { throw .tooLong }
        let words = Self.words(text)
        guard let last = words.last else { throw .empty }
        if words == [DateWord.none] { return .none }
        if words == [DateWord.Day.tonight.rawValue] { return .date(try evening()) }
        if let date = try distanceOfMinutes(words) { return .date(date) }
        if words.count > 1, let minute = try Self.minute(words[0]) {
            return .date(try at(minute, try day(words.dropFirst()), words[0]))
        }
        guard let minute = try Self.minute(last) else { return .date(try day(words)) }
        return .date(try at(minute, words.count == 1 ? try nextDay(with: minute) : try day(words.dropLast()), last))
    }

    private func at(_ minute: Int, _ day: CivilDate, _ word: String) throws(DateFault) -> CivilDate {
        guard let date = day.at(minute: minute) else { throw .noSuchTime(word) }
        return date
    }

    /// Splits a text into words in lower case; `2026-12-25T18:00` becomes two.
    static func words(_ text: String) -> [String] {
        let split = text.lowercased().split { $0.isWhitespace || $0 == "," }.filter { $0 != DateWord.the }
        let words = split.flatMap { word -> [String] in
            let halves = word.split(separator: "t", omittingEmptySubsequences: false)
            let isTextForm = halves.count == 2 && halves[0].contains("-") && halves[1].contains(":")
            return isTextForm ? halves.map(String.init) : [String(word)]
        }
        return joined(DateWord.phrases.reduce(words) { $0.replacing($1.words, with: [$1.meaning]) })
    }

    /// Joins `5 pm` into one word; drops `at` before a time, and `on`, `by` or `this` before a day.
    ///
    /// `this` stays before a weekday, which may then be today.
    private static func joined(_ words: [String]) -> [String] {
        var joined: [String] = []
        for word in words {
            if DateWord.halves.contains(word), joined.last?.first?.isNumber == true {
                joined[joined.count - 1] += word
            } else {
                joined.append(word)
            }
        }
        return joined.indices.filter { !isFiller(joined[$0], before: joined[($0 + 1)...]) }.map { joined[$0] }
    }

    private static func isFiller(_ word: String, before rest: ArraySlice<String>) -> Bool {
        guard let next = rest.first else { return false }
        if word == DateWord.at { return (try? minute(next)) != nil }
        guard DateWord.fillers.contains(word) else { return false }
        return DateWord.Day(rawValue: next) != nil || (word != DateWord.this && DateWord.weekday(next) != nil)
    }

    /// Parses a time such as `9:30`, `5pm`, `5:30pm`, `noon` or `midnight` as the minute of the day; nil if the word is
    /// not a time.
    ///
    /// Midnight is the end of the day that is named with it, so that what is due then shows on that day.
    static func minute(_ word: String) throws(DateFault) -> Int? {
        if word == DateWord.noon { return 12 * 60 }
        if word == DateWord.midnight { return 24 * 60 - 1 }
        let half = DateWord.halves.firstIndex { word.hasSuffix($0) }
        let digits = half == nil ? word[...] : word.dropLast(2)
        let parts = digits.split(separator: ":", omittingEmptySubsequences: false)
        guard parts.count > 1 || half != nil && number(digits, digits: 1...Limits.dateTextSizeMax) != nil else {
            return nil
        }
        guard parts.count <= 2, let hour = number(parts[0], digits: 1...2) else { throw .noSuchTime(word) }
        guard let minute = parts.count == 1 ? 0 : number(parts[1], digits: 2...2) else { throw .noSuchTime(word) }
        guard minute < 60, half == nil ? hour < 24 : (1...12).contains(hour) else { throw .noSuchTime(word) }
        return half.map { (hour % 12 + 12 * $0) * 60 + minute } ?? hour * 60 + minute
    }

    /// Returns 20:00 today, or 23:59 if that is past.
    private func evening() throws(DateFault) -> CivilDate {
        let evening = 20 * 60
        guard let date = today.at(minute: minuteOfDay < evening ? evening : 24 * 60 - 1) else { throw .outOfYears }
        return date
    }

    /// Parses `in 2 hours`, `in 30 minutes` or `+2h`, from the current minute; nil for other words.
    private func distanceOfMinutes(_ words: [String]) throws(DateFault) -> CivilDate? {
        if words.count == 1, let hours = Self.hours(words[0]) {
            return try distanceOfMinutes([DateWord.in, String(hours), "hours"])
        }
        guard words.count > 2, words[0] == DateWord.in, let unit = DateWord.minutes(words[2]) else { return nil }
        if words.count > 3 { throw .unknownWord(words[3], expected: []) }
        guard let count = Self.count(words[1]) else { throw .unknownWord(words[1], expected: []) }
        let (product, isTooLarge) = count.multipliedReportingOverflow(by: unit)
        let (minutes, isTooLate) = product.addingReportingOverflow(minuteOfDay)
        guard !isTooLarge, !isTooLate, let day = today.adding(days: minutes / (24 * 60)) else { throw .outOfYears }
        return try at(minutes % (24 * 60), day.withoutTime, words[1])
    }

    /// Parses the number of `2h` or `+2h`; nil for another word.
    private static func hours(_ word: String) -> Int? {
        guard word.last == "h" else { return nil }
        let digits = word.dropLast().dropFirst(word.hasPrefix("+") ? 1 : 0)
        return number(digits, digits: 1...Limits.dateTextSizeMax)
    }

    private func nextDay(with minute: Int) throws(DateFault) -> CivilDate {
        try minute > minuteOfDay ? today : later(days: 1)
    }

    /// Returns the day a number of days after today.
    func later(days: Int) throws(DateFault) -> CivilDate {
        guard let day = today.adding(days: days) else { throw .outOfYears }
        return day.withoutTime
    }

    /// Parses the number of a distance, or a word for one.
    static func count(_ word: String) -> Int? {
        ["a", "an", "one"].contains(word) ? 1 : number(word, digits: 1...Limits.dateTextSizeMax)
    }

    /// Parses a number with a range of digit counts; a number that overflows becomes the largest one.
    static func number(_ text: some StringProtocol, digits: ClosedRange<Int>) -> Int? {
        let areDigits = text.utf8.allSatisfy { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }
        guard areDigits, digits.contains(text.utf8.count) else { return nil }
        return Int(text) ?? .max
    }
}

extension DateGrammar {
    /// Creates a grammar relative to the current time of a clock.
    init(_ clock: Clock) {
        let now = clock.localNow
        self.init(today: now.withoutTime, minuteOfDay: now.minute ?? 0, isMonthFirst: clock.isMonthFirst)
    }
}
