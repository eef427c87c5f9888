import Glibc
import PhlistControl

/// Text from a named file.
enum FileInput {
    /// Opens a file for reading, which stays open until the process ends; for a hyphen, returns the input.
    ///
    /// - Throws: `ControlError` with status 77 if this user is not permitted to read it, and 66 if it cannot be opened.
    static func open(_ path: String, or input: any TextInput) throws -> any TextInput {
        guard path != "-" else { return input }
        let descriptor = Glibc.open(path, O_RDONLY | O_CLOEXEC)
        guard descriptor < 0 else { return DescriptorInput(descriptor: descriptor, name: path) }
        let cause = Errno.last
        throw ControlError(cause.code == EACCES ? .notPermitted : .notFound, "cannot read \(path): \(cause)")
    }
}
