import Glibc

/// The time and the zone of the person in front of the terminal.
struct Clock: Sendable {
    /// Milliseconds since 1970.
    var now: @Sendable () -> Int64
    /// How far the local time is ahead of UTC at an instant, both in seconds.
    var zoneOffset: @Sendable (_ seconds: Int) -> Int

    /// The clock and the zone of the system.
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

    /// Day and time, as `2026-11-21 18:04`.
    func dateTime(_ milliseconds: Int64) -> String {
        let time = local(milliseconds)
        let date = [Int(time.tm_year) + 1900, Int(time.tm_mon) + 1, Int(time.tm_mday)].map(Self.twoDigits)
        return "\(date.joined(separator: "-")) \(Self.twoDigits(Int(time.tm_hour))):\(Self.twoDigits(Int(time.tm_min)))"
    }

    /// The time of the day, as `18:04:12`.
    func time(_ milliseconds: Int64) -> String {
        let time = local(milliseconds)
        return [time.tm_hour, time.tm_min, time.tm_sec].map { Self.twoDigits(Int($0)) }.joined(separator: ":")
    }

    /// How long ago it was; the day and the time when it was more than a day.
    func age(_ milliseconds: Int64) -> String {
        let seconds = max(0, (now() - milliseconds) / 1000)
        switch seconds {
        case ..<60: return "\(seconds) s ago"
        case ..<3600: return "\(seconds / 60) min ago"
        case ..<86_400: return "\(seconds / 3600) h ago"
        default: return dateTime(milliseconds)
        }
    }

    /// The time that is left, as `4:59`.
    func remaining(until milliseconds: Int64) -> String {
        let seconds = Int(max(0, (milliseconds - now() + 500) / 1000))
        return "\(seconds / 60):\(Self.twoDigits(seconds % 60))"
    }

    private func local(_ milliseconds: Int64) -> tm {
        // Rounds down, also before 1970.
        var seconds = Int((milliseconds - (milliseconds % 1000 + 1000) % 1000) / 1000)
        seconds += zoneOffset(seconds)
        var time = tm()
        gmtime_r(&seconds, &time)
        return time
    }

    private static func twoDigits(_ number: Int) -> String {
        number < 10 ? "0\(number)" : "\(number)"
    }
}
