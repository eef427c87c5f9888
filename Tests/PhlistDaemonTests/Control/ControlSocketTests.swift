import Glibc
import PhlistControl
import PhlistDaemon
import Testing

@Suite struct ControlSocketTests {
    let directory: TestDirectory
    var path: String { "\(directory.path)/s/control.sock" }

    init() throws {
        directory = try TestDirectory()
    }

    private func open(_ path: String? = nil, mode: UInt32 = 0o600) throws -> ControlSocket {
        try ControlSocket.open(.at(path ?? self.path), mode: mode)
    }

    private func refusal(_ path: String? = nil) -> ControlError? {
        #expect(throws: ControlError.self) { try open(path) }
    }

    @Test(arguments: [(0o600, 0o600), (0o660, 0o640)] as [(UInt32, mode_t)])
    func `whoever may use the socket may read how far the start is, while it lasts`(
        _ mode: UInt32,
        _ file: mode_t
    ) throws {
        let socket = try open(mode: mode)
        for step in [StartProgress.reading(percent: 100), .opening] {
            socket.tell(step)
            #expect(StartProgress(socket: path) == step)
            #expect(directory.mode(of: "s/control.sock.start") == file)
        }
        socket.tell(nil)
        #expect(StartProgress(socket: path) == nil && !directory.has("s/control.sock.start"))
        socket.tell(.packing)
        socket.discard()
        #expect(StartProgress(socket: path) == nil && !directory.has("s/control.sock.start"))
    }

    @Test(arguments: [0o600, 0o660] as [UInt32])
    func `the socket has the mode that was asked for, in a directory for its user alone`(_ mode: UInt32) throws {
        let socket = try open(mode: mode)
        #expect(directory.mode(of: "s/control.sock") == mode)
        #expect(directory.mode(of: "s") == 0o700)
        #expect(!directory.has("s/control.soc~"))
        socket.discard()
        #expect(!directory.has("s/control.sock"))
    }

    @Test func `missing parents of the directory are made for their user alone`() throws {
        let socket = try open("\(directory.path)/a/b/c/control.sock")
        #expect(["a", "a/b", "a/b/c"].map(directory.mode) == [0o700, 0o700, 0o700])
        socket.discard()
    }

    @Test func `a second daemon on the path is refused and the first stays reachable`() throws {
        let first = try open()
        let message = "another phlistd (pid \(getpid())) serves this socket: \(path)"
        #expect(refusal() == ControlError(.tryAgain, message))
        _ = try RawClient(path: path)
        first.discard()
        try open().discard()
    }

    @Test func `a daemon without our lock keeps its path`() throws {
        let first = try open()
        // Whoever removes the lock file by hand must not cut off the daemon that runs.
        unlink("\(path).lock")
        #expect(refusal()?.message == "another phlistd (pid \(getpid())) serves this socket: \(path)")
        _ = try RawClient(path: path)
        first.discard()
    }

    @Test func `a daemon that is just starting keeps its path`() throws {
        let first = try open()
        unlink(path)
        #expect(refusal() == ControlError(.tryAgain, "another phlistd is starting on this socket: \(path)"))
        first.discard()
    }

    @Test func `a socket file that a crash left is replaced`() throws {
        let crashed = try open()
        close(crashed.descriptor)
        #expect(throws: RawClient.Failure.self) { try RawClient(path: path) }
        unlink("\(path).lock")
        let next = try open()
        _ = try RawClient(path: path)
        next.discard()
    }

    @Test func `a socket file that somebody else has put there stays`() throws {
        let first = try open()
        unlink(path)
        try directory.write("not ours", to: "s/control.sock")
        first.discard()
        #expect(directory.has("s/control.sock"))
    }

    @Test func `a file that is no socket is neither replaced nor removed`() throws {
        mkdir("\(directory.path)/s", 0o700)
        try directory.write("precious", to: "s/control.sock")
        #expect(refusal()?.code == .configuration)
        #expect(refusal()?.message == "control socket \(path): something else is there")
        #expect(directory.has("s/control.sock"))
    }

    @Test(arguments: ["link/control.sock", "link//control.sock"])
    func `a directory behind a symbolic link is refused`(_ name: String) throws {
        mkdir("\(directory.path)/real", 0o700)
        symlink("\(directory.path)/real", "\(directory.path)/link")
        let message = "directory \(directory.path)/link: is a symbolic link; name the directory itself"
        #expect(refusal("\(directory.path)/\(name)") == ControlError(.notPermitted, message))
        #expect(!directory.has("real/control.sock.lock"))
    }

    @Test func `a lock file that is a symbolic link is refused`() throws {
        mkdir("\(directory.path)/s", 0o700)
        symlink("\(directory.path)/victim", "\(path).lock")
        #expect(refusal()?.code == .inputOutput)
        #expect(!directory.has("victim"))
    }

    @Test(arguments: [0o720, 0o702, 0o777] as [mode_t])
    func `a directory that others may write to is refused`(_ mode: mode_t) throws {
        mkdir("\(directory.path)/s", 0o700)
        chmod("\(directory.path)/s", mode)
        let message = "directory \(directory.path)/s: others may write to it; use one of your own"
        #expect(refusal() == ControlError(.notPermitted, message))
    }

    @Test func `a directory of another user is refused`() throws {
        // Root can give a directory away; for everybody else the root directory is another user's.
        mkdir("\(directory.path)/s", 0o700)
        let other = geteuid() + 1
        let foreign = chown("\(directory.path)/s", other, getegid()) == 0 ? "\(directory.path)/s" : "/"
        let owner = foreign == "/" ? 0 : other
        let message = "directory \(foreign): belongs to uid \(owner), not to uid \(geteuid())"
        #expect(refusal("\(foreign)/control.sock".replacing("//", with: "/")) == ControlError(.notPermitted, message))
    }

    @Test func `a path of 107 bytes works and one byte more does not`() throws {
        let room = 107 - directory.path.utf8.count - 3
        let longest = "\(directory.path)/s/" + String(repeating: "x", count: room)
        #expect(longest.utf8.count == 107)
        let socket = try open(longest)
        _ = try RawClient(path: longest)
        socket.discard()
        #expect(throws: PathError.socketPathTooLong(path: longest + "x", size: 108)) {
            try SocketPath.at(longest + "x")
        }
    }
}
