import PhlistModel

/// What a device notices of its surroundings by looking, and when it last did.
struct Upkeep {
    /// Where others may reach this device, as far as it is worth telling.
    var ownEndpoints: [Endpoint] = []
    /// Those that the announcement binds: link-local ones too, without their interfaces.
    var announcedEndpoints: [Endpoint] = []
    /// By the monotonic clock, as all here.
    var lastUpkeep: Int64 = 0
    var announcedAt: Int64 = 0
    var lastLook: Int64?
    var lastSearch: Int64?
}

/// Time passes, the network changes, the machine sleeps, somebody looks.
extension Replica {
    mutating func startUpkeep(now: Now) {
        upkeep.lastUpkeep = now.monotonic
        upkeep.announcedAt = now.monotonic
        effects.append(.startTimer(.upkeep, milliseconds: SyncLimits.upkeepMilliseconds))
    }

    mutating func upkeepDue(now: Now) {
        let lateness = now.monotonic - upkeep.lastUpkeep - SyncLimits.upkeepMilliseconds
        upkeep.lastUpkeep = now.monotonic
        effects.append(.startTimer(.upkeep, milliseconds: SyncLimits.upkeepMilliseconds))
        peers.forgetHearsay(now: now.monotonic) { [sessions] device in
            sessions.values.contains { $0.device == device && $0.hello != nil }
        }
        renewStaleKey(now: now)
        if appendsInFlight.isEmpty {
            // A disk that was full has refused the note.
            healing?.isNoted = false
        }
        dialIdle()
        if lateness >= SyncLimits.upkeepLateMilliseconds {
            surroundingsChanged(now: now)
        } else if now.monotonic - upkeep.announcedAt >= SyncLimits.announcementMilliseconds {
            renewAnnouncement(now: now)
        }
    }

    mutating func networkChanged(to endpoints: [Endpoint], now: Now) {
        upkeep.ownEndpoints = Array(endpoints.filter(\.isPrivate).prefix(SyncLimits.addressesPerInstanceMax))
        upkeep.announcedEndpoints = Array(
            Set(endpoints.filter(\.isAnnounced).map(\.withoutZone)).sorted().prefix(SyncLimits.announcedAddressesMax)
        )
        tellAddresses(of: device, upkeep.ownEndpoints)
        surroundingsChanged(now: now)
    }

    /// Nothing is certain any more: neither who is connected, nor who answers where.
    private mutating func surroundingsChanged(now: Now) {
        doubtConnections(now: now)
        peers.expectOthersEverywhere()
        redialAll()
        renewAnnouncement(now: now)
        searchAgain(now: now)
    }

    /// Somebody looks: whoever is not there is worth a try now.
    mutating func looked(now: Now) {
        if let last = upkeep.lastLook, now.monotonic - last < SyncLimits.lookMilliseconds { return }
        upkeep.lastLook = now.monotonic
        redialAll()
    }

    /// Asks discovery for what it may have missed, but not for each address of many.
    mutating func searchAgain(now: Now) {
        if let last = upkeep.lastSearch, now.monotonic - last < SyncLimits.lookMilliseconds { return }
        upkeep.lastSearch = now.monotonic
        effects.append(.searchAgain)
    }

    /// Another service has the name that was to be announced, by chance or to keep this device from being found.
    mutating func announcementNameTaken(_ name: String, now: Now) {
        guard name == announcement?.name else { return }
        renewAnnouncement(now: now)
    }

    /// Whoever was followed by the number that is announced is not recognised by the next one.
    private mutating func renewAnnouncement(now: Now) {
        upkeep.announcedAt = now.monotonic
        announcementNonce = withUnsafeBytes(of: random.next()) { Array($0) }
        effects.append(.announcementChanged)
    }
}
