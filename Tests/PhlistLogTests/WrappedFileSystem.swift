import PhlistLog
import PhlistTestKit

/// A file system that passes on to one in memory what it does not do itself.
protocol WrappedFileSystem: FileSystem {
    var memory: MemoryFileSystem { get }
}

extension WrappedFileSystem {
    var processIdentifier: Int32 { memory.processIdentifier }

    func makeDirectory(_ path: String) throws(FileError) { try memory.makeDirectory(path) }
    func flushDirectory(_ path: String) throws(FileError) { try memory.flushDirectory(path) }
    func rename(_ path: String, to newPath: String) throws(FileError) { try memory.rename(path, to: newPath) }
    func link(_ path: String, to newPath: String) throws(FileError) { try memory.link(path, to: newPath) }
    func unlink(_ path: String) throws(FileError) { try memory.unlink(path) }
    func list(_ path: String) throws(FileError) -> [String] { try memory.list(path) }
    func volume(of path: String) throws(FileError) -> Volume { try memory.volume(of: path) }
    func freeBytes(of path: String) throws(FileError) -> Int { try memory.freeBytes(of: path) }
    func totalBytes(of path: String) throws(FileError) -> Int { try memory.totalBytes(of: path) }
    func identity(of path: String) throws(FileError) -> FileIdentity { try memory.identity(of: path) }
}

/// A file that passes on to another one what it does not do itself.
protocol WrappedFile: File {
    var file: any File { get }
}

extension WrappedFile {
    var path: String { file.path }

    func read(_ count: Int, at offset: Int) throws(FileError) -> [UInt8] { try file.read(count, at: offset) }
    func write(_ bytes: [UInt8], at offset: Int) throws(FileError) { try file.write(bytes, at: offset) }
    func flush() throws(FileError) { try file.flush() }
    func dropCache() throws(FileError) { try file.dropCache() }
    func truncate(to size: Int) throws(FileError) { try file.truncate(to: size) }
    func attributes() throws(FileError) -> FileAttributes { try file.attributes() }
    func lock() throws(FileError) -> Bool { try file.lock() }
}
