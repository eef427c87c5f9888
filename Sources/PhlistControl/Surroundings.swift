import Glibc

/// What the process was given and paths depend on; an argument, so that the rules for paths are pure.
package struct Surroundings: Sendable {
    /// Environment variables; an empty one counts as not set.
    package var environment: [String: String]
    package var userID: UInt32
    /// The home directory of the user.
    package var home: String
    /// Whether a path is a directory that belongs to the user.
    package var isOwnDirectory: @Sendable (_ path: String) -> Bool

    /// Creates surroundings.
    package init(
        environment: [String: String],
        userID: UInt32,
        home: String,
        isOwnDirectory: @escaping @Sendable (_ path: String) -> Bool
    ) {
        self.environment = environment
        self.userID = userID
        self.home = home
        self.isOwnDirectory = isOwnDirectory
    }

    /// The surroundings of a process with these variables; without HOME its home is that of the password file.
    package static func ofProcess(environment: [String: String]) -> Surroundings {
        let userID = geteuid()
        let home = environment["HOME"].flatMap { $0.hasPrefix("/") ? $0 : nil } ?? accountHome(userID) ?? "/"
        return Surroundings(environment: environment, userID: userID, home: home) { path in
            let status = FileStatus(path: path)
            return status?.kind == .directory && status?.owner == userID
        }
    }

    /// A variable that is set and not empty.
    func variable(_ name: String) -> String? {
        environment[name].flatMap { $0.isEmpty ? nil : $0 }
    }

    /// A variable that names a directory; the XDG specification says that a relative path is to be ignored.
    func directory(_ name: String) -> String? {
        variable(name).flatMap { $0.hasPrefix("/") ? $0 : nil }
    }

    private static func accountHome(_ userID: UInt32) -> String? {
        guard let account = getpwuid(userID), let home = account.pointee.pw_dir else { return nil }
        return String(cString: home)
    }
}
