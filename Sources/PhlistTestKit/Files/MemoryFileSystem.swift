package import PhlistLog

/// An in-memory file system that knows which of its bytes and names would survive a power cut.
///
/// It is as unkind as a real one may be: names and contents are volatile until flushed, each by its own flush. It runs
/// on one thread and is deterministic: equal calls and equal random numbers give equal disks. `crashed(using:)` gives
/// the disk after a power cut, `faults` make chosen calls fail.
package final class MemoryFileSystem: FileSystem {
    /// The number of calls that reached the file system or one of its files.
    package private(set) var callCount = 0

    /// The scheduled faults.
    package var faults: [Fault] = []

    /// Whether the disk is full: files do not grow, names are not added.
    package var isFull = false

    /// Whether a flush of a file reports success without doing anything, as on some disks.
    package var flushesNothing = false

    /// The size limit of all files together, in bytes.
    ///
    /// The default is too small for a reserve, which would only slow down tests of other things.
    package var capacityBytes = 48 << 20

    /// The number of the device.
    package var deviceNumber: UInt64 = 1

    private var lastInode: UInt64

    let root: Directory

    /// The changes of names that are not durable yet, oldest first.
    private(set) var journal: [NameChange] = []

    package let processIdentifier: Int32

    /// Creates an empty file system, used by the process with the given id.
    package convenience init(processIdentifier: Int32 = 1) {
        self.init(root: Directory(inode: 1), lastInode: 1, processIdentifier: processIdentifier)
    }

    init(root: Directory, lastInode: UInt64, processIdentifier: Int32) {
        self.root = root
        self.lastInode = lastInode
        self.processIdentifier = processIdentifier
    }

    package func open(_ path: String, _ mode: OpenMode) throws(FileError) -> any File {
        try begin(.open, path)
        let (directory, name) = try locate(path, .open)
        let found = directory.entries[name]
        if found == nil, mode == .create || mode == .updateOrCreate {
            guard !isFull else { throw FileError(.open, path, .noSpace) }
            let contents = Contents(inode: nextInode())
            change([(directory, name, .file(contents))])
            return MemoryFile(contents, path: path, mode, of: self)
        }
        guard mode != .create else { throw FileError(.open, path, .exists) }
        guard case .file(let contents) = try require(found, .open, path) else {
            throw FileError(.open, path, .denied)
        }
        return MemoryFile(contents, path: path, mode, of: self)
    }

    package func makeDirectory(_ path: String) throws(FileError) {
        try begin(.makeDirectory, path)
        let (parent, name) = try locate(path, .makeDirectory)
        guard parent.entries[name] == nil else { throw FileError(.makeDirectory, path, .exists) }
        guard !isFull else { throw FileError(.makeDirectory, path, .noSpace) }
        change([(parent, name, .directory(Directory(inode: nextInode())))])
    }

    /// Also flushes the changes in other directories that the flushed changes depend on.
    package func flushDirectory(_ path: String) throws(FileError) {
        try begin(.flush, path)
        var flushed = [try directory(at: path, .flush)]
        var rest: [NameChange] = []
        var durable: [NameChange] = []
        for change in journal.reversed() {
            guard change.touches(anyOf: flushed) else {
                rest.append(change)
                continue
            }
            flushed += change.edits.map(\.directory)
            durable.append(change)
        }
        durable.reversed().forEach { $0.makeDurable() }
        journal = rest.reversed()
    }

    package func rename(_ path: String, to newPath: String) throws(FileError) {
        try begin(.rename, path)
        let (directory, name) = try locate(path, .rename)
        let entry = try require(directory.entries[name], .rename, path)
        let (newDirectory, newName) = try locate(newPath, .rename)
        guard directory !== newDirectory || name != newName else { return }
        change([(newDirectory, newName, entry), (directory, name, nil)])
    }

    package func link(_ path: String, to newPath: String) throws(FileError) {
        try begin(.link, path)
        let (directory, name) = try locate(path, .link)
        let entry = try require(directory.entries[name], .link, path)
        let (newDirectory, newName) = try locate(newPath, .link)
        guard newDirectory.entries[newName] == nil else { throw FileError(.link, newPath, .exists) }
        change([(newDirectory, newName, entry)])
    }

    package func unlink(_ path: String) throws(FileError) {
        try begin(.unlink, path)
        let (directory, name) = try locate(path, .unlink)
        _ = try require(directory.entries[name], .unlink, path)
        change([(directory, name, nil)])
    }

    package func list(_ path: String) throws(FileError) -> [String] {
        try begin(.list, path)
        return try directory(at: path, .list).entries.keys.sorted { $0.utf8.lexicographicallyPrecedes($1.utf8) }
    }

    package func volume(of path: String) throws(FileError) -> Volume {
        try begin(.inspect, path)
        _ = try directory(at: path, .inspect)
        return .local
    }

    package func freeBytes(of path: String) throws(FileError) -> Int {
        try begin(.inspect, path)
        _ = try directory(at: path, .inspect)
        return isFull ? 0 : max(0, capacityBytes - usedBytes)
    }

    package func totalBytes(of path: String) throws(FileError) -> Int {
        try begin(.inspect, path)
        _ = try directory(at: path, .inspect)
        return capacityBytes
    }

    package func identity(of path: String) throws(FileError) -> FileIdentity {
        try begin(.inspect, path)
        guard path.utf8.contains(where: { $0 != UInt8(ascii: "/") }) else {
            return FileIdentity(device: deviceNumber, inode: root.inode)
        }
        let (directory, name) = try locate(path, .inspect)
        let inode =
            switch try require(directory.entries[name], .inspect, path) {
            case .file(let contents): contents.inode
            case .directory(let directory): directory.inode
            }
        return FileIdentity(device: deviceNumber, inode: inode)
    }
}

