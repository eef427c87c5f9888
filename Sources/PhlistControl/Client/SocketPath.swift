/// The path of the control socket, determined in the same way by the daemon and by clients.
///
/// `--socket` > `--profile` > `$PHLIST_SOCKET` > `control.sock` in `$XDG_RUNTIME_DIR`, else in `/run/user/UID` if the
/// user owns that directory, else in `~/.local/state`, where each profile has a socket of its own.
package struct SocketPath: Sendable, Equatable {
    /// The socket of the system service.
    package static let system = "\(systemDirectory)/control.sock"
    /// Exists while the system service runs; everybody can see that it does.
    package static let systemDirectory = "/run/phlist"

    package let path: String
    /// The path to try when nothing is at `path`: the socket of the system service.
    package let fallback: String?
    /// The command that starts the daemon of this socket.
    package let startCommand: String

    /// Determines the path.
    ///
    /// - Parameters:
    ///   - option: The value of `--socket`.
    ///   - profile: The profile of `--profile`.
    ///   - surroundings: The environment of the process.
    /// - Throws: `PathError` when the path is empty or longer than a socket's path may be.
    package init(option: String?, profile: Profile, surroundings: Surroundings) throws(PathError) {
        if let path = option ?? (profile == .standard ? surroundings.variable("PHLIST_SOCKET") : nil) {
            self.path = path
            fallback = nil
            startCommand = "phlistd --socket \(path)"
        } else {
            path = Self.usual(profile, surroundings)
            fallback = profile == .standard ? Self.system : nil
            startCommand = Self.startCommand(profile, surroundings)
        }
        try check()
    }

    init(path: String, fallback: String?, startCommand: String) {
        self.path = path
        self.fallback = fallback
        self.startCommand = startCommand
    }

    /// The file that the daemon locks while it owns the socket or is about to.
    package var lockFile: String { Self.lockFile(of: path) }

    /// The lock file of a socket.
    static func lockFile(of path: String) -> String { "\(path).lock" }

    private func check() throws(PathError) {
        guard !path.isEmpty else { throw .socketPathEmpty }
        let size = path.utf8.count
        guard size <= Limits.socketPathSizeMax else { throw .socketPathTooLong(path: path, size: size) }
    }

    private static func usual(_ profile: Profile, _ surroundings: Surroundings) -> String {
        "\(runtimeDirectory(surroundings))/\(profile.directoryName)/control.sock"
    }

    private static func runtimeDirectory(_ surroundings: Surroundings) -> String {
        if let directory = surroundings.directory("XDG_RUNTIME_DIR") { return directory }
        let directory = "/run/user/\(surroundings.userID)"
        // Not XDG_STATE_HOME: it often differs between a service and a login shell, and both must find the same path.
        return surroundings.isOwnDirectory(directory) ? directory : "\(surroundings.home)/.local/state"
    }

    private static func startCommand(_ profile: Profile, _ surroundings: Surroundings) -> String {
        if let name = profile.name { return "phlistd --profile \(name)" }
        return surroundings.userID == 0 ? "systemctl start phlistd" : "systemctl --user start phlistd"
    }
}
