/// Changes of names that are for good when the call returns.
extension FileSystem {
    /// Gives a name to a file with these bytes, whole or not at all.
    ///
    /// What had the name is replaced. With `readsBack` the bytes must come back from the disk before. There may be very
    /// many, so neither is a header put before them nor are they read in one piece. Until it is whole the file has the
    /// name `temporaryPath`, which must be free; without one it is that of the path with `.new` behind it, which is
    /// taken from whatever has it.
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
        if !header.isEmpty {
            try file.write(header, at: 0)
        }
        try file.write(bytes, at: header.count)
        try file.flush()
        if readsBack {
            try file.dropCache()
            guard try file.holds(header[...], at: 0), try file.ends(with: bytes, at: header.count) else {
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

    /// The folder that a path leads into.
    package func parent(of path: String) -> String {
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

extension File {
    fileprivate func holds(_ bytes: ArraySlice<UInt8>, at offset: Int) throws(FileError) -> Bool {
        try read(bytes.count, at: offset)[...] == bytes
    }

    /// Whether these bytes, and no more, are there from a place on.
    fileprivate func ends(with bytes: [UInt8], at offset: Int) throws(FileError) -> Bool {
        for start in stride(from: 0, to: bytes.count, by: LogLimits.scanBytes) {
            let piece = bytes[start..<min(start + LogLimits.scanBytes, bytes.count)]
            guard try holds(piece, at: offset + start) else { return false }
        }
        return try read(1, at: offset + bytes.count).isEmpty
    }
}
