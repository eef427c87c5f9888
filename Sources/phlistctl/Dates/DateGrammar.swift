import PhlistControl

/// Dates as people type them, seen from a day and a minute of that day.
///
/// A date is a day, or a day and a time, or a time: that time today if it is still to come, else tomorrow. Letters may
/// be large or small; blanks and commas separate words.
struct DateGrammar {
    var today: CivilDate
    /// The minute of that day that has begun.
    var minuteOfDay: Int

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
        guard last.contains(":") else { return .date(try day(words)) }
        let minute = try Self.minute(last)
        let day = words.count == 1 ? try nextDay(with: minute) : try day(words.dropLast())
        guard let date = day.at(minute: minute) else { throw .noSuchTime(last) }
        return .date(date)
    }

    /// The words in lower case; day and time of the text form `2026-12-25T18:00` are two.
    private static func words(_ text: String) -> [String] {
        let words = text.lowercased().split { $0.isWhitespace || $0 == "," }
        return words.flatMap { word -> [String] in
            let halves = word.split(separator: "t", omittingEmptySubsequences: false)
            let isTextForm = halves.count == 2 && halves[0].contains("-") && halves[1].contains(":")
            return isTextForm ? halves.map(String.init) : [String(word)]
        }
    }

    /// The minute of the day of a time such as `9:30`.
    private static func minute(_ word: String) throws(DateFault) -> Int {
        let parts = word.split(separator: ":", omittingEmptySubsequences: false)
        guard parts.count == 2, parts[1].utf8.count == 2 else { throw .noSuchTime(word) }
        guard let hour = number(parts[0], digits: 1...2), let minute = number(parts[1], digits: 2...2) else {
            throw .noSuchTime(word)
        }
        guard hour < 24, minute < 60 else { throw .noSuchTime(word) }
        return hour * 60 + minute
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
        self.init(today: now.withoutTime, minuteOfDay: now.minute ?? 0)
    }
}
