import Glibc
import PhlistControl
import PhlistVocabulary

/// The time and the time zone of the person at the terminal.
struct Clock: Sendable {
    /// Returns the current time, in milliseconds since 1970.
    var now: @Sendable () -> Int64
    /// Returns the offset of local time from UTC at an instant, both in seconds.
    var zoneOffset: @Sendable (_ seconds: Int) -> Int
    /// Whether the month comes before the day in numeric dates; nil if unknown.
    var isMonthFirst: Bool? = false

    /// Returns the clock and the time zone of the system, with the order of dates of the locale in the environment.
    static func localized(_ environment: [String: String]) -> Clock {
        var clock = system
        let names = ["LC_ALL", "LC_TIME", "LANG"].compactMap { environment[$0] }
        let locale = names.first { !$0.isEmpty } ?? "C"
        // C and POSIX name no country, so 12/5 stays ambiguous instead of being guessed.
        let isCountry = locale.contains("_")
        clock.isMonthFirst = isCountry ? locale.hasPrefix("en_US") : nil
        return clock
    }

    /// Reads the time zone of the machine again, which can change while a program runs.
    static func readZone() {
        tzset()
    }

    static let system = Clock(
        now: {
            var time = timespec()
            clock_gettime(CLOCK_REALTIME, &time)
            return Int64(time.tv_sec) * 1000 + Int64(time.tv_nsec) / 1_000_000
        },
        zoneOffset: { seconds in
            var seconds = seconds
            var local = tm()
            return localtime_r(&seconds, &local) == nil ? 0 : local.tm_gmtoff
        }
    )

    /// The current day and minute, from one reading of the clock, because two might be on either side of midnight.
    var localNow: CivilDate { local(now()) }

    /// Returns the day and the minute of an instant in milliseconds since 1970.
    func local(_ milliseconds: Int64) -> CivilDate {
        let (day, second) = Self.dividedDown(localSeconds(milliseconds), by: 86_400)
        return CivilDate(dayNumber: day, minute: second / 60) ?? (day < 0 ? .first : .last)
    }

    var today: CivilDate { localNow.withoutTime }

    /// Returns the day of an instant in milliseconds since 1970.
    func day(_ milliseconds: Int64) -> CivilDate {
        let day = Self.dividedDown(localSeconds(milliseconds), by: 86_400).quotient
        return CivilDate(dayNumber: day) ?? (day < 0 ? .first : .last)
    }

    /// Formats an instant as in `2026-11-21 18:04`.
    func dateTime(_ milliseconds: Int64) -> String {
        let time = parts(milliseconds)
        let date = [Int(time.tm_year) + 1900, Int(time.tm_mon) + 1, Int(time.tm_mday)].map(Self.twoDigits)
        return "\(date.joined(separator: "-")) \(Self.twoDigits(Int(time.tm_hour))):\(Self.twoDigits(Int(time.tm_min)))"
    }

    /// Formats the time of day as in `18:04:12`.
    func time(_ milliseconds: Int64) -> String {
        let time = parts(milliseconds)
        return [time.tm_hour, time.tm_min, time.tm_sec].map { Self.twoDigits(Int($0)) }.joined(separator: ":")
    }

    /// Formats the time since an instant; the day and the time if it is more than a day ago.
    func age(_ milliseconds: Int64) -> String {
        let seconds = max(0, (now() - milliseconds) / 1000)
        switch seconds {
        case ..<60: return "\(seconds) s ago"
        case ..<3600: return "\(seconds / 60) min ago"
        case ..<86_400: return "\(seconds / 3600) h ago"
        default: return dateTime(milliseconds)
        }
    }

    /// Formats the remaining time as in `4:59`.
    func remaining(until milliseconds: Int64) -> String {
        let seconds = Int(max(0, (milliseconds - now() + 500) / 1000))
        return "\(seconds / 60):\(Self.twoDigits(seconds % 60))"
    }

    private func parts(_ milliseconds: Int64) -> tm {
        var seconds = localSeconds(milliseconds)
        var time = tm()
        gmtime_r(&seconds, &time)
        return time
    }

    private func localSeconds(_ milliseconds: Int64) -> Int {
        let seconds = Self.dividedDown(Int(milliseconds), by: 1000).quotient
        return seconds + zoneOffset(seconds)
    }

    /// Divides with rounding down, also for negative numbers, which are before 1970.
    private static func dividedDown(_ number: Int, by divisor: Int) -> (quotient: Int, remainder: Int) {
        let (quotient, remainder) = number.quotientAndRemainder(dividingBy: divisor)
        return remainder < 0 ? (quotient - 1, remainder + divisor) : (quotient, remainder)
    }

    private static func twoDigits(_ number: Int) -> String {
        number < 10 ? "0\(number)" : "\(number)"
    }
}
