import Dispatch
import Glibc
import PhlistControl
import Synchronization

/// A program that runs in a directory, for a limited time, without this process's environment, descriptors and signal
/// settings.
struct ChildProcess: Sendable {
    /// The program's path and its arguments.
    var arguments: [String]
    var environment: [String]
    var directory: String
    /// The file for its messages, in the directory.
    var messages: String
    var timeoutSeconds: Int

    /// Changes the directory: Swift does not see the C library's call for that.
    private static let env = "/usr/bin/env"

    private typealias CloseFrom = @convention(c) (UnsafeMutablePointer<posix_spawn_file_actions_t>, Int32) -> Int32

    /// A glibc function, since 2.34, that its headers declare only for GNU programs, which Swift is not.
    private static let closeFrom = dlsym(nil, "posix_spawn_file_actions_addclosefrom_np").map {
        unsafeBitCast($0, to: CloseFrom.self)
    }

    /// The end of the process.
    enum Ending: Hashable, Sendable {
        case exited(Int32)
        case signalled(Int32)
        case notStarted(Int32)
    }

    /// Runs it to its end, on a thread of its own.
    func run() async -> Ending {
        await withCheckedContinuation { continuation in
            DispatchQueue.global().async { continuation.resume(returning: runAndWait()) }
        }
    }

    private func runAndWait() -> Ending {
        var actions = posix_spawn_file_actions_t()
        posix_spawn_file_actions_init(&actions)
        defer { posix_spawn_file_actions_destroy(&actions) }
        // SwiftNIO makes sockets without O_CLOEXEC: peers, clients and the listening port would be inherited by the
        // child.
        guard let closeFrom = Self.closeFrom else { return .notStarted(ENOSYS) }
        _ = closeFrom(&actions, STDERR_FILENO + 1)
        posix_spawn_file_actions_addopen(&actions, 0, "/dev/null", O_RDONLY, 0)
        posix_spawn_file_actions_addopen(&actions, 1, "/dev/null", O_WRONLY, 0)
        posix_spawn_file_actions_addopen(&actions, 2, "\(directory)/\(messages)", O_WRONLY | O_CREAT | O_TRUNC, 0o600)
        var attributes = Self.attributes()
        defer { posix_spawnattr_destroy(&attributes) }
        var pid: pid_t = 0
        let code = withCStrings([Self.env, "-C", directory] + arguments) { arguments in
            withCStrings(environment) { posix_spawn(&pid, Self.env, &actions, &attributes, arguments, $0) }
        }
        return code == 0 ? wait(for: pid) : .notStarted(code)
    }

    /// Unblocks and resets all signals, and starts a process group, so that its own children end with it.
    private static func attributes() -> posix_spawnattr_t {
        var attributes = posix_spawnattr_t()
        posix_spawnattr_init(&attributes)
        var (all, none) = (sigset_t(), sigset_t())
        sigfillset(&all)
        sigemptyset(&none)
        posix_spawnattr_setsigdefault(&attributes, &all)
        posix_spawnattr_setsigmask(&attributes, &none)
        posix_spawnattr_setpgroup(&attributes, 0)
        let flags = POSIX_SPAWN_SETSIGDEF | POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETPGROUP
        posix_spawnattr_setflags(&attributes, Int16(flags))
        return attributes
    }

    private func wait(for pid: pid_t) -> Ending {
        let hasEnded = Ended()
        DispatchQueue.global().asyncAfter(deadline: .now() + .seconds(timeoutSeconds)) {
            // Its number is not reused before it was waited for.
            hasEnded.unlessSo { _ = kill(-pid, SIGKILL) }
        }
        // Waits without freeing the number, so that no signal can reach another process.
        var facts = siginfo_t()
        while waitid(P_PID, id_t(pid), &facts, WEXITED | WNOWAIT) == -1, errno == EINTR {}
        hasEnded.set()
        var code: Int32 = 0
        while waitpid(pid, &code, 0) == -1, errno == EINTR {}
        let signal = code & 0x7F
        return signal == 0 ? .exited((code >> 8) & 0xFF) : .signalled(signal)
    }

    private final class Ended: Sendable {
        private let value = Mutex(false)

        func set() {
            value.withLock { $0 = true }
        }

        func unlessSo(_ body: () -> Void) {
            value.withLock { if !$0 { body() } }
        }
    }
}
