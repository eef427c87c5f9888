/// Why the daemon cannot start or had to stop: the last line on stderr, and the status of the process.
package struct DaemonError: Error, Equatable {
    package var status: ExitStatus
    /// One line that says what failed, with which value, and what to do; starts in lower case.
    package var message: String

    /// Creates an error.
    package init(_ status: ExitStatus, _ message: String) {
        self.status = status
        self.message = message
    }
}

/// The status of the process, after sysexits.h.
package enum ExitStatus: Int32, Sendable {
    case usage = 64
    case unavailable = 69
    case cannotCreate = 73
    case inputOutput = 74
    case tryAgain = 75
    case notPermitted = 77
    case configuration = 78
}
