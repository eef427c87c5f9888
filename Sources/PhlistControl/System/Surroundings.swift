import Glibc

/// The environment that paths depend on; passed as an argument so that the rules for paths are pure.
package struct Surroundings: Sendable {
    /// Environment variables; an empty one counts as unset.
    package var environment: [String: String]
    package var userID: UInt32
    /// The home directory of the user.
    package var home: String
    /// Whether a path is a directory that belongs to the user.
    package var isOwnDirectory: @Sendable (_ path: String) -> Bool

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

    /// Returns the surroundings of this process; without HOME its home is that of the password file.
    package static func ofProcess(environment: [String: String]) -> Surroundings {
        let userID = geteuid()
        let home = environment["HOME"].flatMap { $0.hasPrefix("/") ? $0 : nil } ?? accountHome(userID) ?? "/"
        return Surroundings(environment: environment, userID: userID, home: home) { path in
            let status = FileStatus(path: path)
            return status?.kind == .directory && status?.owner == userID
        }
    }

    /// Returns a variable that is set and not empty.
    func variable(_ name: String) -> String? {
        environment[name].flatMap { $0.isEmpty ? nil : $0 }
    }

    /// Returns a variable that names a directory; the XDG specification tells programs to ignore relative paths.
    func directory(_ name: String) -> String? {
        variable(name).flatMap { $0.hasPrefix("/") ? $0 : nil }
    }

    private static func accountHome(_ userID: UInt32) -> String? {
        guard let account = getpwuid(userID), let home = account.pointee.pw_dir else { return nil }
        return String(cString: home)
    }
}
