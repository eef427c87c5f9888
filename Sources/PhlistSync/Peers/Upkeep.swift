/// What a device knows of its own place in the network, and when it last looked after that.
struct Upkeep {
    /// Where others may reach this device, as far as it is worth telling.
    private(set) var ownEndpoints: [Endpoint] = []
    /// Those that the announcement binds: link-local ones too, without their interfaces.
    private(set) var announcedEndpoints: [Endpoint] = []
    /// The random part of this device's own announcement.
    private(set) var announcementNonce: [UInt8]
    /// By the monotonic clock, as all here.
    private var announcedAt: Int64 = 0
    private var doneAt: Int64 = 0

    init(nonce: UInt64) {
        announcementNonce = withUnsafeBytes(of: nonce) { Array($0) }
    }

    mutating func started(at time: Int64) {
        (doneAt, announcedAt) = (time, time)
    }

    /// It is time again.
    ///
    /// - Returns: How late that is, in milliseconds: the machine may have slept.
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

    /// Whoever was followed by the number that is announced is not recognised by the next one.
    mutating func renewAnnouncement(with nonce: UInt64, at time: Int64) {
        announcedAt = time
        announcementNonce = withUnsafeBytes(of: nonce) { Array($0) }
    }
}
