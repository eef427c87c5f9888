import PhlistModel

/// Finding other devices, and reactions to time, network changes and sleep.
extension Replica {
    mutating func upkeepDue(now: Now) {
        let connected = exchange.connectedDevices
        let lateness = peers.upkeepDue(besides: connected, now: now)
        effects.append(.startTimer(.upkeep, milliseconds: SyncLimits.upkeepMilliseconds))
        renewStaleKey(now: now)
        if appends.isEmpty { journal.mayNoteAgain() }
        perform(peers.dialIdle(besides: connected, using: &random))
        if lateness >= SyncLimits.upkeepLateMilliseconds {
            surroundingsChanged(now: now)
        } else {
            perform(peers.renewOldAnnouncement(now: now, using: &random))
        }
    }

    mutating func networkChanged(to endpoints: [Endpoint], now: Now) {
        perform(peers.moved(to: endpoints, among: exchange.openSessions, journal.library))
        surroundingsChanged(now: now)
    }

    /// Doubts all connections and forgets which devices answered at which addresses.
    private mutating func surroundingsChanged(now: Now) {
        perform(exchange.doubtConnections(now: now))
        perform(peers.surroundingsChanged(besides: exchange.connectedDevices, now: now, using: &random))
    }

    /// Does what the directory wants.
    mutating func perform(_ actions: [PeerAction]) {
        effects += actions.map { Effect($0) }
    }
}
