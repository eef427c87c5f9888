/// Changes of names that are for good when the call returns.
extension FileSystem {
    /// Gives a name to a file with these bytes, whole or not at all.
    ///
    /// What had the name is replaced. With `readsBack` the bytes must come back from the disk before.
    package func replace(_ path: String, with bytes: [UInt8], readsBack: Bool = false) throws(FileError) {
        let temporaryPath = "\(path).new"
        try removeIfPresent(temporaryPath)
        let file = try open(temporaryPath, .create)
        try file.write(bytes, at: 0)
        try file.flush()
        if readsBack {
            try file.dropCache()
            guard try file.read(bytes.count + 1, at: 0) == bytes else {
                throw FileError(.read, temporaryPath, .inputOutput)
            }
        }
        try rename(temporaryPath, to: path)
        try flushParent(of: path)
    }

    /// Takes a name from a file when there is one.
    package func removeIfPresent(_ path: String) throws(FileError) {
        do {
            try unlink(path)
        } catch {
            guard error.reason == .notFound else { throw error }
            return
        }
        try flushParent(of: path)
    }

    /// Opens a file; nil when there is none.
    package func openIfPresent(_ path: String, _ mode: OpenMode) throws(FileError) -> (any File)? {
        do {
            return try open(path, mode)
        } catch {
            guard error.reason == .notFound else { throw error }
            return nil
        }
    }

    /// Makes a directory (0700) and the parents it lacks.
    package func makeDirectories(_ path: String) throws(FileError) {
        let parent = parent(of: path)
        do {
            try makeDirectory(path)
        } catch  where error.reason == .exists {
            // Made before; by a run, maybe, that did not live to flush the name.
        } catch  where error.reason == .notFound && parent != path {
            try makeDirectories(parent)
            try makeDirectory(path)
        }
        try flushIfAllowed(parent)
        // The same run may have got no further than the parent.
        try flushIfAllowed(self.parent(of: parent))
    }

    /// Makes what was done with a name durable.
    package func flushParent(of path: String) throws(FileError) {
        try flushDirectory(parent(of: path))
    }

    func parent(of path: String) -> String {
        guard let slash = path.lastIndex(of: "/") else { return "." }
        return slash == path.startIndex ? "/" : String(path[..<slash])
    }

    /// Flushes the names in a directory unless it is not ours to read.
    ///
    /// Whoever made something in a place that is closed to us has seen to its name.
    private func flushIfAllowed(_ path: String) throws(FileError) {
        do {
            try flushDirectory(path)
        } catch {
            guard error.reason == .denied else { throw error }
        }
    }
}
