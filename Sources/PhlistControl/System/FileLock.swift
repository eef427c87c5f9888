import Glibc

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
        guard let status = FileStatus(path: path), let table = Self.text(of: "/proc/locks") else { return false }
        return Self.isListed(inode: status.inode, on: device, in: table)
    }

    /// Looks for a lock on a file in a table of locks.
    ///
    /// A line is `1: FLOCK  ADVISORY  WRITE 4711 00:19:1234 0 EOF`, with the device in hexadecimal and the inode.
    ///
    /// - Parameters:
    ///   - inode: The inode of the file, which is unique on its device alone.
    ///   - device: The device as the table writes it; nil if unknown, then any matches.
    ///   - table: The text of `/proc/locks`.
    /// - Returns: Whether a process holds it or waits for it.
    static func isListed(inode: UInt64, on device: String?, in table: String) -> Bool {
        let file = "\(device.map { " \($0)" } ?? ""):\(inode) "
        return table.split(separator: "\n").contains { $0.contains(" FLOCK ") && $0.contains(file) }
    }

    /// The device of a mount as the table of locks writes it.
    ///
    /// - Parameters:
    ///   - mount: The id of the mount.
    ///   - table: The text of `/proc/self/mountinfo`; a line is `36 35 98:0 / /mount/point …`.
    /// - Returns: The device; nil if there is no such mount.
    static func device(ofMount mount: Substring, in table: String) -> String? {
        let fields = table.split(separator: "\n").lazy.map { $0.split(separator: " ") }
        let numbers = fields.first { $0.count > 2 && $0[0] == mount }?[2].split(separator: ":").compactMap { Int($0) }
        guard let numbers, numbers.count == 2 else { return nil }
        return numbers.map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined(separator: ":")
    }

    /// The device of the file; nil if it cannot be determined.
    ///
    /// It is looked up by the mount, because stat(2) shows another number than the kernel's on btrfs and overlayfs.
    private var device: String? {
        let descriptor = open(path, Self.pathOnly | O_CLOEXEC)
        guard descriptor >= 0 else { return nil }
        defer { close(descriptor) }
        let facts = Self.text(of: "/proc/self/fdinfo/\(descriptor)")?.split(whereSeparator: \.isWhitespace) ?? []
        guard let name = facts.firstIndex(of: "mnt_id:"), facts.indices.contains(name + 1) else { return nil }
        return Self.text(of: "/proc/self/mountinfo").flatMap { Self.device(ofMount: facts[name + 1], in: $0) }
    }

    /// O_PATH of open(2), which needs no permission to read the file, and which Swift does not import.
    private static let pathOnly: Int32 = 0o10_000_000

    /// Reads a table of the kernel, which hands out at most a page at a time; Foundation takes the first for all.
    private static func text(of path: String) -> String? {
        let descriptor = open(path, O_RDONLY | O_CLOEXEC)
        guard descriptor >= 0 else { return nil }
        defer { close(descriptor) }
        var (table, piece) = ([UInt8](), [UInt8](repeating: 0, count: Limits.readSizeMax))
        while true {
            let count = read(descriptor, &piece, piece.count)
            guard count > 0 else { return count == 0 ? String(decoding: table, as: UTF8.self) : nil }
            table += piece[..<count]
        }
    }
}
