import Foundation

/// Times and days of the people in the tests, who live in Berlin.
enum Moment {
    /// A day and a time, a time with seconds, or milliseconds since 1970.
    nonisolated(unsafe) static let pattern = #/\b(?:\d{4}-\d\d-\d\d \d\d:\d\d|\d\d:\d\d:\d\d|\d{13})\b/#
    static let zone = TimeZone(identifier: "Europe/Berlin") ?? .gmt
    /// No test takes longer.
    private static let ageMax = TimeInterval(600)

    /// Whether a text that fits the pattern is a time of the last minutes.
    static func isRecent(_ text: String) -> Bool {
        let age =
            switch text.count {
            case 8: ageWithoutDay(text)
            case 13: Double(text).map { Date.now.timeIntervalSince1970 - $0 / 1000 }
            default: formatter("yyyy-MM-dd HH:mm").date(from: text).map { Date.now.timeIntervalSince($0) }
            }
        return age.map((-60...ageMax).contains) ?? false
    }

    /// How long ago it was that time; before midnight counts as well.
    private static func ageWithoutDay(_ text: String) -> TimeInterval? {
        let now = seconds(formatter("HH:mm:ss").string(from: .now))
        return (now - seconds(text)).remainder(dividingBy: 86_400)
    }

    private static func seconds(_ time: String) -> TimeInterval {
        time.split(separator: ":").reduce(0) { $0 * 60 + (TimeInterval($1) ?? 0) }
    }

    /// A day relative to today, in the format of the Unicode standard's date patterns: `Moment.day(1, "EEE d MMM")`.
    static func day(_ distance: Int, _ format: String = "yyyy-MM-dd") -> String {
        var calendar = Calendar(identifier: .gregorian)
        calendar.timeZone = zone
        let day = calendar.date(byAdding: .day, value: distance, to: .now) ?? .now
        return formatter(format).string(from: day)
    }

    private static func formatter(_ format: String) -> DateFormatter {
        let formatter = DateFormatter()
        formatter.locale = Locale(identifier: "en_US_POSIX")
        formatter.timeZone = zone
        formatter.dateFormat = format
        return formatter
    }
}
