import FoundationEssentials
import Glibc
import Testing

@testable import PhlistDaemon

/// What a program that is started gets of this process.
struct ChildProcessTests {
    @Test func `a program that decodes pictures inherits no connection and no other descriptor`() async throws {
        let directory = try TestDirectory()
        // As the event loops make theirs: without the mark that a new program closes them.
        let sockets = (0..<10).map { _ in socket(AF_UNIX, Int32(SOCK_STREAM.rawValue), 0) }
        defer { sockets.forEach { close($0) } }
        let child = ChildProcess(
            path: "/bin/sh",
            arguments: ["-c", "ls -l /proc/self/fd >&2"],
            environment: [],
            directory: directory.path,
            timeoutSeconds: 20
        )
        guard case .exited(0, let messages) = await child.run() else {
            Issue.record("the program failed")
            return
        }
        let numbers = messages.matches(of: /(\d+) -> (\S+)/).map { "\($0.1) \($0.2.prefix(10))" }
        // The directory that `ls` reads is its own.
        #expect(numbers.count == 4 && numbers.last?.hasPrefix("3 /proc/") == true, "\(messages)")
    }

    @Test func `a program whose time is up ends with those that it started`() async throws {
        let directory = try TestDirectory()
        // A pipe that the second program keeps open shows when it ends.
        let path = "\(directory.path)/pipe"
        #expect(mkfifo(path, 0o600) == 0)
        let pipe = open(path, O_RDONLY | O_NONBLOCK)
        defer { close(pipe) }
        let child = ChildProcess(
            path: "/bin/sh",
            arguments: ["-c", "sleep 600 >pipe & wait"],
            environment: ["PATH=/usr/bin:/bin"],
            directory: directory.path,
            timeoutSeconds: 3
        )
        #expect(await child.run() == .signalled)
        var event = pollfd(fd: pipe, events: 0, revents: 0)
        #expect(poll(&event, 1, 20_000) == 1 && Int32(event.revents) & POLLHUP != 0)
    }

    @Test func `a program that is not there and one that says too much end as such`() async throws {
        let directory = try TestDirectory()
        for (path, arguments, ending) in [
            ("/nowhere/vips", [], ChildProcess.Ending.failed),
            ("/bin/sh", ["-c", "head -c 70000 /dev/zero >&2"], .saidTooMuch),
        ] {
            let child = ChildProcess(
                path: path,
                arguments: arguments,
                environment: ["PATH=/usr/bin:/bin"],
                directory: directory.path,
                timeoutSeconds: 20
            )
            #expect(await child.run() == ending)
        }
    }
}
