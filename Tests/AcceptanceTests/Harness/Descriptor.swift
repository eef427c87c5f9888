import Glibc

/// Waiting for and reading from open files.
enum Descriptor {
    private static let readSize = 64 << 10

    /// Waits until one of the files has something to read or has ended; which ones, none when the time is up.
    static func readable(_ descriptors: [Int32], until deadline: ContinuousClock.Instant) -> [Int32] {
        var requests = descriptors.map { pollfd(fd: $0, events: Int16(POLLIN), revents: 0) }
        while true {
            let left = ContinuousClock.now.duration(to: deadline)
            let milliseconds = Int32(max(.zero, left) / .milliseconds(1)) + (left > .zero ? 1 : 0)
            let count = poll(&requests, nfds_t(requests.count), milliseconds)
            if count > 0 { return requests.filter { $0.revents != 0 }.map(\.fd) }
            if count == 0 || errno != EINTR { return [] }
        }
    }

    /// Waits until there is something to read, or the end; false when the time is up.
    static func isReadable(_ descriptor: Int32, until deadline: ContinuousClock.Instant) -> Bool {
        !readable([descriptor], until: deadline).isEmpty
    }

    /// Reads what there is; nothing at the end.
    ///
    /// A terminal whose other side has gone fails instead of ending.
    static func read(_ descriptor: Int32) -> [UInt8] {
        var bytes = [UInt8](repeating: 0, count: readSize)
        while true {
            let count = Glibc.read(descriptor, &bytes, bytes.count)
            if count >= 0 { return Array(bytes[..<count]) }
            if errno != EINTR { return [] }
        }
    }
}
