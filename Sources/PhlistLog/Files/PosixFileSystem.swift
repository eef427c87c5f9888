import Glibc

/// The operating system's files: the only place with system calls.
package struct PosixFileSystem: FileSystem, Sendable {
    package init() {}

    package var processIdentifier: Int32 { getpid() }

    /// Opens with O_CLOEXEC and O_NOFOLLOW; new files get at most 0600, whatever the umask allows.
    package func open(_ path: String, _ mode: OpenMode) throws(FileError) -> any File {
        let flags: Int32 =
            switch mode {
            case .read: O_RDONLY
            case .update: O_RDWR
            case .updateOrCreate: O_RDWR | O_CREAT
            case .create: O_RDWR | O_CREAT | O_EXCL
            }
        let descriptor = retrying { Glibc.open(path, flags | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK, 0o600) }
        guard descriptor >= 0 else { throw lastError(.open, path) }
        let file = PosixFile(descriptor: descriptor, path: path)
        guard try file.isRegular() else { throw FileError(.open, path, .other(EINVAL)) }
        return file
    }

    package func makeDirectory(_ path: String) throws(FileError) {
        try check(mkdir(path, 0o700), .makeDirectory, path)
    }

    package func flushDirectory(_ path: String) throws(FileError) {
        let descriptor = retrying { Glibc.open(path, O_RDONLY | O_DIRECTORY | O_CLOEXEC) }
        guard descriptor >= 0 else { throw lastError(.flush, path) }
        defer { close(descriptor) }
        try check(retrying { fsync(descriptor) }, .flush, path)
    }

    package func rename(_ path: String, to newPath: String) throws(FileError) {
        try check(Glibc.rename(path, newPath), .rename, path)
    }

    package func link(_ path: String, to newPath: String) throws(FileError) {
        try check(Glibc.link(path, newPath), .link, newPath)
    }

    package func unlink(_ path: String) throws(FileError) {
        try check(Glibc.unlink(path), .unlink, path)
    }

    package func list(_ path: String) throws(FileError) -> [String] {
        guard let directory = opendir(path) else {
            // A file in place of the directory is not the same as nothing.
            throw errno == ENOTDIR ? FileError(.list, path, .other(ENOTDIR)) : lastError(.list, path)
        }
        defer { closedir(directory) }
        var names: [String] = []
        errno = 0
        while let entry = readdir(directory) {
            let name = withUnsafeBytes(of: &entry.pointee.d_name) {
                String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self)
            }
            if name != ".", name != ".." { names.append(name) }
            errno = 0
        }
        guard errno == 0 else { throw lastError(.list, path) }
        return names.sorted { $0.utf8.lexicographicallyPrecedes($1.utf8) }
    }

    package func volume(of path: String) throws(FileError) -> Volume {
        var facts = stat()
        try check(stat(path, &facts), .inspect, path)
        // If /proc is hidden, the type is unknown and nothing is refused.
        guard let table = try? open("/proc/self/mountinfo", .read).read(LogLimits.mountTableBytesMax, at: 0) else {
            return .local
        }
        return MountTable.volume(ofDevice: UInt64(facts.st_dev), in: table)
    }

    package func freeBytes(of path: String) throws(FileError) -> Int {
        try bytes(of: path) { UInt64($0.f_bavail) }
    }

    package func totalBytes(of path: String) throws(FileError) -> Int {
        try bytes(of: path) { UInt64($0.f_blocks) }
    }

    private func bytes(of path: String, blocks: (statvfs) -> UInt64) throws(FileError) -> Int {
        var facts = statvfs()
        try check(retrying { statvfs(path, &facts) }, .inspect, path)
        let (bytes, isTooMuch) = blocks(facts).multipliedReportingOverflow(by: UInt64(facts.f_frsize))
        return isTooMuch ? .max : Int(clamping: bytes)
    }

    package func identity(of path: String) throws(FileError) -> FileIdentity {
        var facts = stat()
        try check(lstat(path, &facts), .inspect, path)
        return FileIdentity(device: UInt64(facts.st_dev), inode: UInt64(facts.st_ino))
    }
}

