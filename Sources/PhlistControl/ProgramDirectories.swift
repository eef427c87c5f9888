/// Where a user's phlist keeps its configuration and its state, after the XDG base directory specification.
package struct ProgramDirectories: Sendable, Equatable {
    /// Holds `phlist.yaml` and `conf.d`.
    package let configuration: String
    /// Holds the log, the device's key and the photos.
    package let state: String

    /// Decides the directories of a profile.
    package init(profile: Profile, surroundings: Surroundings) {
        let configurationHome = surroundings.directory("XDG_CONFIG_HOME") ?? "\(surroundings.home)/.config"
        let dataHome = surroundings.directory("XDG_DATA_HOME") ?? "\(surroundings.home)/.local/share"
        configuration = "\(configurationHome)/\(profile.directoryName)"
        state = "\(dataHome)/\(profile.directoryName)"
    }

    /// The configuration file.
    package var configurationFile: String {
        "\(configuration)/phlist.yaml"
    }

    /// The directory of files that are read after the configuration file, in the order of their names.
    package var configurationFragments: String {
        "\(configuration)/conf.d"
    }
}
