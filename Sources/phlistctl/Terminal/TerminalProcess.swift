import Glibc
import PhlistControl

/// Runs a program that controls the terminal until it ends.
enum TerminalProcess {
    private static let shell = "/bin/sh"

    /// Runs a shell and returns its exit status, or 128 plus the number of the signal that ended it.
    ///
    /// - Throws: `Termination.Requested` if this process was asked to end, and `ClientError.interrupted` if Ctrl-C
    ///   ended
    ///   the shell; in both cases the shell has ended.
    static func run(_ arguments: [String], environment: [String: String]) throws -> Int32 {
        let status = try Termination.noticed { try runNoticed(arguments, environment: environment) }
        guard status != Invocation.interruptedStatus else { throw ClientError.interrupted }
        return status
    }

    private static func runNoticed(_ arguments: [String], environment: [String: String]) throws -> Int32 {
        var attributes = posix_spawnattr_t()
        posix_spawnattr_init(&attributes)
        defer { posix_spawnattr_destroy(&attributes) }
        // Ctrl-C is for the program, which may use it for its own purposes.
        var ignoring = sigaction()
        ignoring.__sigaction_handler.sa_handler = SIG_IGN
        var usual = sigaction()
        sigaction(SIGINT, &ignoring, &usual)
        defer { sigaction(SIGINT, &usual, nil) }
        var signals = sigset_t()
        sigemptyset(&signals)
        sigaddset(&signals, SIGINT)
        posix_spawnattr_setsigdefault(&attributes, &signals)
        posix_spawnattr_setflags(&attributes, Int16(POSIX_SPAWN_SETSIGDEF))
        var pid: pid_t = 0
        let code = withCStrings([shell] + arguments) { arguments in
            withCStrings(environment.map { "\($0.key)=\($0.value)" }) {
                posix_spawn(&pid, shell, nil, &attributes, arguments, $0)
            }
        }
        guard code == 0 else {
            throw ControlError(.unavailable, "cannot run a shell: \(Errno(code: code))")
        }
        Termination.handOn(to: pid)
        defer { Termination.handOn(to: 0) }
        return status(of: pid)
    }

    private static func status(of pid: pid_t) -> Int32 {
        var code: Int32 = 0
        while waitpid(pid, &code, 0) == -1, errno == EINTR {}
        return exitStatus(code)
    }

    /// Returns the exit status in what `waitpid` reported, or 128 plus the number of the signal that ended a process.
    static func exitStatus(_ code: Int32) -> Int32 {
        let signal = code & 0x7F
        return signal == 0 ? (code >> 8) & 0xFF : 128 + signal
    }
}
