/// Changes of names that are durable when the call returns.
extension FileSystem {
    /// Replaces the file at a path with `header` and `bytes`, whole or not at all.
    ///
    /// With `readsBack` the new bytes must first be read back from the disk. There may be very many of them, so the
    /// header is passed separately and they are read in pieces. Until the file is complete it is at `temporaryPath`,
    /// which must be free; by default at the path with `.new` appended, where any existing file is removed. What was
    /// written before an error is removed: it would take the room that is lacking.
    package func replace(
        _ path: String,
        with bytes: [UInt8],
        behind header: [UInt8] = [],
        readsBack: Bool = false,
        temporaryPath: String? = nil
    ) throws(FileError) {
        if temporaryPath == nil { try removeIfPresent("\(path).new") }
        let temporaryPath = temporaryPath ?? "\(path).new"
        let file = try open(temporaryPath, .create)
        do {
            try file.fill(with: bytes, behind: header, at: temporaryPath, readsBack: readsBack)
            try rename(temporaryPath, to: path)
        } catch {
            try? unlink(temporaryPath)
            throw error
        }
        try flushParent(of: path)
    }

    /// Removes a name if it exists.
    package func removeIfPresent(_ path: String) throws(FileError) {
        do {
            try unlink(path)
        } catch {
            guard error.reason == .notFound else { throw error }
            return
        }
        try flushParent(of: path)
    }

    /// Opens a file; nil if it does not exist.
    package func openIfPresent(_ path: String, _ mode: OpenMode) throws(FileError) -> (any File)? {
        do {
            return try open(path, mode)
        } catch {
            guard error.reason == .notFound else { throw error }
            return nil
        }
    }

    /// Creates a directory (0700) and its missing parents.
    package func makeDirectories(_ path: String) throws(FileError) {
        let parent = parent(of: path)
        do {
            try makeDirectory(path)
        } catch  where error.reason == .exists {
            // It may be from a run that stopped before it flushed the name.
        } catch  where error.reason == .notFound && parent != path {
            try makeDirectories(parent)
            try makeDirectory(path)
        }
        try flushIfAllowed(parent)
        // That run may also have stopped right after creating the parent.
        try flushIfAllowed(self.parent(of: parent))
    }

    /// Makes changes of a name durable.
    package func flushParent(of path: String) throws(FileError) {
        try flushDirectory(parent(of: path))
    }

    /// Returns the directory that contains a path.
    package func parent(of path: String) -> String {
        guard let slash = path.lastIndex(of: "/") else { return "." }
        return slash == path.startIndex ? "/" : String(path[..<slash])
    }

    /// Flushes the names in a directory unless it is not ours to read.
    ///
    /// The owner of a directory that is closed to us is responsible for the names in it.
    private func flushIfAllowed(_ path: String) throws(FileError) {
        do {
            try flushDirectory(path)
        } catch {
            guard error.reason == .denied else { throw error }
        }
    }
}

extension File {
    /// Writes the contents of a new file and flushes them; `path` is for errors.
    fileprivate func fill(
        with bytes: [UInt8],
        behind header: [UInt8],
        at path: String,
        readsBack: Bool
    ) throws(FileError) {
        if !header.isEmpty {
            try write(header, at: 0)
        }
        try write(bytes, at: header.count)
        try flush()
        guard readsBack else { return }
        try dropCache()
        guard try holds(header[...], at: 0), try ends(with: bytes, at: header.count) else {
            throw FileError(.read, path, .inputOutput)
        }
    }

    fileprivate func holds(_ bytes: ArraySlice<UInt8>, at offset: Int) throws(FileError) -> Bool {
        try read(bytes.count, at: offset)[...] == bytes
    }

    /// Whether the file contains exactly these bytes from an offset to its end.
    fileprivate func ends(with bytes: [UInt8], at offset: Int) throws(FileError) -> Bool {
        for start in stride(from: 0, to: bytes.count, by: LogLimits.scanBytes) {
            let piece = bytes[start..<min(start + LogLimits.scanBytes, bytes.count)]
            guard try holds(piece, at: offset + start) else { return false }
        }
        return try read(1, at: offset + bytes.count).isEmpty
    }
}