/// An open descriptor.
private final class PosixFile: File, Sendable {
    private let descriptor: Int32
    let path: String

    init(descriptor: Int32, path: String) {
        self.descriptor = descriptor
        self.path = path
    }

    deinit {
        close(descriptor)
    }

    func read(_ count: Int, at offset: Int) throws(FileError) -> [UInt8] {
        var failed = false
        let bytes = [UInt8](unsafeUninitializedCapacity: count) { buffer, filled in
            while filled < count, !failed {
                let rest = UnsafeMutableRawBufferPointer(rebasing: UnsafeMutableRawBufferPointer(buffer)[filled...])
                let done = retrying { pread(descriptor, rest.baseAddress, rest.count, offset + filled) }
                if done == 0 { break }
                failed = done < 0
                filled += max(done, 0)
            }
        }
        guard !failed else { throw lastError(.read, path) }
        return bytes
    }

    func write(_ bytes: [UInt8], at offset: Int) throws(FileError) {
        var written = 0
        while written < bytes.count {
            let done = bytes.withUnsafeBytes { buffer in
                let rest = UnsafeRawBufferPointer(rebasing: buffer[written...])
                return retrying { pwrite(descriptor, rest.baseAddress, rest.count, offset + written) }
            }
            guard done >= 0 else { throw lastError(.write, path) }
            guard done > 0 else { throw FileError(.write, path, .inputOutput) }
            written += done
        }
    }

    func flush() throws(FileError) {
        try check(retrying { fdatasync(descriptor) }, .flush, path)
    }

    /// Drops flushed pages from the page cache (POSIX_FADV_DONTNEED).
    func dropCache() throws(FileError) {
        let code = posix_fadvise(descriptor, 0, 0, POSIX_FADV_DONTNEED)
        guard code == 0 else { throw FileError(.flush, path, .other(code)) }
    }

    func truncate(to size: Int) throws(FileError) {
        try check(retrying { ftruncate(descriptor, size) }, .truncate, path)
    }

    func attributes() throws(FileError) -> FileAttributes {
        let facts = try status()
        return FileAttributes(
            size: facts.st_size,
            permissions: facts.st_mode & 0o7777,
            isOurs: facts.st_uid == geteuid()
        )
    }

    func isRegular() throws(FileError) -> Bool {
        try status().st_mode & S_IFMT == S_IFREG
    }

    func lock() throws(FileError) -> Bool {
        guard retrying({ flock(descriptor, LOCK_EX | LOCK_NB) }) != 0 else { return true }
        guard errno == EWOULDBLOCK else { throw lastError(.lock, path) }
        return false
    }

    private func status() throws(FileError) -> stat {
        var facts = stat()
        try check(fstat(descriptor, &facts), .inspect, path)
        return facts
    }
}

/// Repeats a call as long as a signal interrupts it.
private func retrying<Result: BinaryInteger>(_ call: () -> Result) -> Result {
    while true {
        let result = call()
        guard result == -1, errno == EINTR else { return result }
    }
}

private func check(_ result: Int32, _ operation: FileError.Operation, _ path: String) throws(FileError) {
    guard result == 0 else { throw lastError(operation, path) }
}

private func lastError(_ operation: FileError.Operation, _ path: String) -> FileError {
    let reason: FileError.Reason =
        switch errno {
        case ENOENT, ENOTDIR: .notFound
        case EEXIST: .exists
        case ENOSPC: .noSpace
        case EDQUOT: .quotaExceeded
        case EFBIG: .fileTooLarge
        case EROFS: .readOnly
        case EACCES, EPERM: .denied
        case ELOOP: .symbolicLink
        case EIO: .inputOutput
        default: .other(errno)
        }
    return FileError(operation, path, reason)
}