extension MemoryFileSystem {
    /// Counts a call and throws if a fault is scheduled for it.
    func begin(_ operation: FileError.Operation, _ path: String) throws(FileError) {
        if let reason = nextFault() { throw FileError(operation, path, reason) }
    }

    func nextFault() -> FileError.Reason? {
        callCount += 1
        return faults.first { $0.strikes(call: callCount) }?.reason
    }

    /// Returns whether a file may grow by a number of bytes.
    func hasRoom(for growth: Int) -> Bool {
        growth <= 0 || !isFull && growth <= capacityBytes - usedBytes
    }

    func nextInode() -> UInt64 {
        lastInode += 1
        return lastInode
    }

    /// The last inode in use; a copy of the file system continues from there.
    var inodeCount: UInt64 { lastInode }

    private var usedBytes: Int {
        var sizes: [UInt64: Int] = [:]
        root.addSizes(to: &sizes)
        return sizes.values.reduce(0, +)
    }

    private func change(_ edits: [NameChange.Edit]) {
        for edit in edits {
            edit.directory.entries[edit.name] = edit.entry
        }
        journal.append(NameChange(edits: edits))
    }

    private func locate(
        _ path: String,
        _ operation: FileError.Operation
    ) throws(FileError) -> (directory: Directory, name: String) {
        let components = path.utf8.split(separator: UInt8(ascii: "/")).map { String(Substring($0)) }
        guard let name = components.last else { throw FileError(operation, path, .exists) }
        var directory = root
        for component in components.dropLast() {
            guard case .directory(let next)? = directory.entries[component] else {
                throw FileError(operation, path, .notFound)
            }
            directory = next
        }
        return (directory, name)
    }

    private func directory(at path: String, _ operation: FileError.Operation) throws(FileError) -> Directory {
        guard path.utf8.contains(where: { $0 != UInt8(ascii: "/") }) else { return root }
        let (parent, name) = try locate(path, operation)
        let entry = parent.entries[name]
        if case .directory(let directory)? = entry { return directory }
        // 20 is ENOTDIR.
        throw FileError(operation, path, entry != nil && operation == .list ? .other(20) : .notFound)
    }

    private func require(
        _ entry: Entry?,
        _ operation: FileError.Operation,
        _ path: String
    ) throws(FileError) -> Entry {
        guard let entry else { throw FileError(operation, path, .notFound) }
        return entry
    }
}

extension MemoryFileSystem {
    enum Entry {
        case file(Contents)
        case directory(Directory)
    }

    final class Directory {
        let inode: UInt64
        var entries: [String: Entry] = [:]
        var durable: [String: Entry] = [:]

        init(inode: UInt64) {
            self.inode = inode
        }

        /// Records the size of each file in the directory, by inode: a file with two names counts once.
        func addSizes(to sizes: inout [UInt64: Int]) {
            for entry in entries.values {
                switch entry {
                case .file(let contents): sizes[contents.inode] = contents.bytes.count
                case .directory(let directory): directory.addSizes(to: &sizes)
                }
            }
        }
    }

    /// The name changes of one call: both halves of a rename, or neither, survive a power cut.
    struct NameChange {
        typealias Edit = (directory: Directory, name: String, entry: Entry?)

        let edits: [Edit]

        func touches(anyOf directories: [Directory]) -> Bool {
            edits.contains { edit in directories.contains { $0 === edit.directory } }
        }

        func makeDurable() {
            for edit in edits {
                edit.directory.durable[edit.name] = edit.entry
            }
        }
    }
}
