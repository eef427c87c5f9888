import Glibc
import PhlistTestKit
import Synchronization
import Testing

@testable import PhlistControl

/// The client and a daemon that is not there, not yet there, or not for this user.
struct ControlClientConnectionTests {
    static let reply = "HTTP/1.1 200 OK\r\n\r\n{\"lists\":[],\"schemaVersion\":1}"

    @Test func `a missing daemon is named at once with the command that starts it`() {
        let error = #expect(throws: ClientError.self) {
            try ControlClient(socket: .test("/no/such/control.sock"), timeout: .seconds(9)).reply(to: .lists)
        }
        #expect(error?.controlError.code.exitStatus == 69)
        #expect(
            error?.controlError.message == "phlistd is not running (no socket at /no/such/control.sock); "
                + "try: phlistd --socket /no/such/control.sock"
        )
    }

    @Test func `a daemon that has locked its socket is waited for`() throws {
        let directory = ScriptedServer.makeDirectory()
        let socket = SocketPath.test("\(directory)/control.sock")
        let lock = open(socket.lockFile, O_CREAT | O_WRONLY, 0o600)
        #expect(flock(lock, LOCK_EX | LOCK_NB) == 0)
        let server = Mutex<ScriptedServer?>(nil)
        // The client asks before each attempt; the daemon comes before the fourth.
        let attempts = Mutex(0)
        let client = ControlClient(socket: socket, timeout: .seconds(20)) {
            let attempt = attempts.withLock { attempts in
                attempts += 1
                return attempts
            }
            guard attempt == 4 else { return false }
            server.withLock { $0 = ScriptedServer(path: socket.path, [.readRequest, .send(Self.reply)]) }
            return false
        }
        #expect(try client.reply(to: .lists) == ListsReply(lists: []))
        #expect(attempts.withLock { $0 } > 4)
        close(lock)
        unlink(socket.lockFile)
        server.withLock { $0 = nil }
        rmdir(directory)
    }

    @Test func `a lock file that a daemon has left behind is no reason to wait`() {
        let directory = ScriptedServer.makeDirectory()
        let socket = SocketPath.test("\(directory)/control.sock")
        let lock = open(socket.lockFile, O_CREAT | O_WRONLY, 0o600)
        let attempts = Mutex(0)
        let client = ControlClient(socket: socket, timeout: .seconds(20)) {
            attempts.withLock { $0 += 1 }
            return false
        }
        #expect(throws: ClientError.daemonMissing(path: socket.path, startCommand: socket.startCommand)) {
            try client.reply(to: .lists)
        }
        #expect(attempts.withLock { $0 } == 1)
        close(lock)
        unlink(socket.lockFile)
        rmdir(directory)
    }

    @Test func `a socket that nobody serves is given up after a second`() {
        let directory = ScriptedServer.makeDirectory()
        let path = "\(directory)/control.sock"
        let descriptor = open(path, O_CREAT | O_WRONLY, 0o600)
        close(descriptor)
        let begin = ContinuousClock.now
        #expect(throws: ClientError.daemonMissing(path: path, startCommand: "phlistd --socket \(path)")) {
            try ControlClient(socket: .test(path), timeout: .seconds(9)).reply(to: .lists)
        }
        #expect(ContinuousClock.now - begin >= .seconds(1))
        unlink(path)
        rmdir(directory)
    }

    @Test func `a client that has listened before waits for a daemon that is gone`() throws {
        let directory = ScriptedServer.makeDirectory()
        let socket = SocketPath.test("\(directory)/control.sock")
        let server = Mutex<ScriptedServer?>(nil)
        let client = ControlClient(socket: socket, timeout: .seconds(20)) {
            server.withLock { server in
                guard server == nil else { return }
                let head = "HTTP/1.1 200 OK\r\n\r\n"
                server = ScriptedServer(path: socket.path, [.readRequest, .send(head)])
            }
            return false
        }
        let events = try client.events(after: "7", restartPatience: .seconds(20))
        #expect(try events.next() == nil)
        server.withLock { $0 = nil }
        rmdir(directory)
    }

    @Test func `the system service is asked when the user has no daemon`() throws {
        let server = ScriptedServer([.readRequest, .send(Self.reply)])
        let socket = SocketPath(path: "/no/such/control.sock", fallback: server.path, startCommand: "")
        #expect(try ControlClient(socket: socket, timeout: .seconds(20)).reply(to: .lists) == ListsReply(lists: []))
    }

    @Test func `a change that one daemon did not answer is not sent to another one`() throws {
        let own = ScriptedServer([.readRequest])
        let system = ScriptedServer([.readRequest, .send(Self.reply)])
        let socket = SocketPath(path: own.path, fallback: system.path, startCommand: "start it")
        let request = try ControlRequest(ListsQuery(), CallOptions())
        var change = request
        change.key = "k1"
        #expect(throws: ClientError.self) { try ControlClient(socket: socket, timeout: .seconds(9)).reply(to: change) }
        #expect(system.requests.isEmpty)
        #expect(try ControlClient(socket: socket, timeout: .seconds(9)).reply(to: request) == ListsReply(lists: []))
    }

    @Test func `a client that has listened to one daemon goes on with none but that`() throws {
        let own = ScriptedServer([.readRequest, .send("HTTP/1.1 200 OK\r\n\r\n")])
        let system = ScriptedServer([.readRequest, .send(Self.reply)])
        let socket = SocketPath(path: own.path, fallback: system.path, startCommand: "start it")
        let client = ControlClient(socket: socket, timeout: .seconds(9))
        #expect(try client.events(after: nil, restartPatience: .zero).next() == nil)
        #expect(throws: ClientError.daemonMissing(path: own.path, startCommand: "start it")) {
            try client.events(after: "7", restartPatience: .zero)
        }
        #expect(throws: ClientError.self) { try client.reply(to: .lists) }
        #expect(system.requests.isEmpty)
    }

    @Test func `without either the own path is named`() {
        let socket = SocketPath(path: "/no/a.sock", fallback: "/no/b.sock", startCommand: "start it")
        #expect(throws: ClientError.daemonMissing(path: "/no/a.sock", startCommand: "start it")) {
            try ControlClient(socket: socket, timeout: .seconds(9)).reply(to: .lists)
        }
    }

    @Test func `a socket for others names the group to join`() throws {
        let client = ControlClient(socket: .test("/x"), timeout: .seconds(9))
        let error = #expect(throws: ClientError.notPermitted(path: "/x")) {
            _ = try client.absence(after: Errno(code: EACCES), path: "/x")
        }
        #expect(error?.controlError.code.exitStatus == 77)
        #expect(error?.controlError.hint?.contains("adduser \"$USER\" phlist") == true)
    }

    @Test func `what cannot be a socket is said as it is`() throws {
        let client = ControlClient(socket: .test("/x"), timeout: .seconds(9))
        let error = #expect(throws: ClientError.self) {
            _ = try client.absence(after: Errno(code: ELOOP), path: "/x")
        }
        #expect(error?.controlError.message == "cannot connect to /x: too many levels of symbolic links")
    }
}
