import PhlistControl
import Testing

/// The rule for the socket's path, by which the daemon and its clients meet.
struct SocketPathTests {
    struct Row: Sendable, CustomTestStringConvertible {
        var option: String?
        var profile: String?
        var environment: [String: String] = [:]
        var ownsRunUser = false
        var path: String
        var fallback: String?
        var start: String

        var testDescription: String { "\(path) by \(start)" }
    }

    static let table = [
        Row(
            option: "/a",
            profile: "dev",
            environment: ["PHLIST_SOCKET": "/b", "XDG_RUNTIME_DIR": "/run/user/7"],
            path: "/a",
            start: "phlistd --socket /a"
        ),
        Row(option: "here.sock", path: "here.sock", start: "phlistd --socket here.sock"),
        Row(
            environment: ["PHLIST_SOCKET": "/b", "XDG_RUNTIME_DIR": "/run/user/7"],
            path: "/b",
            start: "phlistd --socket /b"
        ),
        // What is typed outweighs what the session was given.
        Row(
            profile: "dev",
            environment: ["PHLIST_SOCKET": "/b", "XDG_RUNTIME_DIR": "/run/user/7"],
            path: "/run/user/7/phlist-dev/control.sock",
            start: "phlistd --profile dev"
        ),
        Row(
            profile: "dev",
            environment: ["XDG_RUNTIME_DIR": "/run/user/7"],
            path: "/run/user/7/phlist-dev/control.sock",
            start: "phlistd --profile dev"
        ),
        Row(
            environment: ["XDG_RUNTIME_DIR": "/run/user/7", "PHLIST_SOCKET": ""],
            path: "/run/user/7/phlist/control.sock",
            fallback: "/run/phlist/control.sock",
            start: "systemctl --user start phlistd"
        ),
        Row(
            environment: ["XDG_RUNTIME_DIR": "relative"],
            ownsRunUser: true,
            path: "/run/user/1000/phlist/control.sock",
            fallback: "/run/phlist/control.sock",
            start: "systemctl --user start phlistd"
        ),
        Row(
            environment: ["XDG_RUNTIME_DIR": "", "XDG_STATE_HOME": "/elsewhere"],
            path: "/home/anna/.local/state/phlist/control.sock",
            fallback: "/run/phlist/control.sock",
            start: "systemctl --user start phlistd"
        ),
        Row(
            profile: "dev",
            path: "/home/anna/.local/state/phlist-dev/control.sock",
            start: "phlistd --profile dev"
        ),
    ]

    @Test(arguments: table)
    func `the first rule that applies decides`(row: Row) throws {
        let profile = try row.profile.map { try Profile(name: $0) } ?? .standard
        let surroundings = Surroundings.anna(row.environment, ownsRunUser: row.ownsRunUser)
        let socket = try SocketPath(option: row.option, profile: profile, surroundings: surroundings)
        #expect(socket.path == row.path)
        #expect(socket.fallback == row.fallback)
        #expect(socket.startCommand == row.start)
        #expect(socket.lockFile == "\(row.path).lock")
    }

    @Test func `root is told to start the system service`() throws {
        var surroundings = Surroundings.anna()
        surroundings.userID = 0
        let socket = try SocketPath(option: nil, profile: .standard, surroundings: surroundings)
        #expect(socket.startCommand == "systemctl start phlistd")
    }

    @Test func `the directory in run user must be ours and no other`() throws {
        var surroundings = Surroundings.anna()
        surroundings.isOwnDirectory = { $0 == "/run/user/1001" }
        let socket = try SocketPath(option: nil, profile: .standard, surroundings: surroundings)
        #expect(socket.path == "/home/anna/.local/state/phlist/control.sock")
    }

    @Test func `a path of 107 bytes fits and one of 108 does not`() throws {
        let path = "/" + String(repeating: "a", count: 106)
        #expect(try SocketPath(option: path, profile: .standard, surroundings: .anna()).path == path)
        let error = #expect(throws: PathError.socketPathTooLong(path: path + "é", size: 109)) {
            try SocketPath(option: path + "é", profile: .standard, surroundings: .anna())
        }
        #expect(error?.controlError.code.exitStatus == 78)
        #expect(error?.controlError.message.contains(path) == true)
        #expect(error?.controlError.hint?.contains("--socket") == true)
    }

    @Test func `a path that the surroundings make too long is refused as well`() {
        var surroundings = Surroundings.anna()
        surroundings.home = "/" + String(repeating: "h", count: 90)
        #expect(throws: PathError.self) {
            try SocketPath(option: nil, profile: .standard, surroundings: surroundings)
        }
    }

    @Test func `an empty option does not fall back to another daemon`() {
        #expect(throws: PathError.socketPathEmpty) {
            try SocketPath(option: "", profile: .standard, surroundings: .anna(["PHLIST_SOCKET": "/b"]))
        }
    }
}

extension Surroundings {
    /// The surroundings of a user with the id 1000.
    static func anna(_ environment: [String: String] = [:], ownsRunUser: Bool = false) -> Surroundings {
        Surroundings(environment: environment, userID: 1000, home: "/home/anna") { path in
            ownsRunUser && path == "/run/user/1000"
        }
    }
}
