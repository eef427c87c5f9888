import CMalloc
import Glibc
import PhlistControl

/// What a process that keeps people's data sets for itself before it does anything else.
package enum ProcessSetup {
    /// Ignores signals that would kill us for a peer's or a disk's fault, keeps new files private and leaves no core.
    package static func run() {
        StandardStreams.occupy()
        // A closed connection and a full file are errors of `write`, not the end of the daemon.
        signal(SIGPIPE, SIG_IGN)
        signal(SIGXFSZ, SIG_IGN)
        umask(0o077)
        // A core would hold the device's key.
        var none = rlimit(rlim_cur: 0, rlim_max: 0)
        setrlimit(__rlimit_resource_t(RLIMIT_CORE.rawValue), &none)
        keepMemorySmall()
    }

    /// Has the allocator give back what is not used any more.
    ///
    /// It would keep a heap for each of a dozen threads, and in them the space of every large array that has grown out
    /// of it: five times of what is in use, when somebody writes a hundred thousand changes at once.
    private static func keepMemorySmall() {
        mallopt(M_ARENA_MAX, Self.heapsMax)
        mallopt(M_MMAP_THRESHOLD, Self.largeBytesMin)
    }

    /// One for the household, and one for all others.
    private static let heapsMax: Int32 = 2
    /// What has pages of its own, which go when it goes.
    private static let largeBytesMin: Int32 = 128 * 1024

    /// The name of this host.
    package static var hostName: String {
        withUnsafeTemporaryAllocation(of: CChar.self, capacity: Int(HOST_NAME_MAX) + 1) { buffer in
            guard let start = buffer.baseAddress, gethostname(start, buffer.count) == 0 else { return "" }
            return String(cString: start)
        }
    }
}
