import FoundationEssentials

/// A test of the lock that a daemon holds on a file next to its socket, or in its state directory.
///
/// The file stays when the daemon exits, so only the kernel's table of locks shows whether it is held. Taking the lock
/// to find out would keep a daemon from starting at just that moment.
package struct FileLock {
    let path: String

    package init(path: String) {
        self.path = path
    }

    /// Whether any process holds the lock, according to `/proc/locks` (proc_locks(5)).
    package var isHeld: Bool {
        guard let status = FileStatus(path: path), let table = try? Data(contentsOf: URL(filePath: "/proc/locks"))
        else { return false }
        // A line is "1: FLOCK  ADVISORY  WRITE 4711 00:19:1234 0 EOF". Only the inode is compared: some file systems
        // show another device number there.
        return String(decoding: table, as: UTF8.self).split(separator: "\n").contains { line in
            line.contains(" FLOCK ") && line.contains(":\(status.inode) ")
        }
    }
}
