import Glibc

/// The least that a durable write costs: one `pwrite` and one `fdatasync`, without phlist.
final class FlushFloor {
    /// The approximate size of one small change in the log, with its header.
    static let size = 216

    private let descriptor: Int32
    private let bytes = [UInt8](repeating: 7, count: size)
    private var offset: off_t

    /// Opens a file to append to.
    init(path: String) {
        descriptor = open(path, O_RDWR | O_CREAT | O_CLOEXEC, 0o600)
        offset = lseek(descriptor, 0, SEEK_END)
    }

    deinit {
        close(descriptor)
    }

    /// Measures one write and one flush.
    func measure() -> Duration {
        defer { offset += off_t(bytes.count) }
        return ContinuousClock().measure {
            _ = pwrite(descriptor, bytes, bytes.count, offset)
            fdatasync(descriptor)
        }
    }
}
