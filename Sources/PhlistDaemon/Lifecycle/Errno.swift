import Glibc
package import PhlistControl

/// The error of a system call.
package struct Errno: Error, Equatable, CustomStringConvertible {
    package var code: Int32

    /// Wraps a value of `errno`.
    package init(code: Int32) {
        self.code = code
    }

    /// The error of the call that has just failed on this thread.
    package static var last: Errno { Errno(code: errno) }

    /// There is no such file.
    static let noSuchFile = Errno(code: ENOENT)

    /// The result of a call, which is negative when it failed.
    @discardableResult
    package static func check(_ result: Int32) throws(Errno) -> Int32 {
        guard result >= 0 else { throw last }
        return result
    }

    /// What the system says about it, starting in lower case.
    package var description: String {
        let text = String(cString: strerror(code))
        return text.prefix(1).lowercased() + text.dropFirst()
    }

    /// The error of the daemon when it cannot work because of this, with what it was about.
    package func about(_ subject: String) -> ControlError {
        ControlError(errorCode, "\(subject): \(self)")
    }

    private var errorCode: ErrorCode {
        switch code {
        case EACCES, EPERM, EROFS: .notPermitted
        case ENOSPC, EDQUOT: .diskFull
        default: .inputOutput
        }
    }
}
