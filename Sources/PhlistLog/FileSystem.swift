/// All that this module asks of an operating system; nothing else here touches a disk.
///
/// Implementations are synchronous, retry interrupted calls and finish short writes. Names are absolute paths or
/// relative to the working directory. The last component of a path is never followed when it is a symbolic link.
/// Nothing is durable before `File.flush()` (contents, size) or `flushDirectory(_:)` (names) returned.
package protocol FileSystem {
    /// Identifies the running process; a lock's holder writes it into the locked file.
    var processIdentifier: Int32 { get }

    /// Opens a regular file; it is closed, and its lock released, with its last reference.
    func open(_ path: String, _ mode: OpenMode) throws(FileError) -> any File

    /// Creates one directory that only its owner may enter (0700).
    func makeDirectory(_ path: String) throws(FileError)

    /// Makes creations, renames, links and unlinks inside a directory durable.
    func flushDirectory(_ path: String) throws(FileError)

    /// Gives a file a new name in one step, replacing what had that name.
    func rename(_ path: String, to newPath: String) throws(FileError)

    /// Gives a file a second name; fails with `.exists` when the name is taken.
    func link(_ path: String, to newPath: String) throws(FileError)

    /// Takes a name from a file.
    func unlink(_ path: String) throws(FileError)

    /// The names inside a directory, in the order of their bytes.
    func list(_ path: String) throws(FileError) -> [String]

    /// Where the bytes of a directory are kept.
    func volume(of path: String) throws(FileError) -> Volume

    /// How much room is left for this user where a directory is, in bytes.
    func freeBytes(of path: String) throws(FileError) -> Int

    /// How much room there is in all where a directory is, in bytes.
    func totalBytes(of path: String) throws(FileError) -> Int

    /// Which file or directory a path leads to; a symbolic link at its end is the link.
    func identity(of path: String) throws(FileError) -> FileIdentity
}

/// An open regular file.
///
/// Offsets and sizes are in bytes.
package protocol File: AnyObject {
    /// The path by which the file was opened.
    var path: String { get }

    /// Reads up to `count` bytes; fewer only where the file ends.
    func read(_ count: Int, at offset: Int) throws(FileError) -> [UInt8]

    /// Writes all the bytes, extending the file as needed; after an error any part of them may be there.
    func write(_ bytes: [UInt8], at offset: Int) throws(FileError)

    /// Makes contents and size durable (fdatasync).
    ///
    /// After an error what was written since the last flush may be lost even when a later flush succeeds.
    func flush() throws(FileError)

    /// Forgets what is known of the file and not on its way to the device: what is read next comes from there.
    func dropCache() throws(FileError)

    /// Cuts or extends the file to a size.
    func truncate(to size: Int) throws(FileError)

    /// The size, permissions and owner.
    func attributes() throws(FileError) -> FileAttributes

    /// Takes the exclusive advisory lock without waiting; false when another open file holds it.
    func lock() throws(FileError) -> Bool
}

/// How to open a file.
package enum OpenMode: Sendable {
    /// An existing file, for reading.
    case read
    /// An existing file, for reading and writing.
    case update
    /// An existing file or a new one (0600), for reading and writing.
    case updateOrCreate
    /// A new file (0600), for reading and writing; fails with `.exists` when the name is taken.
    case create
}

/// Facts about an open file.
package struct FileAttributes: Hashable, Sendable {
    package var size: Int
    /// The permission bits, for example 0o600.
    package var permissions: UInt32
    /// Whether the file belongs to the user this process acts as.
    package var isOurs: Bool

    /// Creates the facts.
    package init(size: Int, permissions: UInt32, isOurs: Bool) {
        self.size = size
        self.permissions = permissions
        self.isOurs = isOurs
    }
}

/// A file or directory, whatever its names: the numbers of its device and of it there.
package struct FileIdentity: Hashable, Sendable {
    package var device: UInt64
    package var inode: UInt64

    /// Creates an identity.
    package init(device: UInt64, inode: UInt64) {
        self.device = device
        self.inode = inode
    }
}

/// Where a directory's bytes are kept.
package enum Volume: Hashable, Sendable {
    case local
    /// A network file system, by its kind: locks and flushes there promise less than phlist needs.
    case network(String)
}
