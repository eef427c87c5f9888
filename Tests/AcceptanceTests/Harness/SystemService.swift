import Foundation

/// phlistd as systemd runs it for a whole machine: its socket is for the users of a group as well.
final class SystemService {
    /// Where it listens; everybody may connect, as if everybody was in the group.
    let socket: String
    private let child: Child

    /// Starts it on the state of a home whose own phlistd does not run.
    init(of home: Home) throws {
        let directory = home.directory
        socket = "\(directory)/service/control.sock"
        for name in ["service", "etc"] {
            try FileManager.default.createDirectory(
                atPath: "\(directory)/\(name)",
                withIntermediateDirectories: true,
                attributes: [.posixPermissions: 0o755]
            )
        }
        let ready = try ReadySocket(path: "\(directory)/notify.sock")
        child = try Child(
            Child.Start(
                program: Program.path("phlistd"),
                arguments: ["--port", "0", "--no-discovery"],
                environment: Self.environment(home, notify: ready.path),
                directory: directory
            )
        )
        guard ready.wait(orEnd: child.endDescriptor, within: .seconds(20)) else {
            throw HarnessError("the system service does not serve")
        }
        try FileManager.default.setAttributes([.posixPermissions: 0o755], ofItemAtPath: directory)
        try FileManager.default.setAttributes([.posixPermissions: 0o666], ofItemAtPath: socket)
    }

    /// Ends it by SIGTERM and waits until it has gone.
    func stop() throws {
        child.signal(SIGTERM)
        try child.wait()
    }

    private static func environment(_ home: Home, notify: String) -> [String: String] {
        var environment = home.environment
        environment["PHLIST_SOCKET"] = nil
        return environment.merging([
            "CONFIGURATION_DIRECTORY": "\(home.directory)/etc",
            "NOTIFY_SOCKET": notify,
            "RUNTIME_DIRECTORY": "\(home.directory)/service",
            "STATE_DIRECTORY": "\(home.directory)/state",
        ]) { $1 }
    }
}
