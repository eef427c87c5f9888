import Glibc

/// The error of a system call.
package struct Errno: Error, Equatable, CustomStringConvertible {
    package var code: Int32

    package init(code: Int32) {
        self.code = code
    }

    /// The error of the call that just failed on this thread.
    package static var last: Errno { Errno(code: errno) }

    package static let noSuchFile = Errno(code: ENOENT)

    /// Returns the result of a call; throws when it is negative.
    @discardableResult
    package static func check(_ result: Int32) throws(Errno) -> Int32 {
        guard result >= 0 else { throw last }
        return result
    }

    /// The system's text for the error, starting in lower case.
    package var description: String {
        let text = String(cString: strerror(code))
        return text.prefix(1).lowercased() + text.dropFirst()
    }

    /// Returns the error for a person, with its subject.
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
