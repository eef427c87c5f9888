import Foundation
import Glibc
import PhlistTestKit
import Testing

@testable import PhlistControl

/// The sockets of daemons that run for other users.
struct LoginSocketsTests {
    @Test func `of the sockets of other users that one is named whose daemon runs`() throws {
        let directory = ScriptedServer.makeDirectory()
        defer { try? FileManager.default.removeItem(atPath: directory) }
        let sockets = try ["1000", "1001", "1002"].map { user in
            try FileManager.default.createDirectory(
                atPath: "\(directory)/\(user)/phlist",
                withIntermediateDirectories: true
            )
            return "\(directory)/\(user)/phlist/control.sock"
        }
        let served = sockets.dropFirst().map { ScriptedServer(path: $0, [.readRequest]) }
        let users = LoginSockets(directory: directory)
        #expect(users.inUse(besides: "/none") == nil, "left behind by a daemon that ended")
        let lock = open("\(sockets[1]).lock", O_RDWR | O_CREAT | O_CLOEXEC, 0o600)
        defer { close(lock) }
        #expect(flock(lock, LOCK_EX | LOCK_NB) == 0)
        #expect(users.inUse(besides: "/none") == sockets[1])
        #expect(users.inUse(besides: sockets[1]) == nil, "one's own")
        #expect(LoginSockets(directory: "/no/such").inUse(besides: "/none") == nil)
        withExtendedLifetime(served) {}
    }
}
