package import PhlistControl

/// The page for phones at one moment.
package struct PageReport: Sendable {
    let state: State
    /// The port that it is served on, or was to be.
    let port: Int

    /// Whether the page is served.
    package enum State: Sendable {
        case off
        /// It is served at an address; `expiresAt` is the end of a certificate from a file, in milliseconds since 1970.
        case on(address: String, expiresAt: Int64?)
        case failed(ControlError)
    }

    var isServed: Bool { if case .on = state { true } else { false } }

    package init(_ state: State, port: Int) {
        (self.state, self.port) = (state, port)
    }
}
