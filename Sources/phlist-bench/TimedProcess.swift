import Glibc

/// Child processes that are timed until they end.
enum TimedProcess {
    /// A program that did not do what it should.
    struct Failure: Error, CustomStringConvertible {
        var description: String
    }

    /// Runs a program by its path, discards its output, and returns the time from before the fork to its end.
    ///
    /// - Throws: An error when it cannot be started, or when its status is not zero.
    static func run(_ words: [String], input: String? = nil) throws -> Duration {
        let began = ContinuousClock.now
        let status = try wait(for: try start(words, input: input ?? "/dev/null"))
        let duration = ContinuousClock.now - began
        guard status == 0 else { throw Failure(description: "\(words.joined(separator: " ")) ended with \(status)") }
        return duration
    }

    /// Returns the median time of `count` runs, in microseconds.
    static func median(of count: Int, _ words: (Int) -> [String]) throws -> Double {
        var times: [Duration] = []
        for number in 0..<count {
            times.append(try run(words(number)))
        }
        return times.medianMicroseconds
    }

    /// Starts a program and returns without waiting for it.
    static func start(
        _ words: [String],
        input: String = "/dev/null",
        output: String = "/dev/null"
    ) throws -> pid_t {
        var actions = posix_spawn_file_actions_t()
        posix_spawn_file_actions_init(&actions)
        defer { posix_spawn_file_actions_destroy(&actions) }
        posix_spawn_file_actions_addopen(&actions, STDIN_FILENO, input, O_RDONLY, 0)
        posix_spawn_file_actions_addopen(&actions, STDOUT_FILENO, output, O_WRONLY | O_CREAT, 0o600)
        posix_spawn_file_actions_addopen(&actions, STDERR_FILENO, "/dev/null", O_WRONLY, 0)
        var arguments = words.map { strdup($0) } + [nil]
        defer { arguments.forEach { free($0) } }
        var pid: pid_t = 0
        let code = posix_spawn(&pid, words[0], &actions, nil, &arguments, environ)
        guard code == 0 else { throw Failure(description: "\(words[0]): \(String(cString: strerror(code)))") }
        return pid
    }

    /// Waits for a program to end; returns its status, or 128 plus the signal that ended it.
    static func wait(for pid: pid_t) throws -> Int32 {
        var status: Int32 = 0
        guard waitpid(pid, &status, 0) == pid else { throw Failure(description: "process \(pid) is gone") }
        return status & 0x7F == 0 ? status >> 8 & 0xFF : 128 + status & 0x7F
    }
}
