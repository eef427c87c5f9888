import PhlistModel

/// Time passes, the network changes, the machine sleeps, somebody looks.
extension Replica {
    mutating func startUpkeep(now: Now) {
        upkeep.started(at: now.monotonic)
        effects.append(.startTimer(.upkeep, milliseconds: SyncLimits.upkeepMilliseconds))
    }

    mutating func upkeepDue(now: Now) {
        let lateness = upkeep.due(at: now.monotonic)
        effects.append(.startTimer(.upkeep, milliseconds: SyncLimits.upkeepMilliseconds))
        peers.forgetHearsay(now: now.monotonic) { [connectedDevices] in connectedDevices.contains($0) }
        renewStaleKey(now: now)
        if appendsInFlight.isEmpty {
            // A disk that was full has refused the note.
            healing?.isNoted = false
        }
        effects += peers.dialIdle(besides: connectedDevices, using: &random).map(\.effect)
        if lateness >= SyncLimits.upkeepLateMilliseconds {
            surroundingsChanged(now: now)
        } else if upkeep.isAnnouncementOld(at: now.monotonic) {
            renewAnnouncement(now: now)
        }
    }

    mutating func networkChanged(to endpoints: [Endpoint], now: Now) {
        upkeep.moved(to: endpoints)
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
        if peers.mayLook(at: now.monotonic) { redialAll() }
    }

    /// Asks discovery for what it may have missed, but not for each address of many.
    mutating func searchAgain(now: Now) {
        if peers.maySearch(at: now.monotonic) { effects.append(.searchAgain) }
    }

    /// Another service has the name that was to be announced, by chance or to keep this device from being found.
    mutating func announcementNameTaken(_ name: String, now: Now) {
        guard name == announcement?.name else { return }
        renewAnnouncement(now: now)
    }

    private mutating func renewAnnouncement(now: Now) {
        upkeep.renewAnnouncement(with: random.next(), at: now.monotonic)
        effects.append(.announcementChanged)
    }
}
