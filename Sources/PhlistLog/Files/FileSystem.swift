/// The operating system calls of this module; nothing else here touches a disk.
///
/// Implementations are synchronous, retry interrupted calls and finish short writes. Names are absolute paths or
/// relative to the working directory. A symbolic link as the last component of a path is never followed. Nothing is
/// durable until `File.flush()` (contents, size) or `flushDirectory(_:)` (names) returns.
package protocol FileSystem {
    /// The identifier of the running process; the holder of a lock writes it into the locked file.
    var processIdentifier: Int32 { get }

    /// Opens a regular file; releasing the last reference closes it and releases its lock.
    func open(_ path: String, _ mode: OpenMode) throws(FileError) -> any File

    /// Creates one directory that only its owner may enter (0700).
    func makeDirectory(_ path: String) throws(FileError)

    /// Makes creations, renames, links and unlinks inside a directory durable.
    func flushDirectory(_ path: String) throws(FileError)

    /// Renames a file atomically, replacing any file with the new name.
    func rename(_ path: String, to newPath: String) throws(FileError)

    /// Gives a file a second name; fails with `.exists` if the name is taken.
    func link(_ path: String, to newPath: String) throws(FileError)

    /// Removes a name of a file.
    func unlink(_ path: String) throws(FileError)

    /// Returns the names inside a directory, in the order of their bytes.
    func list(_ path: String) throws(FileError) -> [String]

    /// Returns the volume that holds a directory.
    func volume(of path: String) throws(FileError) -> Volume

    /// Returns the free space for this user on the volume of a directory, in bytes.
    func freeBytes(of path: String) throws(FileError) -> Int

    /// Returns the total space on the volume of a directory, in bytes.
    func totalBytes(of path: String) throws(FileError) -> Int

    /// Returns the identity of a file or directory; for a symbolic link, that of the link itself.
    func identity(of path: String) throws(FileError) -> FileIdentity
}

/// An open regular file.
///
/// Offsets and sizes are in bytes.
package protocol File: AnyObject {
    /// The path with which the file was opened.
    var path: String { get }

    /// Reads up to `count` bytes; fewer only at the end of the file.
    func read(_ count: Int, at offset: Int) throws(FileError) -> [UInt8]

    /// Writes all the bytes, extending the file as needed; after an error any part of them may be written.
    func write(_ bytes: [UInt8], at offset: Int) throws(FileError)

    /// Makes contents and size durable (fdatasync).
    ///
    /// After an error, everything written since the last flush may be lost, even if a later flush succeeds.
    func flush() throws(FileError)

    /// Drops clean cached data of the file, so that the next read comes from the device.
    func dropCache() throws(FileError)

    /// Truncates or extends the file to a size in bytes.
    func truncate(to size: Int) throws(FileError)

    /// The size, permissions and owner.
    func attributes() throws(FileError) -> FileAttributes

    /// Takes the exclusive advisory lock without waiting; false if another open file holds it.
    func lock() throws(FileError) -> Bool
}

/// The mode for opening a file.
package enum OpenMode: Sendable {
    /// An existing file, for reading.
    case read
    /// An existing file, for reading and writing.
    case update
    /// An existing file or a new one (0600), for reading and writing.
    case updateOrCreate
    /// A new file (0600), for reading and writing; fails with `.exists` if the name is taken.
    case create
}

/// Facts about an open file.
package struct FileAttributes: Hashable, Sendable {
    package var size: Int
    /// The permission bits, for example 0o600.
    package var permissions: UInt32
    /// Whether the file belongs to the effective user of this process.
    package var isOurs: Bool

    package init(size: Int, permissions: UInt32, isOurs: Bool) {
        self.size = size
        self.permissions = permissions
        self.isOurs = isOurs
    }
}

/// The identity of a file or directory, independent of its names: device and inode numbers.
package struct FileIdentity: Hashable, Sendable {
    package var device: UInt64
    package var inode: UInt64

    package init(device: UInt64, inode: UInt64) {
        self.device = device
        self.inode = inode
    }
}

/// The kind of volume that holds a directory.
package enum Volume: Hashable, Sendable {
    case local
    /// A network file system, with its type: locks and flushes there guarantee less than phlist needs.
    case network(String)
}
