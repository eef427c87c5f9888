import PhlistHousehold
import PhlistModel

/// The state of one address, and the reports of one device.
extension PeerDirectory {
    /// One address.
    struct Place {
        var isConfigured = false
        /// Whether this very run answered at the address.
        var isOwn = false
        /// The device that last answered at the address.
        var device: DeviceID?
        var state = State.idle
        /// Number of failures since a connection there was of use.
        var failures = 0

        /// The states of an address.
        enum State {
            case idle
            /// A timer is running. Can transition to: dialling.
            case waiting
            /// Can transition to: connected, or waiting after a failure.
            case dialling
            /// Can transition to: waiting, once the connection ends.
            case connected
        }
    }

    /// Reported addresses of a device.
    struct Hearsay {
        var endpoints: [Endpoint]
        /// Whether the device reported them itself.
        var isFirstHand: Bool
        /// The monotonic time in milliseconds at which they were reported, or the device was last connected.
        var heardAt: Int64
    }
}
