import Glibc
import PhlistControl

/// Text from a file that was named.
enum FileInput {
    /// Opens a file to read from it; it stays open until the end of the process.
    ///
    /// - Throws: `ControlError` with the status 66 when there is none, and 77 when it is not for this user.
    static func open(_ path: String) throws -> DescriptorInput {
        let descriptor = Glibc.open(path, O_RDONLY | O_CLOEXEC)
        guard descriptor < 0 else { return DescriptorInput(descriptor: descriptor) }
        let cause = errno
        throw ControlError(
            cause == EACCES ? .notPermitted : .notFound,
            "cannot read \(path): \(String(cString: strerror(cause)))"
        )
    }
}
