import Glibc

/// What one durable change costs without any program around it.
final class FlushFloor {
    /// About what one small change takes in the log, with its header.
    static let size = 216

    private let descriptor: Int32
    private let bytes = [UInt8](repeating: 7, count: size)
    private var offset: off_t

    /// Appends to a file.
    init(path: String) {
        descriptor = open(path, O_RDWR | O_CREAT | O_CLOEXEC, 0o600)
        offset = lseek(descriptor, 0, SEEK_END)
    }

    deinit {
        close(descriptor)
    }

    /// Writes once, flushes once.
    func measure() -> Duration {
        defer { offset += off_t(bytes.count) }
        return ContinuousClock().measure {
            _ = pwrite(descriptor, bytes, bytes.count, offset)
            fdatasync(descriptor)
        }
    }
}
