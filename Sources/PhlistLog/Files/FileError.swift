/// A failed operation of a file system, with its path and reason.
package struct FileError: Error, Hashable, Sendable, CustomStringConvertible {
    /// The attempted operation, as a verb for messages.
    package enum Operation: String, Hashable, Sendable {
        case open, read, write, flush, truncate, inspect, lock, rename, link, unlink, list
        case makeDirectory = "make directory"
    }

    /// The reason of the failure, as far as callers distinguish reasons.
    package enum Reason: Hashable, Sendable {
        /// No file or directory has this name.
        case notFound
        /// Something already has this name.
        case exists
        /// The device has no room (ENOSPC).
        case noSpace
        /// The user's quota is used up (EDQUOT).
        case quotaExceeded
        /// A limit on the size of a file was reached (EFBIG).
        case fileTooLarge
        /// The file system is mounted read-only.
        case readOnly
        /// Permission is missing.
        case denied
        /// The name is a symbolic link, which is never followed.
        case symbolicLink
        /// The device failed.
        case inputOutput
        /// Any other error number of the operating system.
        case other(Int32)
    }

    package var operation: Operation
    package var path: String
    package var reason: Reason

    package init(_ operation: Operation, _ path: String, _ reason: Reason) {
        self.operation = operation
        self.path = path
        self.reason = reason
    }

    /// For example `cannot write /state/phlist.log: no space left on the device`.
    package var description: String {
        "cannot \(operation.rawValue) \(path): \(reason)"
    }
}

extension FileError.Reason: CustomStringConvertible {
    /// Whether the only problem is a lack of room: the same call may succeed later.
    package var isLackOfRoom: Bool {
        switch self {
        case .noSpace, .quotaExceeded, .fileTooLarge: true
        case .notFound, .exists, .readOnly, .denied, .symbolicLink, .inputOutput, .other: false
        }
    }

    /// The reason in a few words.
    package var description: String {
        switch self {
        case .notFound: "no such file or directory"
        case .exists: "it exists already"
        case .noSpace: "no space left on the device"
        case .quotaExceeded: "disk quota exceeded"
        case .fileTooLarge: "file size limit reached"
        case .readOnly: "the file system is read-only"
        case .denied: "permission denied"
        case .symbolicLink: "it is a symbolic link"
        case .inputOutput: "input/output error"
        case .other(let code): "error \(code)"
        }
    }
}
