import PhlistModel

/// Reactions to time, network changes, sleep and people who look.
extension Replica {
    mutating func startUpkeep(now: Now) {
        upkeep.started(at: now.monotonic)
        effects.append(.startTimer(.upkeep, milliseconds: SyncLimits.upkeepMilliseconds))
    }

    mutating func upkeepDue(now: Now) {
        let lateness = upkeep.due(at: now.monotonic)
        effects.append(.startTimer(.upkeep, milliseconds: SyncLimits.upkeepMilliseconds))
        peers.forgetHearsay(now: now.monotonic) { [connected = exchange.connectedDevices] in connected.contains($0) }
        renewStaleKey(now: now)
        if appends.isEmpty { journal.mayNoteAgain() }
        effects += peers.dialIdle(besides: exchange.connectedDevices, using: &random).map(\.effect)
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

    /// Doubts all connections and forgets which devices answered at which addresses.
    private mutating func surroundingsChanged(now: Now) {
        perform(exchange.doubtConnections(now: now))
        peers.expectOthersEverywhere()
        redialAll()
        renewAnnouncement(now: now)
        searchAgain(now: now)
    }

    /// A person looks: devices that are not connected are worth a try now.
    mutating func looked(now: Now) {
        if peers.mayLook(at: now.monotonic) { redialAll() }
    }

    /// Asks discovery for what it may have missed; limited, so that many failing addresses do not each trigger a
    /// search.
    mutating func searchAgain(now: Now) {
        if peers.maySearch(at: now.monotonic) { effects.append(.searchAgain) }
    }

    /// Renews the announcement, because another service has its name, by chance or to hide this device.
    mutating func announcementNameTaken(_ name: String, now: Now) {
        guard name == announcement?.name else { return }
        renewAnnouncement(now: now)
    }

    private mutating func renewAnnouncement(now: Now) {
        upkeep.renewAnnouncement(with: random.next(), at: now.monotonic)
        effects.append(.announcementChanged)
    }
}
