import PhlistControl
import PhlistLog

/// Facts about this machine that are checked without phlistd; tests provide their own.
struct Machine: Sendable {
    var fileStatus: @Sendable (_ path: String) -> FileStatus?
    /// Whether a process holds the lock on a file.
    var isLocked: @Sendable (_ path: String) -> Bool
    /// Returns the free bytes on the disk of a directory; nil if unknown.
    var freeBytes: @Sendable (_ directory: String) -> Int?
    var userID: UInt32
    /// The name of the user; nil if unknown.
    var userName: String? = nil

    /// Returns the machine on which the program runs.
    static func this(_ surroundings: Surroundings) -> Machine {
        Machine(
            fileStatus: { FileStatus(path: $0) },
            isLocked: { FileLock(path: $0).isHeld },
            freeBytes: { try? PosixFileSystem().freeBytes(of: $0) },
            userID: surroundings.userID,
            userName: surroundings.environment["LOGNAME"] ?? surroundings.environment["USER"]
        )
    }
}
