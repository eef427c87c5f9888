/// What discovery grants to the network and to itself.
package struct DiscoveryLimits: Sendable {
    /// Instances of members that are kept; what more the network claims to have is ignored.
    package var instancesMax = 128
    /// Open codes that are kept: their names prove nothing, so anybody can announce any number.
    package var openCodesMax = 32
    /// Interfaces on which one instance is looked up.
    package var sightingsPerInstanceMax = 8
    /// Lookups at once: each holds at most two references, and each reference is a thread, a connection to D-Bus and
    /// five file descriptors.
    package var lookupsMax = 8
    /// Addresses kept of one instance on one interface.
    package var addressesPerSightingMax = 16
    /// Bytes of a TXT record, ours or theirs.
    package var textSizeMax = 256
    /// Names tried when ours is taken on this very host.
    package var renamesMax = 16

    /// A lookup that nothing answers ends after this many seconds.
    package var lookupTimeoutSeconds = 5.0
    /// After its first address a lookup waits this long for others.
    package var lookupSettleSeconds = 0.5
    /// How often all instances are looked up again: a peer's new address or TXT record is told by nobody.
    package var refreshSeconds = 30.0
    /// How long a stop waits for avahi, which may hang; nobody is to wait for it longer.
    package var stopSecondsMax = 2.0
    /// The shortest pause before avahi is tried again.
    package var retrySecondsMin = 0.5
    /// The longest one.
    package var retrySecondsMax = 30.0

    /// The usual limits.
    package init() {}
}
