import Foundation
import PhlistLog
import PhlistTestKit

extension SeededRandom {
    init(_ seed: Int) {
        self.init(seed: UInt64(bitPattern: Int64(seed)))
    }

    mutating func bytes(_ count: Int) -> [UInt8] {
        (0..<count).map { _ in UInt8(truncatingIfNeeded: next()) }
    }
}

/// The file systems that must behave alike.
enum Disk: String, CaseIterable, Sendable {
    /// The second is the first after a power cut, the third what crashes are simulated with.
    case memory, afterPowerCut, simulated, posix

    /// Runs a test in an empty directory.
    func withDirectory(_ body: (any FileSystem, String) throws -> Void) throws {
        switch self {
        case .memory: try body(Self.memory(), "/test")
        case .afterPowerCut: try body(Self.memory().crashed(seed: 1), "/test")
        case .simulated: try body(DefectiveFileSystem(Self.memory(), nil), "/test")
        case .posix: try withTemporaryDirectory { try body(PosixFileSystem(), $0) }
        }
    }

    private static func memory() throws -> MemoryFileSystem {
        let fileSystem = MemoryFileSystem()
        try fileSystem.makeDirectory("/test")
        try fileSystem.flushDirectory("/")
        return fileSystem
    }
}

func withTemporaryDirectory(_ body: (String) throws -> Void) throws {
    let directory = FileManager.default.temporaryDirectory.appending(path: "phlist-log-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: directory, withIntermediateDirectories: false)
    defer { try? FileManager.default.removeItem(at: directory) }
    try body(directory.path)
}

extension MemoryFileSystem {
    /// One of the disks that a power cut now may leave.
    func crashed(seed: Int) -> MemoryFileSystem {
        var random = SeededRandom(seed)
        return crashed(using: &random)
    }
}
