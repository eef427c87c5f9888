import Foundation

@testable import PhlistControl

/// The built phlistd, serving a state directory of its own.
final class RealDaemon {
    /// Where it listens.
    let socket: String
    private let directory: String
    private let environment: [String: String]
    private var child: Child?
    private var guardian: Guardian?
    /// Where peers reach it, which stays as it was at its first start.
    private var port = 0

    /// Starts phlistd below a directory and waits until it serves.
    init(in directory: String, environment: [String: String]) throws {
        self.directory = directory
        self.environment = environment
        socket = "\(directory)/control.sock"
        try start()
    }

    deinit {
        try? stop()
    }

    /// Starts it on the state that it left; it serves when this returns.
    func start() throws {
        let ready = try ReadySocket(path: "\(directory)/notify.sock")
        let log = try log()
        let child = try Child(
            Child.Start(
                program: Program.path("phlistd"),
                arguments: [
                    "--state-dir", "\(directory)/state", "--socket", socket, "--port", "\(port)", "--no-discovery",
                ],
                environment: environment.merging(["NOTIFY_SOCKET": ready.path]) { $1 },
                directory: directory,
                files: [nil, log, log]
            )
        )
        self.child = child
        guardian = try Guardian(of: child.pid, directory: directory)
        guard ready.wait(orEnd: child.endDescriptor, within: .seconds(20)) else {
            throw HarnessError("phlistd does not serve; its log:\n\(logText)")
        }
        do {
            port = try client().reply(to: .status()).port
        } catch {
            throw HarnessError("phlistd does not answer: \(error); its log:\n\(logText)")
        }
    }

    private func client() throws -> ControlClient {
        let surroundings = Surroundings.ofProcess(environment: [:])
        let path = try SocketPath(option: socket, profile: .standard, surroundings: surroundings)
        return ControlClient(socket: path, timeout: .seconds(20))
    }

    /// Ends it by SIGTERM and waits until it has gone.
    ///
    /// - Throws: `HarnessError` when it does not go in time or ends with an error.
    func stop() throws {
        guard let child else { return }
        self.child = nil
        defer { guardian = nil }
        child.signal(SIGTERM)
        let status = try child.wait()
        guard status == 0 else { throw HarnessError("phlistd ended with \(status); its log:\n\(logText)") }
    }

    /// Stops it and starts it again on the same state.
    func restart() throws {
        try stop()
        try start()
    }

    /// Ends it as a power cut would.
    func crash() throws {
        child?.signal(SIGKILL)
        try child?.wait()
        (child, guardian) = (nil, nil)
    }

    /// The process, as long as it runs.
    var pid: pid_t? { child?.pid }

    /// Sends it a signal.
    func signal(_ number: Int32) {
        child?.signal(number)
    }

    /// What it has logged so far.
    var logText: String {
        (try? String(contentsOfFile: "\(directory)/log", encoding: .utf8)) ?? ""
    }

    private func log() throws -> FileHandle {
        let path = "\(directory)/log"
        if !FileManager.default.fileExists(atPath: path) { try Data().write(to: URL(filePath: path)) }
        let log = try FileHandle(forWritingTo: URL(filePath: path))
        try log.seekToEnd()
        return log
    }
}

/// Kills a process and removes a directory when the test run itself is killed or crashes, so that neither stays behind.
private final class Guardian {
    private let life = Pipe()
    private let child: Child

    init(of pid: pid_t, directory: String) throws {
        // A line tells that all is well; an end without one that nobody is left to clean up.
        let script = #"read -r line || { kill -KILL "$1"; rm -rf "$2"; }"#
        child = try Child(
            Child.Start(
                program: "/bin/sh",
                arguments: ["-c", script, "guardian", "\(pid)", directory],
                environment: ["PATH": Program.searchPath],
                directory: "/",
                files: [life.fileHandleForReading, nil, nil]
            )
        )
    }

    deinit {
        try? life.fileHandleForWriting.write(contentsOf: Data("well\n".utf8))
        _ = try? child.wait()
    }
}

extension RealDaemon {
    /// Asks it to read its configuration again.
    func hangUp() throws {
        signal(SIGHUP)
    }

    /// Waits until it has logged a text so often.
    ///
    /// - Throws: `HarnessError` when it does not in time.
    func expectLog(_ text: String, count: Int = 1, within time: Duration = .seconds(10)) throws {
        let deadline = ContinuousClock.now + time
        while logText.components(separatedBy: text).count <= count {
            guard ContinuousClock.now < deadline else { throw HarnessError("not logged: \(text)\n\(logText)") }
            _ = poll(nil, 0, 10)
        }
    }
}
