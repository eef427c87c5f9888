/// A service of our type that somebody in the network claims to run.
///
/// Nothing of it is proven: name, text and addresses are as the network says, control characters included.
package struct Instance: Hashable, Sendable {
    package let name: String
    package let port: UInt16
    package let text: [String: [UInt8]]
    /// In ascending order, never empty.
    package let addresses: [InstanceAddress]

    /// Creates an instance.
    package init(name: String, port: UInt16, text: [String: [UInt8]], addresses: [InstanceAddress]) {
        self.name = name
        self.port = port
        self.text = text
        self.addresses = addresses
    }
}

/// What discovery found out.
package enum DiscoveryEvent: Hashable, Sendable {
    /// The system's mDNS service works; what was asked for is under way.
    case available
    /// It does not, and is tried again by itself; every instance was `lost` before.
    case unavailable(reason: String)
    /// Our own service is known to the network under this name, which is another than the wanted one when somebody has
    /// that.
    case advertised(name: String, wanted: String)
    /// Browsing sees our own service on these interfaces, in ascending order; none while it does not.
    case ownSeen(interfaces: [UInt32])
    /// An instance with at least one address.
    case found(Instance)
    /// The port, the text or the addresses of an instance that was found are others now.
    case changed(Instance)
    /// An instance is gone, or says so; a connection to it may well live on.
    case lost(name: String)
}
