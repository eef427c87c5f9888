/// Limits on what the network can make discovery keep and do.
package struct DiscoveryLimits: Sendable {
    /// Instances of members that are kept; more are ignored.
    package var instancesMax = 128
    /// Open codes that are kept: their names prove nothing, so any device can announce any number.
    package var openCodesMax = 32
    /// Interfaces on which one instance is looked up.
    package var sightingsPerInstanceMax = 8
    /// Concurrent lookups: each holds at most two references, and each reference is a thread, a connection to D-Bus and
    /// five file descriptors.
    package var lookupsMax = 8
    /// Addresses kept for one instance on one interface.
    package var addressesPerSightingMax = 16
    /// Largest TXT record that is sent or accepted, in bytes.
    package var textSizeMax = 256
    /// Names tried when ours is taken on this host.
    package var renamesMax = 16

    /// Time after which a lookup without an address ends.
    package var lookupTimeoutSeconds = 5.0
    /// Time that a lookup waits for more addresses after the first.
    package var lookupSettleSeconds = 0.5
    /// Interval at which all instances are looked up again, because avahi does not report new addresses or TXT records.
    package var refreshSeconds = 30.0
    /// Longest time that `stop` waits for avahi, which may hang.
    package var stopSecondsMax = 2.0
    /// Shortest pause before avahi is tried again.
    package var retrySecondsMin = 0.5
    /// Longest pause before avahi is tried again.
    package var retrySecondsMax = 30.0

    /// Creates the usual limits.
    package init() {}
}
