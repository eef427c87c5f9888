import Glibc
import PhlistSync

extension Now {
    /// Reads both clocks; the monotonic one goes on while the machine sleeps.
    static func read() -> Now {
        Now(monotonic: milliseconds(of: CLOCK_BOOTTIME), wall: milliseconds(of: CLOCK_REALTIME))
    }

    private static func milliseconds(of clock: clockid_t) -> Int64 {
        var time = timespec()
        clock_gettime(clock, &time)
        return Int64(time.tv_sec) * 1000 + Int64(time.tv_nsec) / 1_000_000
    }
}
