import PhlistHousehold

/// The addresses and announcement of this device, and the times of its upkeep.
struct Upkeep {
    /// Addresses at which others may reach this device and that are worth sending to peers.
    private(set) var ownEndpoints: [Endpoint] = []
    /// Addresses that the announcement binds, including link-local ones without their zones.
    private(set) var announcedEndpoints: [Endpoint] = []
    /// The random part of this device's own announcement.
    private(set) var announcementNonce: [UInt8]
    /// Monotonic, in milliseconds, like all times here.
    private var announcedAt: Int64 = 0
    private var doneAt: Int64 = 0

    init(nonce: UInt64) {
        announcementNonce = withUnsafeBytes(of: nonce) { Array($0) }
    }

    mutating func started(at time: Int64) {
        (doneAt, announcedAt) = (time, time)
    }

    /// Starts the next interval of upkeep.
    ///
    /// - Returns: The lateness in milliseconds, which is large if the machine slept.
    mutating func due(at time: Int64) -> Int64 {
        defer { doneAt = time }
        return time - doneAt - SyncLimits.upkeepMilliseconds
    }

    mutating func moved(to endpoints: [Endpoint]) {
        ownEndpoints = Array(endpoints.filter(\.isPrivate).prefix(SyncLimits.addressesPerInstanceMax))
        announcedEndpoints = Array(
            Set(endpoints.filter(\.isAnnounced).map(\.withoutZone)).sorted().prefix(SyncLimits.announcedAddressesMax)
        )
    }

    func isAnnouncementOld(at time: Int64) -> Bool {
        time - announcedAt >= SyncLimits.announcementMilliseconds
    }

    /// Renews the announced nonce, so that strangers cannot track this device by it.
    mutating func renewAnnouncement(with nonce: UInt64, at time: Int64) {
        announcedAt = time
        announcementNonce = withUnsafeBytes(of: nonce) { Array($0) }
    }
}
