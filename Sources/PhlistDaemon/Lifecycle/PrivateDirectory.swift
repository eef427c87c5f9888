import Glibc
package import PhlistControl

/// A directory whose contents only its user can replace.
package enum PrivateDirectory {
    /// Creates the directory and its missing parents with mode 0700, and checks that it is safe.
    ///
    /// - Throws: `notPermitted` when it is a symbolic link, not a directory, another user's or writable by others, and
    ///   when the permission to create it is missing; `diskFull` and `inputOutput` for errors of the disk.
    package static func make(_ path: String) throws(ControlError) {
        try makeMissing(path)
        try check(path)
    }

    /// Returns the directory of a path, without a trailing slash, with which `lstat` would follow a link.
    package static func parent(of path: String) -> String {
        guard let slash = path.lastIndex(of: "/") else { return "." }
        let parent = path[..<slash]
        guard let end = parent.lastIndex(where: { $0 != "/" }) else { return "/" }
        return String(parent[...end])
    }

    /// Creates missing parents; existing ones belong to the system and are not checked.
    private static func makeMissing(_ path: String) throws(ControlError) {
        if mkdir(path, 0o700) == 0 || errno == EEXIST { return }
        guard errno == ENOENT, parent(of: path) != path else { throw Errno.last.about("directory \(path)") }
        try makeMissing(parent(of: path))
        guard mkdir(path, 0o700) == 0 || errno == EEXIST else { throw Errno.last.about("directory \(path)") }
    }

    /// Checks a directory if it exists.
    package static func checkIfPresent(_ path: String) throws(ControlError) {
        guard FileStatus(path: path) != nil else { return }
        try check(path)
    }

    private static func check(_ path: String) throws(ControlError) {
        guard let status = FileStatus(path: path) else { throw Errno.last.about("directory \(path)") }
        if let fault = fault(of: status) {
            throw ControlError(.notPermitted, "directory \(path): \(fault)")
        }
    }

    private static func fault(of status: FileStatus) -> String? {
        switch status.kind {
        case .directory: break
        case .symbolicLink: return "is a symbolic link; name the directory itself"
        case .regular, .socket, .other: return "is not a directory"
        }
        guard status.owner == geteuid() else { return "belongs to uid \(status.owner), not to uid \(geteuid())" }
        guard status.permissions & 0o022 == 0 else { return "others may write to it; use one of your own" }
        return nil
    }
}
