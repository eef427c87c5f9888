import PhlistControl

/// The service of phlistd as systemd describes it.
struct ServiceState: Sendable, Equatable {
    /// Whether its last run failed; systemd may be about to start it again.
    var hasFailed = false
    /// The exit status of the last run.
    var exitStatus = 0
    /// Whether it starts at login, or with the machine.
    var isEnabled = false
    var isActive = false

    /// Time in which systemctl answers.
    private static let patience = Duration.seconds(2)
    private static let properties = "LoadState,ActiveState,SubState,Result,ExecMainStatus,UnitFileState"

    init(hasFailed: Bool = false, exitStatus: Int = 0, isEnabled: Bool = false, isActive: Bool = false) {
        (self.hasFailed, self.exitStatus, self.isEnabled, self.isActive) = (hasFailed, exitStatus, isEnabled, isActive)
    }

    /// Reads the lines of `systemctl show`; nil if the service is not installed.
    init?(lines: [String]) {
        let pairs = lines.map { $0.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false) }
        let values = Dictionary(pairs.map { (String($0[0]), $0.dropFirst().first.map(String.init) ?? "") }) { $1 }
        guard values["LoadState"] == "loaded" else { return nil }
        hasFailed = values["ActiveState"] == "failed" || values["SubState"] == "auto-restart"
        exitStatus = values["ExecMainStatus"].flatMap { Int($0) } ?? 0
        isEnabled = values["UnitFileState"] == "enabled"
        isActive = values["ActiveState"] == "active"
    }

    /// Asks systemctl, whose complaints where systemd does not run are not for the user.
    ///
    /// - Parameters:
    ///   - isUsers: Whether the service of the user is meant, not that of the machine.
    ///   - environment: The environment, with the path of the user's bus.
    init?(isUsers: Bool, environment: [String: String]) {
        let scope = isUsers ? ["--user"] : []
        guard let path = ProgramLookup(environment).path(of: "systemctl") else { return nil }
        let arguments = [path] + scope + ["show", "phlistd.service", "--property=\(Self.properties)"]
        guard let program = try? ChildProgram(arguments, environment: environment, isMute: true) else { return nil }
        var lines = program.readLines()
        let deadline = ContinuousClock.now + Self.patience
        while !program.hasClosed, ContinuousClock.now < deadline {
            ChildProgram.wait(for: [program.output], milliseconds: 100)
            lines += program.readLines()
        }
        if !program.hasClosed { program.abort() }
        program.wait()
        self.init(lines: lines)
    }
}
