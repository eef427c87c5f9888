/// A service of our type that a host in the network claims to run.
///
/// Nothing in it is proven: name, text and addresses are as received, control characters included.
package struct Instance: Hashable, Sendable {
    package let name: String
    package let port: UInt16
    package let text: [String: [UInt8]]
    /// In ascending order, never empty.
    package let addresses: [InstanceAddress]

    package init(name: String, port: UInt16, text: [String: [UInt8]], addresses: [InstanceAddress]) {
        self.name = name
        self.port = port
        self.text = text
        self.addresses = addresses
    }
}

/// A change that discovery noticed.
package enum DiscoveryEvent: Hashable, Sendable {
    /// The system's mDNS service works and the requests are running.
    case available
    /// The mDNS service does not work and is retried automatically; every instance was reported `lost` before.
    case unavailable(reason: String)
    /// Our own service is advertised under `name`, which differs from `wanted` if that was taken.
    case advertised(name: String, wanted: String)
    /// Browsing sees our own service on these interfaces, in ascending order; none while it does not.
    case ownSeen(interfaces: [UInt32])
    /// An instance with at least one address.
    case found(Instance)
    /// The port, the text or the addresses of a found instance changed.
    case changed(Instance)
    /// An instance is gone, or says so; a connection to it may still be alive.
    case lost(name: String)
}
