import Foundation
import PhlistControl

/// posix_spawn(3), which can give the new process a terminal of its own.
enum Spawn {
    /// The lowest number behind the three standard files.
    private static let inheritedNumber: Int32 = 3
    /// POSIX_SPAWN_SETSID of glibc.
    private static let setSession: Int32 = 0x80

    /// Starts a process that has the three standard files and, as number 3, the inherited one; no other file is open.
    static func run(_ start: Child.Start, inherited: Int32) throws -> pid_t {
        let hidden = try HiddenCalls()
        var actions = posix_spawn_file_actions_t()
        posix_spawn_file_actions_init(&actions)
        defer { posix_spawn_file_actions_destroy(&actions) }
        prepare(&actions, start, inherited, hidden)
        var attributes = posix_spawnattr_t()
        posix_spawnattr_init(&attributes)
        defer { posix_spawnattr_destroy(&attributes) }
        prepare(&attributes, hasTerminal: start.terminal != nil)
        let arguments = [start.program] + start.arguments
        let environment = start.environment.sorted { $0.key < $1.key }.map { "\($0.key)=\($0.value)" }
        var pid: pid_t = 0
        let code = withCStrings(arguments) { arguments in
            withCStrings(environment) { environment in
                // A file that nobody holds any more would be closed.
                withExtendedLifetime(start.files) {
                    posix_spawn(&pid, start.program, &actions, &attributes, arguments, environment)
                }
            }
        }
        guard code == 0 else { throw HarnessError("cannot start \(start.program): \(String(cString: strerror(code)))") }
        return pid
    }

    private static func prepare(
        _ actions: inout posix_spawn_file_actions_t,
        _ start: Child.Start,
        _ inherited: Int32,
        _ hidden: HiddenCalls
    ) {
        _ = hidden.changeDirectory(&actions, start.directory)
        if let terminal = start.terminal {
            // The first terminal that the leader of a session opens becomes the one that controls it.
            posix_spawn_file_actions_addopen(&actions, 0, terminal, O_RDWR, 0)
            posix_spawn_file_actions_adddup2(&actions, 0, 1)
            posix_spawn_file_actions_adddup2(&actions, 0, 2)
        } else {
            for (number, file) in zip(Int32(0)..., start.files) {
                if let file {
                    posix_spawn_file_actions_adddup2(&actions, file.fileDescriptor, number)
                } else {
                    posix_spawn_file_actions_addopen(&actions, number, "/dev/null", O_RDWR, 0)
                }
            }
        }
        posix_spawn_file_actions_adddup2(&actions, inherited, inheritedNumber)
        _ = hidden.closeFrom(&actions, inheritedNumber + 1)
    }

    /// Signals are as a login shell hands them down: none blocked, none ignored.
    private static func prepare(_ attributes: inout posix_spawnattr_t, hasTerminal: Bool) {
        var none = sigset_t()
        sigemptyset(&none)
        posix_spawnattr_setsigmask(&attributes, &none)
        var all = sigset_t()
        sigfillset(&all)
        posix_spawnattr_setsigdefault(&attributes, &all)
        posix_spawnattr_setpgroup(&attributes, 0)
        let leader = hasTerminal ? setSession : Int32(POSIX_SPAWN_SETPGROUP)
        let flags = Int32(POSIX_SPAWN_SETSIGMASK) | Int32(POSIX_SPAWN_SETSIGDEF) | leader
        posix_spawnattr_setflags(&attributes, Int16(flags))
    }
}

/// Functions of glibc that its headers show to GNU programs alone, which Swift is not.
private struct HiddenCalls {
    typealias Actions = UnsafeMutablePointer<posix_spawn_file_actions_t>
    typealias ChangeDirectory = @convention(c) (Actions, UnsafePointer<CChar>) -> Int32
    typealias CloseFrom = @convention(c) (Actions, Int32) -> Int32

    let changeDirectory: ChangeDirectory
    let closeFrom: CloseFrom

    init() throws {
        guard let changeDirectory = dlsym(nil, "posix_spawn_file_actions_addchdir_np"),
            let closeFrom = dlsym(nil, "posix_spawn_file_actions_addclosefrom_np")
        else { throw HarnessError("glibc is older than 2.34") }
        self.changeDirectory = unsafeBitCast(changeDirectory, to: ChangeDirectory.self)
        self.closeFrom = unsafeBitCast(closeFrom, to: CloseFrom.self)
    }
}
