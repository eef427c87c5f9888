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
            arguments: ["/bin/sh", "-c", "ls -l /proc/self/fd >&2"],
            environment: [],
            directory: directory.path,
            messages: "messages",
            timeoutSeconds: 20
        )
        #expect(await child.run() == .exited(0))
        let messages = try String(contentsOfFile: "\(directory.path)/messages", encoding: .utf8)
        let numbers = messages.matches(of: /(\d+) -> (\S+)/).map { "\($0.1) \($0.2.prefix(10))" }
        // The directory that `ls` reads is its own.
        #expect(numbers.count == 4 && numbers.last?.hasPrefix("3 /proc/") == true, "\(messages)")
    }
}
