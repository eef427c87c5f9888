/// The command line of `phlistd`; nil for options that are not given.
package struct DaemonOptions: Sendable, Equatable {
    package var stateDirectory: String?
    package var socket: String?
    package var port: Int?
    package var isDiscoveryDisabled = false
    package var photos: String?
    package var deviceName: String?
    package var logLevel: String?
    /// Selects one of several installations of one account.
    package var profile: String?
    /// A configuration file instead of the default one; the directory `conf.d` next to it is read too.
    package var configurationFile: String?

    package init() {}
}
