/// The directories of a user's configuration and state, after the XDG Base Directory Specification.
package struct ProgramDirectories: Sendable, Equatable {
    /// Contains `phlist.yaml` and `conf.d`.
    package let configuration: String
    /// Contains the log, the device's key and the photos.
    package let state: String
    /// The same of the system service.
    package static let systemState = "/var/lib/phlist"
    /// Contains what programs of a login remember by themselves, such as the reminders that were shown.
    package let ownState: String

    /// Determines the directories of a profile.
    package init(profile: Profile, surroundings: Surroundings) {
        let configurationHome = surroundings.directory("XDG_CONFIG_HOME") ?? "\(surroundings.home)/.config"
        let dataHome = surroundings.directory("XDG_DATA_HOME") ?? "\(surroundings.home)/.local/share"
        configuration = "\(configurationHome)/\(profile.directoryName)"
        state = "\(dataHome)/\(profile.directoryName)"
        let stateHome = surroundings.directory("XDG_STATE_HOME") ?? "\(surroundings.home)/.local/state"
        ownState = "\(stateHome)/\(profile.directoryName)"
    }

    /// The configuration file.
    package var configurationFile: String {
        "\(configuration)/phlist.yaml"
    }

    /// The directory of files read after the configuration file, in the order of their names.
    package var configurationFragments: String {
        "\(configuration)/conf.d"
    }
}
