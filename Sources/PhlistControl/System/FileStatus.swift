import Glibc

/// The status of a file.
///
/// It is declared here because `stat` cannot be named where Foundation's C headers are imported.
package struct FileStatus: Sendable, Equatable {
    package var kind: Kind
    package var device: UInt64
    package var inode: UInt64
    package var owner: UInt32
    /// The permission bits only.
    package var permissions: UInt32

    /// The type of a file.
    package enum Kind: Sendable {
        case regular
        case directory
        case symbolicLink
        case socket
        case other
    }

    /// Reads the status of a path without following a final symbolic link; nil, with `errno` set, when that fails.
    package init?(path: String) {
        var status = stat()
        guard lstat(path, &status) == 0 else { return nil }
        self.init(status)
    }

    /// Reads the status of an open file; nil, with `errno` set, when that fails.
    package init?(descriptor: Int32) {
        var status = stat()
        guard fstat(descriptor, &status) == 0 else { return nil }
        self.init(status)
    }

    /// Creates a status for tests.
    package init(kind: Kind, owner: UInt32, permissions: UInt32) {
        (self.kind, self.owner, self.permissions) = (kind, owner, permissions)
        (device, inode) = (0, 0)
    }

    private init(_ status: stat) {
        switch status.st_mode & S_IFMT {
        case S_IFREG: kind = .regular
        case S_IFDIR: kind = .directory
        case S_IFLNK: kind = .symbolicLink
        case S_IFSOCK: kind = .socket
        default: kind = .other
        }
        device = UInt64(status.st_dev)
        inode = UInt64(status.st_ino)
        owner = status.st_uid
        permissions = status.st_mode & 0o7777
    }
}
