import PhlistLog
import PhlistTestKit

/// A mistake that the simulation must find: the file system does less than it was asked for.
enum SimulatedDefect: String, CaseIterable, Sendable {
    case noFlush, noFlushBeforeRename, noDirectoryFlush, acknowledgesBeforeTheFlush, flushesAgainAfterAFailure
}

/// Passes every call on to a file system in memory, but for those that a defect forgets.
final class DefectiveFileSystem: WrappedFileSystem {
    let memory: MemoryFileSystem
    let defect: SimulatedDefect?
    /// A flush that was promised and not done yet.
    fileprivate var owed: (any File)?

    init(_ memory: MemoryFileSystem, _ defect: SimulatedDefect?) {
        self.memory = memory
        self.defect = defect
    }

    func open(_ path: String, _ mode: OpenMode) throws(FileError) -> any File {
        DefectiveFile(try memory.open(path, mode), of: self)
    }

    func flushDirectory(_ path: String) throws(FileError) {
        if defect != .noDirectoryFlush { try memory.flushDirectory(path) }
    }
}

private final class DefectiveFile: WrappedFile {
    let file: any File
    private let fileSystem: DefectiveFileSystem

    init(_ file: any File, of fileSystem: DefectiveFileSystem) {
        self.file = file
        self.fileSystem = fileSystem
    }

    func flush() throws(FileError) {
        switch fileSystem.defect {
        case .noFlush: return
        case .noFlushBeforeRename where path.hasSuffix(".new"): return
        case .acknowledgesBeforeTheFlush where !path.hasSuffix(".new"): fileSystem.owed = file
        case .flushesAgainAfterAFailure: do { try file.flush() } catch { try file.flush() }
        default: try file.flush()
        }
    }

    func write(_ bytes: [UInt8], at offset: Int) throws(FileError) {
        let owed = fileSystem.owed
        fileSystem.owed = nil
        try owed?.flush()
        try file.write(bytes, at: offset)
    }
}
