import FoundationEssentials

/// The control sockets of the users who are logged in; only root can look into their directories.
struct LoginSockets {
    /// The directory with a directory for each user.
    var directory = "/run/user"

    /// Returns a socket whose daemon runs, other than the caller's own; nil if there is none.
    func inUse(besides own: String) -> String? {
        let users = (try? FileManager.default.contentsOfDirectory(atPath: directory)) ?? []
        return users.sorted().map { "\(directory)/\($0)/phlist/control.sock" }.first { path in
            path != own && FileStatus(path: path)?.kind == .socket && FileLock(path: "\(path).lock").isHeld
        }
    }
}
