import PhlistControl
import PhlistLog

/// What is looked at of this machine without phlistd; tests put in another one.
struct Machine: Sendable {
    var fileStatus: @Sendable (_ path: String) -> FileStatus?
    /// Whether a process holds the lock on a file.
    var isLocked: @Sendable (_ path: String) -> Bool
    /// How many bytes are free on the disk of a directory; nil when that cannot be told.
    var freeBytes: @Sendable (_ directory: String) -> Int?
    var userID: UInt32

    /// The machine that the program runs on.
    static func this(_ surroundings: Surroundings) -> Machine {
        Machine(
            fileStatus: { FileStatus(path: $0) },
            isLocked: { FileLock(path: $0).isHeld },
            freeBytes: { try? PosixFileSystem().freeBytes(of: $0) },
            userID: surroundings.userID
        )
    }
}
