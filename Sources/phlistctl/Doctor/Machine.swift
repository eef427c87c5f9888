import FoundationEssentials
import PhlistControl
import PhlistLog

/// Facts about this machine that are checked without phlistd; tests provide their own.
struct Machine: Sendable {
    var fileStatus: @Sendable (_ path: String) -> FileStatus?
    /// Whether this user can write into a directory.
    var isWritable: @Sendable (_ directory: String) -> Bool = { _ in true }
    /// Whether a process holds the lock on a file.
    var isLocked: @Sendable (_ path: String) -> Bool
    /// Returns the free bytes on the disk of a directory; nil if unknown.
    var freeBytes: @Sendable (_ directory: String) -> Int?
    /// Reads a small file; nil if this user cannot.
    var text: @Sendable (_ path: String) -> String? = { _ in nil }
    /// Whether a program of this name runs.
    var runs: @Sendable (_ program: String) -> Bool = { _ in false }
    /// Returns the service of phlistd as systemd knows it, that of the user or of the machine; nil if unknown.
    var service: @Sendable (_ isUsers: Bool) -> ServiceState? = { _ in nil }
    var userID: UInt32
    /// The name of the user; nil if unknown.
    var userName: String? = nil

    /// Returns the machine on which the program runs.
    static func this(_ surroundings: Surroundings) -> Machine {
        Machine(
            fileStatus: { FileStatus(path: $0) },
            isWritable: { FileManager.default.isWritableFile(atPath: $0) },
            isLocked: { FileLock(path: $0).isHeld },
            freeBytes: { try? PosixFileSystem().freeBytes(of: $0) },
            text: { FileManager.default.contents(atPath: $0).map { String(decoding: $0, as: UTF8.self) } },
            runs: { Self.runs($0) },
            service: { ServiceState(isUsers: $0, environment: surroundings.environment) },
            userID: surroundings.userID,
            userName: surroundings.environment["LOGNAME"] ?? surroundings.environment["USER"]
        )
    }

    private static func runs(_ program: String) -> Bool {
        let processes = (try? FileManager.default.contentsOfDirectory(atPath: "/proc")) ?? []
        return processes.contains { number in
            guard number.first?.isNumber ?? false else { return false }
            return FileManager.default.contents(atPath: "/proc/\(number)/comm") == Data("\(program)\n".utf8)
        }
    }
}
