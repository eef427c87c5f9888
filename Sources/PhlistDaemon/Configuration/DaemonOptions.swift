/// What the command line of `phlistd` says; nil is what it does not say.
package struct DaemonOptions: Sendable, Equatable {
    package var stateDirectory: String?
    package var socket: String?
    package var port: Int?
    package var isDiscoveryDisabled = false
    package var photos: String?
    package var deviceName: String?
    package var logLevel: String?
    /// Which of several installations of one account.
    package var profile: String?
    /// A configuration file instead of the usual one; the directory `conf.d` beside it is read too.
    package var configurationFile: String?

    /// Creates options that say nothing.
    package init() {}
}
