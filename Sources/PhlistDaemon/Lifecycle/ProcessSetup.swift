import CMalloc
import Glibc
import PhlistControl

/// The settings of a process that stores people's data, made before anything else.
package enum ProcessSetup {
    /// Ignores signals that would end the process for a peer's or a disk's fault, keeps new files private and disables
    /// core dumps.
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

    /// Makes the allocator return unused memory.
    ///
    /// It would keep a heap for each of a dozen threads, and in them the space of every large array that has outgrown
    /// it: five times the memory in use, when somebody writes a hundred thousand changes at once.
    private static func keepMemorySmall() {
        mallopt(M_ARENA_MAX, Self.heapsMax)
        mallopt(M_MMAP_THRESHOLD, Self.largeBytesMin)
    }

    /// One for the host, and one for all other threads.
    private static let heapsMax: Int32 = 2
    /// Larger blocks have pages of their own, which are returned when freed.
    private static let largeBytesMin: Int32 = 128 * 1024

    /// The name of this host.
    package static var hostName: String {
        withUnsafeTemporaryAllocation(of: CChar.self, capacity: Int(HOST_NAME_MAX) + 1) { buffer in
            guard let start = buffer.baseAddress, gethostname(start, buffer.count) == 0 else { return "" }
            return String(cString: start)
        }
    }
}
