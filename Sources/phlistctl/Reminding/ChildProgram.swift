import Glibc
import PhlistControl

/// A program that runs next to this one, whose output is read line by line as it comes.
final class ChildProgram {
    let pid: pid_t
    /// The reading end of the pipe that is its standard output.
    let output: Int32
    private var text: [UInt8] = []
    /// Whether its output has ended.
    private(set) var hasClosed = false

    /// Starts a program, which is looked for in `$PATH` unless its name has a slash; no shell sees the arguments.
    ///
    /// - Parameters:
    ///   - arguments: The program and its arguments.
    ///   - environment: All of its environment.
    ///   - input: Its standard input, at most as long as a pipe holds.
    ///   - isMute: Whether what it writes to standard error is dropped; otherwise it goes where ours goes.
    /// - Throws: `ControlError` if it cannot be started.
    init(
        _ arguments: [String],
        environment: [String: String],
        input: [UInt8] = [],
        isMute: Bool = false
    ) throws(ControlError) {
        var (into, out) = ([Int32](repeating: -1, count: 2), [Int32](repeating: -1, count: 2))
        guard pipe(&into) == 0, pipe(&out) == 0 else {
            (into + out).filter { $0 >= 0 }.forEach { close($0) }
            throw Self.fault(arguments[0], errno)
        }
        (into + out).forEach { _ = fcntl($0, F_SETFD, FD_CLOEXEC) }
        // It fits into the pipe, whose reading end is still ours: this neither waits nor fails.
        _ = input.withUnsafeBytes { Glibc.write(into[1], $0.baseAddress, min($0.count, Limits.childInputSizeMax)) }
        close(into[1])
        let (pid, code) = Self.spawn(arguments, environment, input: into[0], output: out[1], isMute)
        close(into[0])
        close(out[1])
        guard code == 0 else {
            close(out[0])
            throw Self.fault(arguments[0], code)
        }
        (self.pid, output) = (pid, out[0])
        _ = fcntl(output, F_SETFL, O_NONBLOCK)
    }

    deinit { close(output) }

    private static func fault(_ program: String, _ code: Int32) -> ControlError {
        let name = TerminalText(data: program).string
        return ControlError(.unavailable, "cannot run \(name): \(Errno(code: code))")
    }

    private static func spawn(
        _ arguments: [String],
        _ environment: [String: String],
        input: Int32,
        output: Int32,
        _ isMute: Bool
    ) -> (pid_t, Int32) {
        var attributes = posix_spawnattr_t()
        posix_spawnattr_init(&attributes)
        defer { posix_spawnattr_destroy(&attributes) }
        // Ctrl-C on our terminal is not for it.
        posix_spawnattr_setpgroup(&attributes, 0)
        var signals = sigset_t()
        sigemptyset(&signals)
        [SIGINT, SIGTERM, SIGPIPE].forEach { sigaddset(&signals, $0) }
        posix_spawnattr_setsigdefault(&attributes, &signals)
        posix_spawnattr_setflags(&attributes, Int16(POSIX_SPAWN_SETSIGDEF) | Int16(POSIX_SPAWN_SETPGROUP))
        var actions = posix_spawn_file_actions_t()
        posix_spawn_file_actions_init(&actions)
        defer { posix_spawn_file_actions_destroy(&actions) }
        posix_spawn_file_actions_adddup2(&actions, input, STDIN_FILENO)
        posix_spawn_file_actions_adddup2(&actions, output, STDOUT_FILENO)
        if isMute { posix_spawn_file_actions_addopen(&actions, STDERR_FILENO, "/dev/null", O_WRONLY, 0) }
        var pid: pid_t = 0
        let code = withCStrings(arguments) { words in
            withCStrings(environment.map { "\($0.key)=\($0.value)" }) { variables in
                posix_spawnp(&pid, arguments[0], &actions, &attributes, words, variables)
            }
        }
        return (pid, code)
    }

    /// Returns the lines that have arrived; the last one also without its end once the output has ended.
    func readLines() -> [String] {
        var buffer = [UInt8](repeating: 0, count: 4096)
        while !hasClosed {
            let count = read(output, &buffer, buffer.count)
            if count < 0, errno == EINTR { continue }
            guard count > 0 else {
                hasClosed = count == 0
                break
            }
            // What is longer than any answer is not one.
            if text.count < Limits.childOutputSizeMax { text += buffer[..<count] }
        }
        var lines = text.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
        let rest = hasClosed ? [] : lines.popLast() ?? []
        text = Array(rest)
        return lines.filter { !$0.isEmpty }.map { String(decoding: $0, as: UTF8.self) }
    }

    /// Returns the exit status, or 128 plus the number of a signal; nil while it runs.
    func takeStatus() -> Int32? {
        var code: Int32 = 0
        return waitpid(pid, &code, WNOHANG) == pid ? TerminalProcess.exitStatus(code) : nil
    }

    /// Waits for its end, once it has closed its output.
    func wait() {
        var code: Int32 = 0
        while waitpid(pid, &code, 0) == -1, errno == EINTR {}
    }

    /// Asks it to stop what it does, as Ctrl-C does.
    func interrupt() { kill(pid, SIGINT) }

    /// Asks it to end.
    func terminate() { kill(pid, SIGTERM) }

    /// Ends it at once.
    func abort() { kill(pid, SIGKILL) }

    /// Waits until one of some descriptors has something to read, or has ended, or a signal arrives.
    ///
    /// - Parameters:
    ///   - descriptors: Those of programs, or of a connection.
    ///   - milliseconds: The longest wait; nil for as long as it takes.
    static func wait(for descriptors: [Int32], milliseconds: Int64?) {
        var requests = descriptors.map { pollfd(fd: $0, events: Int16(POLLIN), revents: 0) }
        poll(&requests, nfds_t(requests.count), milliseconds.map { Int32(clamping: max(0, $0)) } ?? -1)
    }
}
