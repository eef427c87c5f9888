import PhlistLog

/// The bytes of an in-memory file: as programs see them, and as a power cut would leave them.
final class Contents {
    /// A change since the last flush.
    enum Change {
        case write([UInt8], offset: Int)
        case resize(Int)
    }

    private(set) var bytes: [UInt8] = []
    private(set) var durable: [UInt8] = []
    private(set) var pending: [Change] = []
    let inode: UInt64
    /// The ranges that the device fails to read.
    var unreadable: [Range<Int>] = []
    var permissions: UInt32 = 0o600
    var isOurs = true

    /// The open file that holds the lock; the lock ends with it.
    weak var lockHolder: MemoryFile?

    /// Creates an empty file, or one with durable bytes.
    init(inode: UInt64, durable: [UInt8] = []) {
        self.inode = inode
        bytes = durable
        self.durable = durable
    }

    func apply(_ change: Change) {
        Self.apply(change, to: &bytes)
        pending.append(change)
    }

    func flush() {
        for change in pending {
            Self.apply(change, to: &durable)
        }
        pending = []
    }

    /// Loses the unflushed bytes as a failed flush does.
    ///
    /// The sizes stay; the bytes read well until the cache is dropped or the power cut, and never reach the disk,
    /// whatever later flushes return. Seen on ext4 and btrfs.
    func failFlush() {
        pending = pending.map { change in
            guard case .write(let bytes, let offset) = change else { return change }
            return .write([], offset: offset + bytes.count)
        }
    }

    /// Drops the cache: reads come from the disk, plus pending writes.
    func dropCache() {
        bytes = durable
        for change in pending {
            Self.apply(change, to: &bytes)
        }
    }

    static func apply(_ change: Change, to bytes: inout [UInt8]) {
        switch change {
        case .resize(let size):
            bytes.removeLast(max(bytes.count - size, 0))
            bytes.append(contentsOf: repeatElement(0, count: max(size - bytes.count, 0)))
        case .write(let new, let offset):
            bytes.append(contentsOf: repeatElement(0, count: max(offset - bytes.count, 0)))
            let end = min(offset + new.count, bytes.count)
            bytes.replaceSubrange(offset..<end, with: new)
        }
    }
}

/// An open in-memory file.
final class MemoryFile: File {
    private let contents: Contents
    let path: String
    private let mode: OpenMode
    private let fileSystem: MemoryFileSystem

    init(_ contents: Contents, path: String, _ mode: OpenMode, of fileSystem: MemoryFileSystem) {
        self.mode = mode
        self.contents = contents
        self.path = path
        self.fileSystem = fileSystem
    }

    func read(_ count: Int, at offset: Int) throws(FileError) -> [UInt8] {
        try fileSystem.begin(.read, path)
        guard !contents.unreadable.contains(where: { $0.overlaps(offset..<offset + count) }) else {
            throw FileError(.read, path, .inputOutput)
        }
        return Array(contents.bytes.dropFirst(offset).prefix(count))
    }

    /// A failing write leaves half of its bytes, as a full disk does; `crashed(using:)` handles power cuts.
    func write(_ bytes: [UInt8], at offset: Int) throws(FileError) {
        guard mode != .read else { throw FileError(.write, path, .notForWriting) }
        let hasRoom = fileSystem.hasRoom(for: offset + bytes.count - contents.bytes.count)
        guard let reason = fileSystem.nextFault() ?? (hasRoom ? nil : .noSpace) else {
            contents.apply(.write(bytes, offset: offset))
            return
        }
        if reason.isLackOfRoom || reason == .inputOutput {
            contents.apply(.write(Array(bytes.prefix(bytes.count / 2)), offset: offset))
        }
        throw FileError(.write, path, reason)
    }

    func flush() throws(FileError) {
        guard let reason = fileSystem.nextFault() else {
            guard !fileSystem.flushesNothing else { return }
            contents.flush()
            return
        }
        if reason != .powerCut { contents.failFlush() }
        throw FileError(.flush, path, reason)
    }

    func dropCache() throws(FileError) {
        try fileSystem.begin(.flush, path)
        contents.dropCache()
    }

    func truncate(to size: Int) throws(FileError) {
        guard mode != .read else { throw FileError(.truncate, path, .notForWriting) }
        try fileSystem.begin(.truncate, path)
        contents.apply(.resize(size))
    }

    func attributes() throws(FileError) -> FileAttributes {
        try fileSystem.begin(.inspect, path)
        return FileAttributes(
            size: contents.bytes.count,
            permissions: contents.permissions,
            isOurs: contents.isOurs
        )
    }

    func lock() throws(FileError) -> Bool {
        try fileSystem.begin(.lock, path)
        guard contents.lockHolder == nil || contents.lockHolder === self else { return false }
        contents.lockHolder = self
        return true
    }
}

extension FileError.Reason {
    /// The file was opened for reading (EBADF).
    fileprivate static let notForWriting = FileError.Reason.other(9)
}
