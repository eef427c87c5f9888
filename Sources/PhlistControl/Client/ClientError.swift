/// A reason why a client has no answer from the daemon.
package enum ClientError: Error, Equatable, Sendable {
    /// No daemon listens at the path; `elsewhere` is the socket of one that runs for another user.
    case daemonMissing(path: String, startCommand: String, elsewhere: String? = nil)
    /// The user has no permission to use the socket.
    case notPermitted(path: String)
    /// The path cannot be used as a socket.
    case socketUnusable(path: String, reason: String)
    /// The daemon took longer than the client was willing to wait.
    case timedOut
    /// The daemon is still starting.
    case starting(StartProgress)
    /// The connection ended before the reply did.
    case connectionClosed
    /// The reply or a part of it is longer than the client accepts.
    case replyTooLarge(sizeMax: Int)
    /// The reply does not follow the control API.
    case replyMalformed(String)
    /// The request cannot be encoded as JSON.
    case requestMalformed(String)
    /// The daemon answered with an error.
    case refused(ControlError)
    /// The user interrupted the wait.
    case interrupted

    /// The corresponding error of the control API.
    package var controlError: ControlError {
        switch self {
        case .daemonMissing(let path, _, let elsewhere?):
            ControlError(
                .unavailable,
                "phlistd is not running for this user (no socket at \(path))",
                hint: "one runs for another user, at \(elsewhere): leave out sudo, or name it with --socket"
            )
        case .daemonMissing(let path, let command, nil):
            ControlError(
                .unavailable,
                "phlistd is not running (no socket at \(path)); try: \(command)",
                hint: command.hasPrefix("systemctl") ? "if it is not a service, start it in a terminal: phlistd" : nil
            )
        case .notPermitted(let path):
            ControlError(
                .notPermitted,
                "no permission to use the socket \(path)",
                hint: "the system service is for the group phlist: sudo adduser \"$USER\" phlist, then log in again"
            )
        case .socketUnusable(let path, let reason):
            ControlError(.unavailable, "cannot connect to \(path): \(reason)", hint: "name another one with --socket")
        case .timedOut:
            ControlError(.tryAgain, "phlistd did not answer in time", hint: "wait longer with --timeout SECONDS")
        case .starting(let progress):
            ControlError(
                .tryAgain,
                "phlistd is still starting: \(progress.words)",
                hint: "wait longer with --timeout SECONDS"
            )
        case .connectionClosed:
            ControlError(
                .unavailable,
                "phlistd closed the connection before its reply was complete",
                hint: "see whether the change was made before you repeat it: phlistctl ls --all"
            )
        case .replyTooLarge(let sizeMax):
            ControlError(.internal, "the reply of phlistd is longer than \(sizeMax) bytes")
        case .replyMalformed(let what):
            ControlError(
                .internal,
                "cannot understand phlistd: \(what)",
                hint: "after an upgrade restart phlistd"
            )
        case .requestMalformed(let what):
            ControlError(.internal, "cannot encode the request: \(what)")
        case .refused(let error):
            error
        case .interrupted:
            ControlError(.tryAgain, "interrupted")
        }
    }
}
