import PhlistControl
import PhlistVocabulary

/// The words of dates, in English and in lower case.
enum DateWord {
    /// Words that mean a day by themselves.
    enum Day: String, CaseIterable {
        case today
        case tomorrow
        case yesterday
        /// Today at eight in the evening.
        case tonight
        /// The Sunday of this week.
        case eow
        /// The last day of this month.
        case eom
        /// The next Saturday, which may be today.
        case weekend
    }

    /// The unit of a distance.
    enum Unit: String, CaseIterable {
        case day
        case week
        case month
        case year
    }

    static let none = "none"
    static let next = "next"
    static let `in` = "in"
    static let at = "at"
    static let this = "this"
    /// Words before a day that are ignored.
    static let fillers = ["on", "by", this]
    /// A word that is ignored.
    static let the = "the"
    static let noon = "noon"
    static let midnight = "midnight"
    /// The suffixes of the 12-hour clock, in order.
    static let halves = ["am", "pm"]

    /// Phrases, each with a word that means the same.
    static let phrases: [(words: [String], meaning: String)] = [
        (["day", "after", "tomorrow"], "+2d"), (["end", "of", "week"], Day.eow.rawValue),
        (["end", "of", "month"], Day.eom.rawValue),
    ]
    /// Words that are not understood, each with the one to suggest, because the nearest one means something else.
    static let suggestions = ["now": Day.today.rawValue]

    static let weekdays = ["monday", "tuesday", "wednesday", "thursday", "friday", "saturday", "sunday"]
    static let months = [
        "january", "february", "march", "april", "may", "june", "july", "august", "september", "october", "november",
        "december",
    ]

    /// Words that a date may begin with.
    static let beginnings = Day.allCases.map(\.rawValue) + [none, next] + short(weekdays) + short(months)
    /// Words that may follow `next`.
    static let spans = [Unit.week.rawValue, Unit.month.rawValue, Unit.year.rawValue]
    /// Words for a unit.
    static let units = Unit.allCases.flatMap { [$0.rawValue, "\($0.rawValue)s"] }

    /// Returns the weekday for a word; three letters are enough.
    static func weekday(_ word: String) -> Weekday? {
        index(of: word == "weds" ? "wednesday" : word, in: weekdays).map { Weekday.allCases[$0] }
    }

    /// Returns the number of the month for a word; three letters are enough.
    static func month(_ word: String) -> Int? {
        index(of: word, in: months).map { $0 + 1 }
    }

    /// Returns the unit for a word in the singular or the plural.
    static func unit(_ word: String) -> Unit? {
        Unit(rawValue: word) ?? (word.hasSuffix("s") ? Unit(rawValue: String(word.dropLast())) : nil)
    }

    /// Returns the minutes of an hour or a minute, for a word in the singular or the plural.
    static func minutes(_ word: String) -> Int? {
        switch word.hasSuffix("s") ? String(word.dropLast()) : word {
        case "minute", "min": 1
        case "hour": 60
        default: nil
        }
    }

    /// Returns the unit for its first letter.
    static func unit(letter: Character) -> Unit? {
        Unit.allCases.first { $0.rawValue.first == letter }
    }

    /// Returns the names and their first three letters.
    static func short(_ names: [String]) -> [String] {
        names + names.map { String($0.prefix(3)) }
    }

    private static func index(of word: String, in names: [String]) -> Int? {
        word.utf8.count < 3 ? nil : names.firstIndex { $0.hasPrefix(word) }
    }
}
