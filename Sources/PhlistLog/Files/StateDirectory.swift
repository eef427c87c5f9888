/// The directory with everything that this device stores, locked by this process.
///
/// The lock ends with the last copy of the value. It is on a file of its own that is never renamed: a lock on the log
/// would be lost when a new generation takes its name.
package struct StateDirectory {
    package let path: String
    package let fileSystem: any FileSystem
    private let lock: any File

    /// Locks a directory, creating it and its parents (0700) if they are missing.
    ///
    /// - Throws: `locked` if another process has locked it, `networkFileSystem`, or `file`.
    package static func open(_ path: String, on fileSystem: any FileSystem) throws(LogError) -> StateDirectory {
        let volume = try asLogError { () throws(FileError) in
            try fileSystem.makeDirectories(path)
            return try fileSystem.volume(of: path)
        }
        if case .network(let kind) = volume { throw .networkFileSystem(path: path, kind: kind) }
        let lockPath = "\(path)/phlist.lock"
        let lock = try asLogError { () throws(FileError) in try fileSystem.open(lockPath, .updateOrCreate) }
        guard try asLogError({ () throws(FileError) in try lock.lock() }) else {
            throw .locked(path: path, by: holder(of: lock))
        }
        sign(lock, with: fileSystem.processIdentifier)
        // An interrupted run may have left a name unflushed; from now on all are durable.
        try asLogError { () throws(FileError) in try fileSystem.flushDirectory(path) }
        return StateDirectory(path: path, fileSystem: fileSystem, lock: lock)
    }

    /// Returns the path of a file inside.
    package func path(of name: String) -> String {
        "\(path)/\(name)"
    }

    /// Replaces the file with a name by these bytes, whole or not at all, and durably.
    package func replace(_ name: String, with bytes: [UInt8]) throws(FileError) {
        try fileSystem.replace(path(of: name), with: bytes)
    }

    /// Renames a file within its directory, durably.
    func rename(_ name: String, to newName: String) throws(FileError) {
        try fileSystem.rename(path(of: name), to: path(of: newName))
        try fileSystem.flushParent(of: path(of: newName))
    }

    /// Removes a name if it exists.
    package func removeIfPresent(_ name: String) throws(FileError) {
        try fileSystem.removeIfPresent(path(of: name))
    }

    /// Returns the identity of the file with a name; nil if there is none.
    func identityIfPresent(of name: String) throws(FileError) -> FileIdentity? {
        do {
            return try fileSystem.identity(of: path(of: name))
        } catch {
            guard error.reason == .notFound else { throw error }
            return nil
        }
    }

    /// Opens a file inside; nil if there is none.
    func openIfPresent(_ name: String, _ mode: OpenMode) throws(FileError) -> (any File)? {
        try fileSystem.openIfPresent(path(of: name), mode)
    }
}

extension StateDirectory {
    private static func holder(of lock: any File) -> Int32? {
        guard let bytes = try? lock.read(16, at: 0) else { return nil }
        return Int32(String(decoding: bytes.prefix { $0 != UInt8(ascii: "\n") }, as: UTF8.self))
    }

    /// The id only serves the message of a second process: a full disk must not stop the first one.
    private static func sign(_ lock: any File, with processIdentifier: Int32) {
        let text = Array("\(processIdentifier)\n".utf8)
        try? lock.truncate(to: 0)
        try? lock.write(text, at: 0)
    }
}

/// Converts errors of files to errors of the log.
func asLogError<Result>(_ body: () throws(FileError) -> Result) throws(LogError) -> Result {
    do {
        return try body()
    } catch {
        throw .file(error)
    }
}
