/// The configuration of the page for phones; it can change while the daemon runs.
package struct WebConfiguration: Sendable, Equatable {
    /// The default TCP port of the page.
    package static let standardPort = 7480
    /// More than the names of a machine.
    static let nameCountMax = 16

    /// Whether the page is served.
    package var isOn = false
    /// The TCP port; zero takes any free one.
    package var port = standardPort
    /// More names of this machine, the best one first.
    package var names: [String] = []
    /// A file with a certificate and its chain, in PEM; nil for one of the machine's own authority.
    package var certificatePath: String?
    /// The file with its key, in PEM; nil if it is in the same file.
    package var keyPath: String?
    /// Whether addresses outside the home network are answered.
    package var isForAnyAddress = false

    package init() {}
}
