/// The directory with everything that this device keeps, held by this process alone.
///
/// The hold ends with the last copy of the value. It is a lock on a file of its own that is never renamed: one on the
/// log would be lost when a new generation takes its name.
package struct StateDirectory {
    package let path: String
    package let fileSystem: any FileSystem
    private let lock: any File

    /// Takes hold of a directory, making it and its parents (0700) where they are missing.
    ///
    /// - Throws: `locked` when another process holds it, `networkFileSystem`, or `file`.
    package static func open(_ path: String, on fileSystem: any FileSystem) throws(LogError) -> StateDirectory {
        let volume = try asLogError { () throws(FileError) in
            try makeDirectories(path, on: fileSystem)
            return try fileSystem.volume(of: path)
        }
        if case .network(let kind) = volume { throw .networkFileSystem(path: path, kind: kind) }
        let lockPath = "\(path)/phlist.lock"
        let lock = try asLogError { () throws(FileError) in try fileSystem.open(lockPath, .updateOrCreate) }
        guard try asLogError({ () throws(FileError) in try lock.lock() }) else {
            throw .locked(path: path, by: holder(of: lock))
        }
        sign(lock, with: fileSystem.processIdentifier)
        // Whatever name an interrupted run gave without living to flush it is durable from here on.
        try asLogError { () throws(FileError) in try fileSystem.flushDirectory(path) }
        return StateDirectory(path: path, fileSystem: fileSystem, lock: lock)
    }

    /// The path of a file inside.
    package func path(of name: String) -> String {
        "\(path)/\(name)"
    }

    /// Gives a name to a file with these bytes, whole or not at all, and durable when this returns.
    ///
    /// What had the name is replaced.
    package func replace(_ name: String, with bytes: [UInt8]) throws(FileError) {
        let temporaryName = "\(name).new"
        try removeIfPresent(temporaryName)
        let file = try fileSystem.open(path(of: temporaryName), .create)
        try file.write(bytes, at: 0)
        try file.flush()
        try rename(temporaryName, to: name)
    }

    /// Gives a file another name in the same folder, for good when this returns.
    func rename(_ name: String, to newName: String) throws(FileError) {
        try fileSystem.rename(path(of: name), to: path(of: newName))
        try flushParent(of: newName)
    }

    /// Takes a name from a file when there is one.
    func removeIfPresent(_ name: String) throws(FileError) {
        do {
            try fileSystem.unlink(path(of: name))
        } catch {
            guard error.reason == .notFound else { throw error }
            return
        }
        try flushParent(of: name)
    }

    /// Opens a file inside; nil when there is none.
    func openIfPresent(_ name: String, _ mode: OpenMode) throws(FileError) -> (any File)? {
        do {
            return try fileSystem.open(path(of: name), mode)
        } catch {
            guard error.reason == .notFound else { throw error }
            return nil
        }
    }

    private func flushParent(of name: String) throws(FileError) {
        try fileSystem.flushDirectory(Self.parent(of: path(of: name)))
    }
}

extension StateDirectory {
    /// Makes a directory and the parents it lacks; their names are durable when this returns.
    static func makeDirectories(_ path: String, on fileSystem: any FileSystem) throws(FileError) {
        let parent = parent(of: path)
        do {
            try fileSystem.makeDirectory(path)
        } catch  where error.reason == .exists {
            // Made before; by a run, maybe, that did not live to flush the name.
        } catch  where error.reason == .notFound && parent != path {
            try makeDirectories(parent, on: fileSystem)
            try fileSystem.makeDirectory(path)
        }
        try flushIfAllowed(parent, on: fileSystem)
        // The same run may have got no further than the parent.
        try flushIfAllowed(self.parent(of: parent), on: fileSystem)
    }

    /// Flushes the names in a directory unless it is not ours to read.
    ///
    /// Whoever made something in a place that is closed to us has seen to its name.
    private static func flushIfAllowed(_ path: String, on fileSystem: any FileSystem) throws(FileError) {
        do {
            try fileSystem.flushDirectory(path)
        } catch {
            guard error.reason == .denied else { throw error }
        }
    }

    private static func parent(of path: String) -> String {
        guard let slash = path.lastIndex(of: "/") else { return "." }
        return slash == path.startIndex ? "/" : String(path[..<slash])
    }

    private static func holder(of lock: any File) -> Int32? {
        guard let bytes = try? lock.read(16, at: 0) else { return nil }
        return Int32(String(decoding: bytes.prefix { $0 != UInt8(ascii: "\n") }, as: UTF8.self))
    }

    /// The id only serves the message a second process prints: a full disk must not stop the first one.
    private static func sign(_ lock: any File, with processIdentifier: Int32) {
        let text = Array("\(processIdentifier)\n".utf8)
        try? lock.truncate(to: 0)
        try? lock.write(text, at: 0)
    }
}

/// Passes on what a file refused as an error of the log.
func asLogError<Result>(_ body: () throws(FileError) -> Result) throws(LogError) -> Result {
    do {
        return try body()
    } catch {
        throw .file(error)
    }
}
