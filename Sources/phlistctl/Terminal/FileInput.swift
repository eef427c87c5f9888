import Glibc
import PhlistControl

/// Text from a file that was named.
enum FileInput {
    /// Opens a file to read from it, which stays open until the end of the process; a hyphen stands for another input.
    ///
    /// - Throws: `ControlError` with the status 66 when there is none, and 77 when it is not for this user.
    static func open(_ path: String, or input: any TextInput) throws -> any TextInput {
        guard path != "-" else { return input }
        let descriptor = Glibc.open(path, O_RDONLY | O_CLOEXEC)
        guard descriptor < 0 else { return DescriptorInput(descriptor: descriptor, name: path) }
        let cause = errno
        throw ControlError(
            cause == EACCES ? .notPermitted : .notFound,
            "cannot read \(path): \(String(cString: strerror(cause)))"
        )
    }
}
