import Glibc

/// A directory whose contents nobody but its user can replace.
package enum PrivateDirectory {
    /// Makes the directory and its missing parents with mode 0700, and checks that it is safe.
    ///
    /// - Throws: status 77 when it is a symbolic link, not a directory, another user's or writable by others, and when
    ///   the permission to make it is missing; 73 when the disk is full; 74 for other errors of the disk.
    package static func make(_ path: String) throws(DaemonError) {
        try makeMissing(path)
        try check(path)
    }

    /// The directory that holds a path, without a slash at its end: `lstat` would follow a link before that.
    package static func parent(of path: String) -> String {
        guard let slash = path.lastIndex(of: "/") else { return "." }
        let parent = path[..<slash]
        guard let end = parent.lastIndex(where: { $0 != "/" }) else { return "/" }
        return String(parent[...end])
    }

    /// Parents that exist already belong to the system and are not ours to judge.
    private static func makeMissing(_ path: String) throws(DaemonError) {
        if mkdir(path, 0o700) == 0 || errno == EEXIST { return }
        guard errno == ENOENT, parent(of: path) != path else { throw failure(path, .last) }
        try makeMissing(parent(of: path))
        guard mkdir(path, 0o700) == 0 || errno == EEXIST else { throw failure(path, .last) }
    }

    private static func check(_ path: String) throws(DaemonError) {
        var status = stat()
        guard lstat(path, &status) == 0 else { throw failure(path, .last) }
        if let fault = fault(of: status) {
            throw DaemonError(.notPermitted, "directory \(path): \(fault)")
        }
    }

    private static func fault(of status: stat) -> String? {
        switch status.st_mode & S_IFMT {
        case S_IFDIR: break
        case S_IFLNK: return "is a symbolic link; name the directory itself"
        default: return "is not a directory"
        }
        guard status.st_uid == geteuid() else { return "belongs to uid \(status.st_uid), not to uid \(geteuid())" }
        guard status.st_mode & 0o022 == 0 else { return "others may write to it; use chmod go-w" }
        return nil
    }

    private static func failure(_ path: String, _ cause: Errno) -> DaemonError {
        DaemonError(cause.exitStatus, "directory \(path): \(cause)")
    }
}
