import Glibc
import PhlistControl
import PhlistHousehold
import PhlistVocabulary

extension Now {
    /// Reads both clocks; the monotonic one includes the time that the machine sleeps.
    static func read() -> Now {
        Now(monotonic: milliseconds(of: CLOCK_BOOTTIME), wall: milliseconds(of: CLOCK_REALTIME))
    }

    private static func milliseconds(of clock: clockid_t) -> Int64 {
        var time = timespec()
        clock_gettime(clock, &time)
        return Int64(time.tv_sec) * 1000 + Int64(time.tv_nsec) / 1_000_000
    }
}

extension CivilDate {
    /// Creates the local day of an instant, in milliseconds since 1970.
    init?(localMilliseconds milliseconds: Int64) {
        var seconds = Int(milliseconds / 1000)
        var local = tm()
        guard localtime_r(&seconds, &local) != nil else { return nil }
        self.init(year: Int(local.tm_year) + 1900, month: Int(local.tm_mon) + 1, day: Int(local.tm_mday))
    }
}
