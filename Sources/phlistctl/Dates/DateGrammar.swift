import PhlistControl

/// Dates as people type them, seen from a day and a minute of that day.
///
/// A date is a day, or a day and a time, or a time: that time today if it is still to come, else tomorrow. Letters may
/// be large or small; blanks and commas separate words. `at` may stand before a time, and `on`, `by` or `this` before a
/// day; the time may come first.
struct DateGrammar {
    var today: CivilDate
    /// The minute of that day that has begun.
    var minuteOfDay: Int
    /// Whether `5/6` is the sixth of May, as in the United States, and not the fifth of June; nil where nothing tells.
    var isMonthFirst: Bool? = false

    /// Finds the date that is meant.
    func resolve(_ text: String) throws(ControlError) -> DateChoice {
        do {
            return try choice(text)
        } catch {
            throw error.error(for: text)
        }
    }

    private func choice(_ text: String) throws(DateFault) -> DateChoice {
        guard text.utf8.count <= Limits.dateTextSizeMax else { throw .tooLong }
        let words = Self.words(text)
        guard let last = words.last else { throw .empty }
        if words == [DateWord.none] { return .none }
        if words == [DateWord.Day.tonight.rawValue] { return .date(try evening()) }
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

    /// The words in lower case; day and time of the text form `2026-12-25T18:00` are two.
    static func words(_ text: String) -> [String] {
        let split = text.lowercased().split { $0.isWhitespace || $0 == "," }
        let words = split.flatMap { word -> [String] in
            let halves = word.split(separator: "t", omittingEmptySubsequences: false)
            let isTextForm = halves.count == 2 && halves[0].contains("-") && halves[1].contains(":")
            return isTextForm ? halves.map(String.init) : [String(word)]
        }
        return joined(words)
    }

    /// `5 pm` is one word; `at` before a time, and `on`, `by` or `this` before a day, are none.
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
        return DateWord.fillers.contains(word) && (DateWord.weekday(next) != nil || DateWord.Day(rawValue: next) != nil)
    }

    /// The minute of the day of a time such as `9:30`, `5pm`, `5:30pm` or `noon`; nil for what is no time.
    static func minute(_ word: String) throws(DateFault) -> Int? {
        guard word != DateWord.noon else { return 12 * 60 }
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

    /// Eight o'clock today, and when that is past the end of the day.
    private func evening() throws(DateFault) -> CivilDate {
        let evening = 20 * 60
        guard let date = today.at(minute: minuteOfDay < evening ? evening : 24 * 60 - 1) else { throw .outOfYears }
        return date
    }

    private func nextDay(with minute: Int) throws(DateFault) -> CivilDate {
        try minute > minuteOfDay ? today : later(days: 1)
    }

    /// So many days after today.
    func later(days: Int) throws(DateFault) -> CivilDate {
        guard let day = today.adding(days: days) else { throw .outOfYears }
        return day.withoutTime
    }

    /// A number in so many digits from 0 to 9; one that is too large for the machine counts as the largest.
    static func number(_ text: some StringProtocol, digits: ClosedRange<Int>) -> Int? {
        let areDigits = text.utf8.allSatisfy { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }
        guard areDigits, digits.contains(text.utf8.count) else { return nil }
        return Int(text) ?? .max
    }
}

extension DateGrammar {
    /// Sees dates from the present of a clock.
    init(_ clock: Clock) {
        let now = clock.localNow
        self.init(today: now.withoutTime, minuteOfDay: now.minute ?? 0, isMonthFirst: clock.isMonthFirst)
    }
}
