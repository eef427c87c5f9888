import PhlistControl

/// The default paths and port.
///
/// systemd names the directories of a system service in the environment, as its unit requests; otherwise they are the
/// user's own.
struct Places {
    let configurationFile: String
    let fragmentsDirectory: String
    let stateDirectory: String
    /// Several daemons on one machine cannot share the default ports.
    let port: Int
    let webPort: Int
    /// A system service's socket is for its group too.
    let socketMode: UInt32
    private let systemSocket: String?
    private let profile: Profile
    private let surroundings: Surroundings

    init(profile: Profile, surroundings: Surroundings) {
        self.profile = profile
        self.surroundings = surroundings
        port = profile == .standard ? DaemonConfiguration.standardPort : 0
        webPort = profile == .standard ? WebConfiguration.standardPort : 0
        let own = ProgramDirectories(profile: profile, surroundings: surroundings)
        let environment = surroundings.environment
        guard profile == .standard,
            let configuration = environment["CONFIGURATION_DIRECTORY"],
            let state = environment["STATE_DIRECTORY"],
            let runtime = environment["RUNTIME_DIRECTORY"]
        else {
            (configurationFile, fragmentsDirectory) = (own.configurationFile, own.configurationFragments)
            (stateDirectory, systemSocket, socketMode) = (own.state, nil, 0o600)
            return
        }
        (configurationFile, fragmentsDirectory) = ("\(configuration)/phlist.yaml", "\(configuration)/conf.d")
        (stateDirectory, systemSocket, socketMode) = (state, "\(runtime)/control.sock", 0o660)
    }

    /// Returns the control socket, at the named path or at the default one.
    func socketPath(_ named: String?) throws(PathError) -> SocketPath {
        try SocketPath(option: named ?? systemSocket, profile: profile, surroundings: surroundings)
    }
}
